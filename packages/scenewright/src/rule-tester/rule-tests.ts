import type { Config } from '@scenewright/workspace/custom-rules/types'

/** The sources of a test case: one in YAML, or several by name, such as `a.scenario.yaml` or `b.scenario.ts`. */
export interface TestSources {
  /** Said where the case fails. */
  readonly name?: string
  readonly yaml?: string
  readonly sources?: { readonly [file: string]: string }
  /** The project file; instead of the one for all cases. */
  readonly config?: Config
}

/** A finding that is expected. What it does not name may be anything. */
export interface ExpectedFinding {
  readonly line?: number
  readonly column?: number
  /** The whole message, or an expression that it fits. */
  readonly message?: string | RegExp
  readonly node?: string
  readonly scenario?: string
  readonly file?: string
  readonly severity?: 'error' | 'warning' | 'info'
}

/** Sources in which the rule finds something. */
export interface InvalidCase extends TestSources {
  /** All that it finds, in the order of files and places. */
  readonly expect: readonly ExpectedFinding[]
}

/** The test cases of a rule. */
export interface RuleTests {
  /** Sources in which the rule finds nothing. A text is one source in YAML. */
  readonly valid?: readonly (string | TestSources)[]
  readonly invalid?: readonly InvalidCase[]
  /** The project file, for all cases. */
  readonly config?: Config
}
