import type { CheckReport } from '@scenewright/checker'
import type { Severity } from '@scenewright/model'

/** What a format needs to know of a rule. */
export interface RuleSummary {
  readonly id: string
  readonly level: Severity
  readonly summary: string
  /** What a team's own rule says of where it is documented; none for the toolkit's rules. */
  readonly docs?: string
}

/** What a format needs to know besides the report. */
export interface FormatContext {
  /** The project's root, absolute. */
  readonly root: string
  /** The way from the root of the repository to that of the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** The version of the toolkit. */
  readonly version: string
  /** Whether the text may carry color. */
  readonly color: boolean
  /** The severities whose findings make the command fail. */
  readonly failing: ReadonlySet<Severity>
  readonly rules: readonly RuleSummary[]
  /** Whether findings that are suppressed are wanted, by a format that can tell them from others. */
  readonly showsSuppressed: boolean
  /** The text of the page of one of the toolkit's own rules, in Markdown. */
  pageOf(rule: string): string
}

/** Makes the text for standard output. Pure but for the lines of sources that it shows: equal arguments give equal text. */
export type FindingsFormat = (report: CheckReport, context: FormatContext) => string
