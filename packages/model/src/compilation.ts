import type { Finding, Place } from './finding.ts'
import type { Definition, ImportDocument, ScenarioFields } from './scenario.ts'
import type { SourceMap } from './source-map.ts'

/** A scenario's definition is always there once its source has been bound. */
export interface CompiledDocument extends ImportDocument {
  readonly scenario: ScenarioFields & { readonly definition: Definition }
}

/** A scenario that binds: its document, and the way back to its source. */
export interface CompiledScenario {
  /** The scenario's identity, for ever: `billing/refund-status`. */
  readonly key: string
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  readonly isActive: boolean
  readonly renamedFrom?: string
  readonly document: CompiledDocument
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

/** One source file: its text, and its key, which the path gives even where the text does not parse. */
export interface SourceFile {
  readonly file: string
  readonly key: string
  /** Absent where the file could not be read as text. */
  readonly text?: string
  readonly suppressions: readonly SuppressionComment[]
}

/** What one source file gives: several scenarios where it exports several, none where its findings say why. */
export interface CompiledSource {
  readonly file: SourceFile
  readonly scenarios: readonly CompiledScenario[]
  readonly findings: readonly Finding[]
  /** The other files that it was made of, or would have been, relative to the project's root. */
  readonly dependencies: readonly string[]
}

/** All that the compiler has to say of a project's sources. In the order of the files' names. */
export interface Compilation {
  readonly files: readonly SourceFile[]
  /** Those that bind, whether or not they have findings. */
  readonly scenarios: readonly CompiledScenario[]
  /** What the compiler itself finds: rules of the group `source/`. */
  readonly findings: readonly Finding[]
}
