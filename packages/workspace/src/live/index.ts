export {
  definitionsOf,
  isWithin,
  type Occurrence,
  occurrenceAt,
  occurrencesIn,
  referencesTo,
  scenariosWithNode,
} from './occurrences.ts'
export { type FileChange, type LiveProject, openLive } from './open-live.ts'
