import type { SourceNode } from '../parse/source-tree.ts'
import { isIndented, readBlockLines } from './block-lines.ts'
import { readGap } from './gap.ts'
import { areInOrder, readEnclosed } from './list-item.ts'
import { cut } from './splice.ts'
import type { Proposals, Target } from './target.ts'

/** Moves a field or an item to another index, with the comments that belong to it. */
export function moving({ text, trail, language, path }: Target, to: number): Proposals {
  const holder = trail.at(-2)
  if (holder === undefined) return 'absent'
  const name = path.at(-1)
  const from = holder.kind === 'mapping' ? holder.fields.findIndex(({ slot }) => slot === name) : Number(name)
  if (language === 'yaml' && !/[[{]/.test(text.charAt(holder.start))) return ofLines(text, holder, { from, to })
  const enclosed = readEnclosed(text, holder, language)
  if (enclosed === undefined) return 'form'
  const { parts } = enclosed
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  if (!areInOrder(enclosed, first, last)) return 'computed'
  for (let index = first; index < last; index += 1) {
    const gap = readGap(text, { start: parts[index]?.end ?? 0, end: parts[index + 1]?.start ?? 0 }, language)
    if (gap === undefined) return 'form'
    // It is unclear to which of the two it belongs.
    if (gap.some(({ kind }) => kind === 'comment')) return 'comment'
  }
  const order = parts.toSpliced(from, 1).toSpliced(to, 0, ...parts.slice(from, from + 1))
  return [
    parts.flatMap((part, index) => {
      const other = order[index]
      if (other === undefined || other === part) return []
      return [{ start: part.start, end: part.end, text: text.slice(other.start, other.end) }]
    }),
  ]
}

/** The blank lines between the elements of a mapping or list move with the element that they come before or after. */
function ofLines(
  text: string,
  holder: SourceNode,
  { from, to }: { readonly from: number; readonly to: number },
): Proposals {
  const elements = readBlockLines(text, holder)?.elements
  const [moved, target] = [elements?.[from], elements?.[to]]
  if (elements === undefined || moved === undefined || target === undefined) return 'form'
  if (!elements.slice(0, 1).every(({ start }) => isIndented(text, start))) return 'form'
  const content = text.slice(moved.lead, moved.end)
  if (from < to) {
    const next = elements[from + 1]?.lead ?? moved.end
    return [
      [cut(moved.lead, next), { start: target.end, end: target.end, text: text.slice(moved.end, next) + content }],
    ]
  }
  const before = elements[from - 1]?.end ?? moved.lead
  return [
    [{ start: target.lead, end: target.lead, text: content + text.slice(before, moved.lead) }, cut(before, moved.end)],
  ]
}
