import type { Position } from '@scenewright/model'

/**
 * Where a JSON text breaks, or, if it does not, where the value at `path` begins: the last part of that which is there.
 * For messages alone, since what `JSON.parse` says names no place on every line of Node.
 */
export function locateInJson(text: string, path: readonly string[] = []): Position {
  const scan: Scan = { text, path, offset: 0, found: 0 }
  const isWhole = skipValue(scan, { steps: 0, level: 0 }) && mark(scan, /$/y) !== undefined
  return positionAt(text, isWhole ? scan.found : scan.offset)
}

interface Scan {
  readonly text: string
  readonly path: readonly string[]
  /** Where the next mark begins; in the end, where the text breaks. */
  offset: number
  found: number
}

/** How many steps of the path lead here, undefined beside it; and how deep this is. */
interface Way {
  readonly steps: number | undefined
  readonly level: number
}

const deepest = 100
const nothing = /(?:)/y
const string = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y
const word = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

function skipValue(scan: Scan, way: Way): boolean {
  mark(scan, nothing)
  if (way.steps !== undefined) scan.found = scan.offset
  if (way.level > deepest) return false
  if (mark(scan, /\{/y)) return skipItems(scan, way, /\}/y)
  if (mark(scan, /\[/y)) return skipItems(scan, way, /\]/y)
  return (mark(scan, string) ?? mark(scan, word)) !== undefined
}

function skipItems(scan: Scan, { steps, level }: Way, end: RegExp): boolean {
  const hasNames = end.source === '\\}'
  if (mark(scan, end)) return true
  for (let index = 0; ; index += 1) {
    const name = hasNames ? mark(scan, string)?.slice(1, -1) : String(index)
    if (name === undefined || (hasNames && !mark(scan, /:/y))) return false
    const isOnWay = steps !== undefined && scan.path[steps] === name
    if (!skipValue(scan, { steps: isOnWay ? steps + 1 : undefined, level: level + 1 })) return false
    if (mark(scan, end)) return true
    if (!mark(scan, /,/y)) return false
  }
}

/** Reads a mark and the space before it. Where it does not fit, only the space is read. */
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
