import type { Span } from './places.ts'
import type { SourceScalar } from './source-tree.ts'

/** The node of a value, and of the text that it was read from. */
export function createScalar(value: SourceScalar['value'], text: string, { start, end }: Span): SourceScalar {
  const isUsual = value === null || typeof value === 'string' || String(value) === text
  // Nearly every value of a source comes here: a literal of all its fields is quicker than a spread.
  return isUsual ? { kind: 'scalar', value, start, end } : { kind: 'scalar', value, start, end, written: text }
}
