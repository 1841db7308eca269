import { compareText } from './text.ts'

/** The severity of a finding. */
export type Severity = 'error' | 'warning' | 'info'

/** A rule's level in the config. */
export type Level = Severity | 'off'

/** A point in a text. Line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A range of text; `end` is exclusive. */
export interface Range {
  readonly start: Position
  readonly end: Position
}

/** A range of a file. `file` is relative to the project's root, with forward slashes. */
export interface Place {
  readonly file: string
  readonly range: Range
}

/** Another place that is related to a finding, and why. */
export interface RelatedPlace extends Place {
  readonly message: string
}

/** Replaces the text in the range with `text`. */
export interface Edit extends Place {
  readonly text: string
}

/** A change that fixes only one finding. */
export interface Fix {
  readonly title: string
  readonly edits: readonly Edit[]
}

/** A problem in an author's source: its place, and the advice to fix it. Never thrown. */
export interface Finding extends Place {
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  /** The scenario's key, or null if the file contains none. */
  readonly scenario: string | null
  readonly node?: string
  /** The ids of the nodes of a walk that proves the finding. */
  readonly walk?: readonly string[]
  readonly related: readonly RelatedPlace[]
  readonly help?: string
  /**
   * The documentation of a custom rule, as provided by the rule; absent for built-in rules, whose pages are found by
   * name.
   */
  readonly docs?: string
  readonly fixes: readonly Fix[]
}

/** The start of a file: the place of a finding without a place of its own. */
export const startOfFile: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

/** The stable order of findings: by file, place, rule and message, the same on every machine. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file, b.file) ||
    a.range.start.line - b.range.start.line ||
    a.range.start.column - b.range.start.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  )
}
