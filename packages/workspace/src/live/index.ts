export {
  definitionsOf,
  isWithin,
  type Occurrence,
  occurrenceAt,
  occurrencesIn,
  type ProjectSymbol,
  referencesTo,
  scenariosWithNode,
} from './occurrences.ts'
export { type FileChange, type LiveProject, openLive } from './open-live.ts'
