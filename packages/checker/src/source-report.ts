import type { Finding, Place, Range, ScenarioFields } from '@scenewright/model'
import type { SuppressionComment } from '@scenewright/model/compilation'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import { textHash } from '@scenewright/model/text-hash'

/**
 * Ranges as four numbers each, because a cache contains thousands of them: line and column of the start, and of the end.
 * A list for each took three times the memory.
 */
export type PackedRanges = readonly number[]

/** The findings of the rules for one source alone, and the data for the rules of the whole project. Plain data. */
export interface SourceReport {
  /** Relative to the project's root. */
  readonly file: string
  /** The key of its first scenario. */
  readonly key: string
  /** Whether all of its content binds, so that every rule has checked it. */
  readonly isBound: boolean
  /** The scenarios that bind. */
  readonly scenarios: readonly ScenarioFacts[]
  /** Only for a file of conversation tests; without any test if it does not bind. */
  readonly tests?: ConversationTests
  /** The other files that it imports or tries to import; absent if there are none. */
  readonly dependencies?: readonly string[]
  /** As in the compiled source. */
  readonly hasLoneReturn?: true
  readonly suppressions: readonly SuppressionComment[]
  /** Identifies what the findings about triggers depend on; only in a report that is kept. */
  readonly triggersHash?: string
  /** Including suppressed findings. */
  readonly findings: readonly Finding[]
}

/**
 * A report to be kept, with the hash of its triggers: computing those of 1,000 sources took 3 % of a check after a change
 * of one.
 */
export function withTriggersHash(report: SourceReport): SourceReport {
  return { ...report, triggersHash: hashTriggers(report) }
}

/** Identifies all of a source that the findings about triggers depend on. */
export function triggersHashOf(report: SourceReport): string {
  return report.triggersHash ?? hashTriggers(report)
}

function hashTriggers({ file, isBound, scenarios, tests }: SourceReport): string {
  const triggers = scenarios.map(({ key, keyPlace, isActive, trigger }) => [key, keyPlace, isActive, trigger])
  return textHash(JSON.stringify([file, isBound, triggers, tests]))
}

/** The data of a scenario that the rules of the whole project need. */
export interface ScenarioFacts {
  readonly key: string
  /** Where the source sets its key, or else where the scenario begins; absent at the start of the file. */
  readonly keyPlace?: Place
  readonly isActive: boolean
  readonly renamedFrom?: string
  /** Where the source says so. */
  readonly renamedFromPlace?: Place
  /** The ids of its nodes. */
  readonly nodes: readonly string[]
  /** Absent if no rule needs it. */
  readonly trigger?: TriggerFacts
}

/** A scenario's trigger, and the places of its texts in the file. */
export interface TriggerFacts {
  /** The fields of the document that decide what starts the scenario: all except its flow. */
  readonly fields: ScenarioFields
  readonly examplePlaces: PackedRanges
  readonly exclusionPlaces: PackedRanges
}

export function packRanges(ranges: readonly Range[]): PackedRanges {
  return ranges.flatMap(({ start, end }) => [start.line, start.column, end.line, end.column])
}

/** The range at an index, which may count from the end; undefined if there is none. */
export function unpackRange(ranges: PackedRanges, index: number): Range | undefined {
  const [line, column, endLine, endColumn] = [0, 1, 2, 3].map(part => ranges.at(index * 4 + part))
  if (line === undefined || column === undefined || endLine === undefined || endColumn === undefined) return undefined
  return { start: { line, column }, end: { line: endLine, column: endColumn } }
}
