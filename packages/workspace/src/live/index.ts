export {
  definitionsOf,
  isWithin,
  type Occurrence,
  occurrenceAt,
  referencesTo,
} from './occurrences.ts'
export { type FileChange, type LiveProject, openLive } from './open-live.ts'
