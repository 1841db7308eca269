import type { ConversationTests } from './conversation-tests.ts'
import type { Finding, Place } from './finding.ts'
import type { Definition, ImportDocument, ScenarioFields } from './scenario.ts'
import type { SourceMap } from './source-map.ts'

/** A scenario's definition is always there once its source has been bound. */
export interface CompiledDocument extends ImportDocument {
  readonly scenario: ScenarioFields & { readonly definition: Definition }
}

/** What a scenario's source says. Plain data: it may be kept as JSON. */
export interface ScenarioModel {
  /** The scenario's identity, for ever: `billing/refund-status`. */
  readonly key: string
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  readonly isActive: boolean
  readonly renamedFrom?: string
  readonly document: CompiledDocument
}

/** A scenario that binds, and the way back to its source. */
export interface CompiledScenario extends ScenarioModel {
  readonly map: SourceMap
}

/** A comment in a source that suppresses a finding on the line below it (or on its own, behind a value). */
export interface SuppressionComment extends Place {
  /** The rule, or a group of rules as `graph/*`. */
  readonly rule: string
  /** Empty where none is given, which is itself a finding. */
  readonly reason: string
  /** The line, from 1, whose findings it suppresses. */
  readonly line: number
}

/**
 * What one source file gives: several scenarios where it exports several, or conversation tests; none of them where its
 * findings say why.
 */
export interface CompiledSource {
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  /** The key of its first scenario; that of its path where it holds none. */
  readonly key: string
  readonly scenarios: readonly CompiledScenario[]
  /** Of a file of conversation tests, and of no other; without any test where it does not bind. */
  readonly tests?: ConversationTests
  /** Whether each scenario that it holds binds, or its tests do. */
  readonly isBound: boolean
  readonly suppressions: readonly SuppressionComment[]
  /** What the compiler itself finds: rules of the group `source/`. */
  readonly findings: readonly Finding[]
  /** The other files that it was made of, or would have been, relative to the project's root. */
  readonly dependencies: readonly string[]
}

/** All that the compiler has to say of a project's sources. */
export interface Compilation {
  /** In the order of the files' names. */
  readonly sources: readonly CompiledSource[]
  /** What belongs to no source: a folder that cannot be searched. */
  readonly findings: readonly Finding[]
}
