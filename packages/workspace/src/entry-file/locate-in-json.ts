import type { Position } from '@scenewright/model'

interface Scan {
  readonly text: string
  readonly path: readonly string[]
  /** The offset of the next token; at the end, the offset where the text is invalid. */
  offset: number
  found: number
}

/** How many steps of the path lead here, undefined if the value is not on it; and the depth of the value. */
interface PathState {
  readonly steps: number | undefined
  readonly level: number
}

const deepest = 100

const nothing = /(?:)/y

const string = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y

const word = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * The place where a JSON text is invalid; otherwise where the value at `path` begins, or its last existing part. For
 * messages, because the errors of `JSON.parse` do not contain a place in every version of Node. A text may be nested so
 * deeply that recursive parsers exhaust the stack; here it counts as invalid from a depth of 100.
 */
export function locateInJson(text: string, path: readonly string[] = []): Position {
  const scan: Scan = { text, path, offset: 0, found: 0 }
  const isWhole = skipValue(scan, { steps: 0, level: 0 }) && mark(scan, /$/y) !== undefined
  return positionAt(text, isWhole ? scan.found : scan.offset)
}

function skipValue(scan: Scan, state: PathState): boolean {
  mark(scan, nothing)
  if (state.steps !== undefined) scan.found = scan.offset
  if (state.level > deepest) return false
  if (mark(scan, /\{/y)) return skipItems(scan, state, /\}/y)
  if (mark(scan, /\[/y)) return skipItems(scan, state, /\]/y)
  return (mark(scan, string) ?? mark(scan, word)) !== undefined
}

function skipItems(scan: Scan, { steps, level }: PathState, end: RegExp): boolean {
  const hasNames = end.source === '\\}'
  if (mark(scan, end)) return true
  for (let index = 0; ; index += 1) {
    const name = hasNames ? mark(scan, string)?.slice(1, -1) : String(index)
    if (name === undefined || (hasNames && !mark(scan, /:/y))) return false
    const isOnPath = steps !== undefined && scan.path[steps] === name
    if (!skipValue(scan, { steps: isOnPath ? steps + 1 : undefined, level: level + 1 })) return false
    if (mark(scan, end)) return true
    if (!mark(scan, /,/y)) return false
  }
}

/** Reads a token and the white space before it. If it does not match, only the white space is read. */
function mark(scan: Scan, pattern: RegExp): string | undefined {
  const space = /\s*/y
  space.lastIndex = scan.offset
  space.exec(scan.text)
  scan.offset = space.lastIndex
  pattern.lastIndex = scan.offset
  const found = pattern.exec(scan.text)?.[0]
  scan.offset += found?.length ?? 0
  return found
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
