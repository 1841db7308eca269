import type { Finding, Place, Range, ScenarioFields } from '@scenewright/model'
import type { SuppressionComment } from '@scenewright/model/compilation'
import type { ConversationTests } from '@scenewright/model/conversation-tests'

/** A range as four numbers, since a cache holds thousands: line and column of its start, and of its end. */
export type PackedRange = readonly [line: number, column: number, endLine: number, endColumn: number]

/** The findings of the rules for one source by itself, and the data for the rules of the whole project. Plain data. */
export interface SourceReport {
  /** Relative to the project's root. */
  readonly file: string
  /** The key of its first scenario. */
  readonly key: string
  /** Whether all that it holds binds, so that every rule has looked at it. */
  readonly isBound: boolean
  /** Those that bind. */
  readonly scenarios: readonly ScenarioFacts[]
  /** Of a file of conversation tests, and of no other; without any test where it does not bind. */
  readonly tests?: ConversationTests
  /** The other files that it was made of, or would have been; absent where there are none. */
  readonly dependencies?: readonly string[]
  readonly suppressions: readonly SuppressionComment[]
  /** Those that are suppressed as well. */
  readonly findings: readonly Finding[]
}

/** The data of a scenario that the rules of the whole project need. */
export interface ScenarioFacts {
  readonly key: string
  /** Where the source sets its key, if it does. */
  readonly keyPlace?: Place
  readonly isActive: boolean
  readonly renamedFrom?: string
  /** The ids of its nodes. */
  readonly nodes: readonly string[]
  /** Absent where no rule asks for it. */
  readonly trigger?: TriggerFacts
}

/** A scenario's trigger, and where its texts stand in the file. */
export interface TriggerFacts {
  /** Those of the document that decide what starts the scenario: all but its flow. */
  readonly fields: ScenarioFields
  readonly examplePlaces: readonly PackedRange[]
  readonly exclusionPlaces: readonly PackedRange[]
}

export function packRange({ start, end }: Range): PackedRange {
  return [start.line, start.column, end.line, end.column]
}

export function unpackRange([line, column, endLine, endColumn]: PackedRange): Range {
  return { start: { line, column }, end: { line: endLine, column: endColumn } }
}
