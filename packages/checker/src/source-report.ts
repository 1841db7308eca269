import type { Finding, Place, SuppressionComment } from '@scenewright/model'

/** What the rules say of one source by itself, and what is left to say of it among the others. Plain data. */
export interface SourceReport {
  /** Relative to the project's root. */
  readonly file: string
  /** The key of its first scenario. */
  readonly key: string
  /** Whether each scenario that it holds binds, so that every rule has looked at it. */
  readonly isBound: boolean
  /** Those that bind, each with the place where the source sets its key, if it does. */
  readonly scenarios: readonly { readonly key: string; readonly keyPlace?: Place }[]
  readonly suppressions: readonly SuppressionComment[]
  /** Those that are suppressed as well. */
  readonly findings: readonly Finding[]
}
