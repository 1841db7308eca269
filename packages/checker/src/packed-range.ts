import type { Range } from '@scenewright/model'

/** A range as four numbers, since a cache holds thousands: line and column of its start, and of its end. */
export type PackedRange = readonly [line: number, column: number, endLine: number, endColumn: number]

export function packRange({ start, end }: Range): PackedRange {
  return [start.line, start.column, end.line, end.column]
}

export function unpackRange([line, column, endLine, endColumn]: PackedRange): Range {
  return { start: { line, column }, end: { line: endLine, column: endColumn } }
}
