import type { Edit, Fix } from '@scenewright/model'
import type { Places, Span } from '../parse/places.ts'
import { isInTextList, isItem } from '../parse/yaml/text-lists.ts'

/** A conflict as git writes it; `base` is there in the styles diff3 and zdiff3. */
interface Conflict extends Span {
  /** The index of its first line. */
  readonly line: number
  /** The index of the line after it. */
  readonly next: number
  readonly ours: readonly string[]
  readonly base?: readonly string[]
  readonly theirs: readonly string[]
}

/** An item on one line, with the comments and blank lines above; without a value, the comments after the last item. */
interface Item {
  readonly value: string | undefined
  readonly lines: readonly string[]
}

/**
 * The fix that keeps both sides of the conflicts in a YAML text, if each is in a list of texts to which both sides only
 * add items: ours, then those of theirs that ours does not have, with their comments. Theirs must have no further
 * comment at an item of both sides, which remains as in ours. A text that begins before a conflict or continues after
 * it would change, so that there is no fix.
 */
export function keepBothFix(text: string, places: Places): Fix | undefined {
  const lines = text.split(/(?<=\n)/)
  const edits: Edit[] = []
  const known = new Map<number, number>()
  for (const conflict of findConflicts(lines)) {
    const union = joinSides(conflict, lines, known)
    if (union === undefined) return undefined
    edits.push({ ...places.exact(conflict), text: union })
  }
  return edits.length === 0 ? undefined : { title: 'Keep the items of both sides', edits }
}

function findConflicts(lines: readonly string[]): readonly Conflict[] {
  const conflicts: Conflict[] = []
  let open: { ours: string[]; base?: string[]; theirs?: string[]; line: number; start: number } | undefined
  let offset = 0
  lines.forEach((text, line) => {
    const start = offset
    offset += text.length
    if (/^<{7} /.test(text)) open = { ours: [], line, start }
    else if (open === undefined) return
    else if (/^>{7}(?: |\r?$)/m.test(text)) {
      const { theirs, ...sides } = open
      if (theirs !== undefined) conflicts.push({ ...sides, theirs, next: line + 1, end: offset })
      open = undefined
    } else if (/^\|{7}(?: |\r?$)/m.test(text)) open.base = []
    else if (/^={7}\r?$/m.test(text)) open.theirs = []
    else (open.theirs ?? open.base ?? open.ours).push(text)
  })
  return conflicts
}

/** Both sides in one; undefined if that is no union. `known`: by indentation, the last line in a list of texts. */
function joinSides(
  { line, next, ...sides }: Conflict,
  lines: readonly string[],
  known: Map<number, number>,
): string | undefined {
  const indent = /^ *(?=- )/.exec(sides.ours.find(isItem) ?? '')?.[0]
  if (indent === undefined || !isInTextList(lines, line, indent.length, known.get(indent.length))) return undefined
  known.set(indent.length, line)
  if (isTextOpen(lines, line, indent) || continues(lines, next, indent)) return undefined
  const [ours, theirs, base] = [sides.ours, sides.theirs, sides.base ?? []].map(side => readItems(side, indent))
  if (ours === undefined || theirs === undefined || base === undefined) return undefined
  const [inOurs, inTheirs] = [new Set(ours.map(textOf)), new Set(theirs.map(textOf))]
  const areAdded = base.every(item => item.value === undefined || (inOurs.has(item.value) && inTheirs.has(item.value)))
  if (!areAdded || !theirs.some(({ value }) => value !== undefined)) return undefined
  const shared = theirs.filter(({ value }) => value !== undefined && inOurs.has(value))
  if (!haveComments([...ours, ...base], shared)) return undefined
  const written = new Set([...ours, ...base].flatMap(item => item.lines))
  const others = theirs.flatMap(({ value, lines: own }) => {
    if (value !== undefined) return inOurs.has(value) ? [] : own
    return own.filter(comment => !written.has(comment))
  })
  const all = [...ours.flatMap(item => item.lines), ...others]
  return all.map((each, index) => (index < all.length - 1 && !each.endsWith('\n') ? `${each}\n` : each)).join('')
}

/** Whether the last item above a line has a quote that is not closed there. */
function isTextOpen(lines: readonly string[], line: number, indent: string): boolean {
  let start = line - 1
  while (start >= 0 && !lines[start]?.startsWith(`${indent}- `)) start -= 1
  const item = lines.slice(start < 0 ? line - 1 : start, line).join('')
  return /^\s*- \s*(?:[&!]\S*\s+)*(?:"(?:[^"\\]|\\.)*|'(?:[^']|'')*)$/s.test(item)
}

/** Whether what follows belongs to the item before it. */
function continues(lines: readonly string[], from: number, indent: string): boolean {
  let at = from
  while (/^\s*(?:#|$)/.test(lines[at] ?? 'end')) at += 1
  return (lines[at] ?? '').search(/\S/) > indent.length
}

function textOf({ value }: Item): string | undefined {
  return value
}

/** The items of a side; undefined if it contains anything other than items on one line and comments. */
function readItems(side: readonly string[], indent: string): readonly Item[] | undefined {
  const items: Item[] = []
  let above: string[] = []
  for (const text of side) {
    above.push(text)
    if (/^\s*(?:#|$)/.test(text)) continue
    const value = text.startsWith(`${indent}- `) ? readValue(text.slice(indent.length + 2)) : undefined
    if (value === undefined) return undefined
    items.push({ value, lines: above })
    above = []
  }
  return above.length === 0 ? items : [...items, { value: undefined, lines: above }]
}

/** Whether all comments of other items are there too, at whatever item. */
function haveComments(items: readonly Item[], others: readonly Item[]): boolean {
  const known = new Set(items.flatMap(commentsOf))
  return others.flatMap(commentsOf).every(comment => known.has(comment))
}

/** The comments above an item, and the one behind it. */
function commentsOf({ lines }: Item): readonly string[] {
  return lines.flatMap(line => {
    const text = line.trim()
    return text.startsWith('#') ? text : (itemForm.exec(text.slice(2))?.groups?.comment ?? [])
  })
}

/** The text of an item in quotes or without them; undefined for other values, and for one that may go on below. */
function readValue(written: string): string | undefined {
  const { double, single, plain } = itemForm.exec(written.trimEnd())?.groups ?? {}
  return double ?? single ?? plain
}

const itemForm =
  /^\s*(?:"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^']|'')*)'|(?<plain>[^\s"'[\]{}&*!|>%@`#-].*?))(?:\s+(?<comment>#.*))?$/
