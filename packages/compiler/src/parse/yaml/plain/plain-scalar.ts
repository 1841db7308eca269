import type { SourceNode } from '../../source-tree.ts'
import {
  closeBrace,
  closeBracket,
  codeAt,
  colon,
  comma,
  dash,
  hash,
  isBlank,
  isLineEnd,
  openBrace,
  openBracket,
  space,
} from './codes.ts'
import { resolvePlain } from './core-schema.ts'
import { type Cursor, nextLine } from './cursor.ts'

/** The characters that cannot begin a plain scalar. YAML itself allows the last two in some cases. */
const indicators = new Set([...'#&*!|>\'"%@`,[]{}?:'].map(mark => mark.charCodeAt(0)))

/**
 * Reads the words of a plain scalar on one line, and moves behind the last of them. Undefined if no plain scalar can
 * begin here. They end before the colon that makes them a key, a comment, the end of the line, and in a flow collection
 * before a comma or a bracket.
 */
export function readPlainText(cursor: Cursor, isInFlow: boolean): string | undefined {
  const { text, at: start } = cursor
  if (!isPlainStart(text, start)) return undefined
  cursor.at = plainEnd(text, start, isInFlow)
  return text.slice(start, cursor.at)
}

/** Reads a plain scalar in a block, with its continuation lines: those indented deeper than `parent`. */
export function readPlainScalar(cursor: Cursor, parent: number): SourceNode | undefined {
  const start = cursor.at
  const line = readPlainText(cursor, false)
  const end = cursor.at
  // Words with a colon after them are a key, which is not allowed here: they do not end their line.
  if (line === undefined || !nextLine(cursor)) return undefined
  if (cursor.column > parent) return readMoreLines(cursor, parent, { line, start })
  return resolvePlain(line, { start, end })
}

interface FirstLine {
  readonly line: string
  readonly start: number
}

function readMoreLines(cursor: Cursor, parent: number, { line, start }: FirstLine): SourceNode | undefined {
  const { text } = cursor
  let value = line
  let end = start
  while (cursor.column > parent) {
    // A comment ends the text: anything after it is an error.
    if (cursor.hasComment) return undefined
    end = plainEnd(text, cursor.at, false)
    value += cursor.emptyLines === 0 ? ' ' : '\n'.repeat(cursor.emptyLines)
    value += text.slice(cursor.at, end)
    cursor.at = end
    if (!nextLine(cursor)) return undefined
  }
  return { kind: 'scalar', value, start, end }
}

function isPlainStart(text: string, at: number): boolean {
  const code = codeAt(text, at)
  if (code !== dash) return !indicators.has(code) && !isBlank(code)
  const next = codeAt(text, at + 1)
  return !isBlank(next) && !isFlowIndicator(next)
}

function plainEnd(text: string, start: number, isInFlow: boolean): number {
  let end = plainStop(text, start, isInFlow)
  while (text.charCodeAt(end - 1) === space) end -= 1
  return end
}

function plainStop(text: string, start: number, isInFlow: boolean): number {
  for (let at = start; ; at += 1) {
    const code = codeAt(text, at)
    if (isLineEnd(code)) return at
    if (code === colon) {
      const next = codeAt(text, at + 1)
      if (isBlank(next) || (isInFlow && isFlowIndicator(next))) return at
    } else if (code === hash) {
      if (text.charCodeAt(at - 1) === space) return at
    } else if (isInFlow && isFlowIndicator(code)) return at
  }
}

function isFlowIndicator(code: number): boolean {
  return code === comma || code === openBracket || code === closeBracket || code === openBrace || code === closeBrace
}
