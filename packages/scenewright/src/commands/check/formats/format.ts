import type { CheckReport } from '@scenewright/checker'
import type { Severity } from '@scenewright/model'

/** The rule data that formats use. */
export interface RuleSummary {
  readonly id: string
  readonly level: Severity
  readonly summary: string
  /** The documentation link of a custom rule; absent for built-in rules. */
  readonly docs?: string
}

/** The data that formats use in addition to the report. */
export interface FormatContext {
  /** The project's root, absolute. */
  readonly root: string
  /** The path from the root of the repository to that of the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** The version of the toolkit. */
  readonly version: string
  /** Whether the text may carry color. */
  readonly color: boolean
  /** The severities whose findings make the command fail. */
  readonly failing: ReadonlySet<Severity>
  readonly rules: readonly RuleSummary[]
  /** Whether to print all findings for people, however many there are. */
  readonly showsAll: boolean
  /** Whether a format needs suppressed findings, because it can mark them as such. */
  readonly showsSuppressed: boolean
  /** The Markdown text of a built-in rule's page. */
  pageOf(rule: string): string
}

/** Creates the text for standard output. Pure except for the source lines it shows: equal arguments give equal text. */
export type FindingsFormat = (report: CheckReport, context: FormatContext) => string
