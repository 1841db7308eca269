import { diffArrays } from 'diff'

/** Lines of a text that others replace. */
interface LineChange {
  readonly start: number
  end: number
  readonly lines: string[]
}

/** Beyond this number of changed lines, texts are too different to be merged. */
const maxEditLength = 2000

/** A text with the changes of two texts that were made from it; undefined if any of them touch. */
export function mergeLines(base: string, one: string, other: string): string | undefined {
  const [own, others] = [changesOf(base, one), changesOf(base, other)]
  if (own === undefined || others === undefined) return undefined
  const all = [...own, ...others].sort((a, b) => a.start - b.start)
  if (all.some(({ start }, index) => start <= (all[index - 1]?.end ?? -1))) return undefined
  const lines = linesOf(base)
  for (const change of all.toReversed()) lines.splice(change.start, change.end - change.start, ...change.lines)
  return lines.join('')
}

function changesOf(base: string, text: string): readonly LineChange[] | undefined {
  const changes: LineChange[] = []
  let at = 0
  const parts = diffArrays(linesOf(base), linesOf(text), { maxEditLength })
  if (parts === undefined) return undefined
  for (const { value, added, removed } of parts) {
    const last = changes.at(-1)
    const change = last?.end === at ? last : { start: at, end: at, lines: [] }
    if (!added) at += value.length
    if (!(added || removed)) continue
    if (change !== last) changes.push(change)
    change.end = at
    if (added) change.lines.push(...value)
  }
  return changes
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/)
}
