export {
  definitionsOf,
  isWithin,
  type Occurrence,
  occurrenceAt,
  occurrencesIn,
  referencesTo,
} from './occurrences.ts'
export { type FileChange, type LiveProject, openLive } from './open-live.ts'
