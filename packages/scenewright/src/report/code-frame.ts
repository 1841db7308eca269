import type { Range } from '@scenewright/model'
import { type Paint, visible } from '../terminal/paint.ts'

/** A line longer than this is cut around the place that matters. */
const widest = 110

/** The line of a range with the one before and the one behind it, the range underlined. Empty where there is no such line. */
export function codeFrame(lines: readonly string[], range: Range, paint: Paint): string {
  const gutter = String(range.start.line + 1).length
  return linesAround(lines, range.start.line)
    .flatMap(({ number, line }) => {
      const shown = cut(line, number === range.start.line ? range.start.column : 1)
      const head = paint('dim', `  ${String(number).padStart(gutter)} | `)
      const frame = `${head}${visible(shown.text).replaceAll('\t', ' ')}\n`
      if (number !== range.start.line) return [frame]
      return [frame, `${' '.repeat(gutter + 2)}${paint('dim', ' | ')}${underline(line, range, shown.offset, paint)}\n`]
    })
    .join('')
}

/** The up to three lines around a line. */
function linesAround(lines: readonly string[], wanted: number): { number: number; line: string }[] {
  const first = Math.max(1, wanted - 1)
  return lines
    .slice(first - 1, wanted + 1)
    .map((line, index) => ({ number: first + index, line: line.replace(/\r$/, '') }))
    .filter(({ number, line }) => number === wanted || line.trim() !== '')
}

function cut(line: string, column: number): { text: string; offset: number } {
  if (line.length <= widest) return { text: line, offset: 0 }
  const offset = Math.max(0, Math.min(column - 1 - Math.floor(widest / 3), line.length - widest))
  return { text: line.slice(offset, offset + widest), offset }
}

function underline(line: string, range: Range, offset: number, paint: Paint): string {
  const start = range.start.column - 1 - offset
  const behind = range.end.line === range.start.line ? range.end.column - 1 - offset : line.length - offset
  const length = Math.max(1, Math.min(behind, widest) - start)
  return `${' '.repeat(Math.max(0, start))}${paint('red', '^'.repeat(length))}`
}
