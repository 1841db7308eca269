import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@scenewright/compiler/format'
import type { Edit, Fix, Position } from '@scenewright/model'

/** A text after fixes, and the fixes that were applied. */
export interface FixedText {
  readonly text: string
  readonly made: readonly Fix[]
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Applies the fixes of one text, each completely or not at all, in order: a fix that overlaps an earlier one is left
 * out. A byte order mark at the start of the text, which places do not count, is kept.
 */
export function applyFixes(original: string, fixes: readonly Fix[]): FixedText {
  const mark = original.startsWith('\ufeff') ? '\ufeff' : ''
  const text = original.slice(mark.length)
  const offset = createOffsets(text)
  const stretches: Stretch[] = []
  const made: Fix[] = []
  for (const fix of fixes) {
    const own = fix.edits.map(({ range, text: inserted }: Edit): Stretch => {
      return { start: offset(range.start), end: offset(range.end), text: inserted }
    })
    if (own.length === 0 || own.some((one, index) => overlaps(one, [...stretches, ...own.slice(0, index)]))) continue
    stretches.push(...own)
    made.push(fix)
  }
  return { text: mark + replaced(text, stretches), made }
}

/** Two insertions at one place overlap as well, because their order is unclear. */
function overlaps(one: Stretch, others: readonly Stretch[]): boolean {
  return others.some(other => {
    const isSamePlace = one.start === other.start && (one.end === one.start || other.end === other.start)
    return isSamePlace || (one.start < other.end && other.start < one.end)
  })
}

function replaced(text: string, stretches: readonly Stretch[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: inserted } of [...stretches].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + inserted
    at = end
  }
  return result + text.slice(at)
}

function createOffsets(text: string): (position: Position) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }) => (starts[line - 1] ?? text.length) + column - 1
}

/** The files of a project as they were last read; all names of one file share one text. */
export interface Texts {
  /** Reads a file once; returns false if it was already read. */
  look(file: string): boolean
  /** The text of the file when it was last read; undefined if it cannot be read. */
  seen(file: string): string | undefined
  /** The identity of a file, whatever its name. */
  identity(file: string): string
  /** Writes a file atomically, unless it has changed since it was read. Returns whether it was written. */
  replace(file: string, text: string): Promise<boolean>
}

/** The texts of the files below `root`. */
export function openTexts(root: string): Texts {
  const seen = new Map<string, string | undefined>()
  const identities = new Map<string, string>()
  const identity = (file: string): string => {
    const known = identities.get(file) ?? realPath(join(root, file))
    identities.set(file, known)
    return known
  }
  return {
    identity,
    look(file) {
      const path = identity(file)
      if (seen.has(path)) return false
      seen.set(path, readText(path))
      return true
    },
    seen: file => seen.get(identity(file)),
    async replace(file, text) {
      const path = identity(file)
      if (seen.get(path) === undefined || readText(path) !== seen.get(path)) return false
      await replaceFile(path, text)
      seen.set(path, text)
      return true
    },
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // It no longer exists, and cannot be read either.
    return path
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
