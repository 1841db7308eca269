import type { Alias, Collection, Comment, Entry, Layout, Scalar } from './layout.ts'
import { inlineScalar, lineWidth, printBlock } from './print-text.ts'
import { quoted } from './text-style.ts'

/** The longest key before a colon without `?`; YAML allows 1024 characters. */
const maxKeyLength = 1000

/** The canonical text of a mapping or list, with a line feed at its end. */
export function printYaml(root: Collection): string {
  const lines = root.entries.length === 0 ? [printInline(root) ?? '', ...tailLines(root, '')] : collectionLines(root, 0)
  return `${lines.join('\n')}\n`
}

/** The lines of a comment block, each at its indent. */
export function commentLines(comments: readonly Comment[], pad: string, isFirst: boolean): readonly string[] {
  return comments.flatMap(({ text, hasBlankBefore }, index) => {
    return hasBlankBefore && !(isFirst && index === 0) ? ['', pad + text] : [pad + text]
  })
}

function collectionLines(collection: Collection, indent: number): readonly string[] {
  const lines = collection.entries.flatMap((entry, index) => entryLines(entry, indent, index === 0))
  return [...lines, ...tailLines(collection, ' '.repeat(indent))]
}

function tailLines({ tail = [], entries }: Collection, pad: string): readonly string[] {
  return commentLines(tail, pad, entries.length === 0)
}

function entryLines(given: Entry, indent: number, isFirst: boolean): readonly string[] {
  const entry = given.key === undefined ? withCommentsAbove(given, indent) : given
  const { leading = [], hasBlankBefore = false } = entry
  const above = commentLines(leading, ' '.repeat(indent), isFirst)
  const isBlank = hasBlankBefore && !(isFirst && leading.length === 0)
  return [...above, ...(isBlank ? [''] : []), ...contentLines(entry, indent)]
}

function contentLines({ key, value, trailing, isQuestion }: Entry, indent: number): readonly string[] {
  const pad = ' '.repeat(indent)
  if (key === undefined) return valueLines(`${pad}-`, value, trailing, indent)
  const name = keyText(key, false)
  if (isQuestion === true) {
    const isMark = key.kind === 'scalar' && key.isEmpty === true
    return [`${pad}${isMark ? '?' : `? ${name}`}${commentBehind(trailing)}`]
  }
  if (name.length <= maxKeyLength) return valueLines(`${pad}${name}:`, value, trailing, indent)
  return [`${pad}? ${name}${commentBehind(trailing)}`, ...valueLines(`${pad}:`, value, undefined, indent)]
}

/** Prints the value that follows `head`, on the same line or below it. */
function valueLines(head: string, value: Layout, trailing: string | undefined, indent: number): readonly string[] {
  const comment = commentBehind(trailing)
  const start = value.kind === 'alias' || value.anchor === undefined ? head : `${head} &${value.anchor}`
  if (value.kind === 'scalar') return scalarLines(start, value, comment, indent)
  const inline = onLine(head, value)
  if (inline !== undefined) return [inline + comment]
  if (value.kind === 'alias') return []
  const lines = collectionLines(value, indent + 2)
  const isCompact = head.endsWith('-') && start === head && comment === ''
  return isCompact ? [`${head} ${lines[0]?.trimStart()}`, ...lines.slice(1)] : [start + comment, ...lines]
}

function commentBehind(trailing: string | undefined): string {
  return trailing === undefined ? '' : ` ${trailing}`
}

/** The line of an alias, or of a mapping or list that fits there, after `head`. */
function onLine(head: string, value: Alias | Collection): string | undefined {
  const isWanted = value.kind === 'alias' || value.isInline === true || value.entries.length === 0
  const inline = isWanted ? printInline(value) : undefined
  if (inline === undefined) return undefined
  const line = `${head} ${inline}`
  const hasRoom = value.kind === 'alias' || value.isPinned === true || value.entries.length === 0
  return hasRoom || line.length <= lineWidth ? line : undefined
}

function scalarLines(start: string, scalar: Scalar, comment: string, indent: number): readonly string[] {
  // The comment may be meant as the text, which `check` finds: `null` before it would hide that.
  if (scalar.isEmpty === true && comment !== '') return [start + comment]
  // Behind a text without quotes, `check` asks whether the comment is the rest of it: elsewhere, it is not.
  const isAsked = comment !== '' && (scalar.isBeforeComment === true || typeof scalar.value !== 'string')
  const block = isAsked ? undefined : printBlock(scalar, indent + 2, start.length + 1)
  if (block === undefined) {
    const isAnswered = comment !== '' && !isAsked && typeof scalar.value === 'string'
    return [`${start} ${isAnswered ? quoted(scalar.value) : inlineScalar(scalar, false)}${comment}`]
  }
  const pad = ' '.repeat(indent + 2)
  return [`${start} ${block.header}${comment}`, ...block.lines.map(line => (line === '' ? '' : pad + line))]
}

/** A layout on one line; undefined if a comment in it needs its own line. */
function printInline(value: Layout): string | undefined {
  if (value.kind === 'alias') return `*${value.name}`
  const anchor = value.anchor === undefined ? '' : `&${value.anchor} `
  if (value.kind === 'scalar') return anchor + inlineScalar(value, true)
  if ((value.tail ?? []).length > 0) return undefined
  const parts = value.entries.map(inlineEntry)
  if (parts.includes(undefined)) return undefined
  const [open, close] = value.kind === 'list' ? ['[', ']'] : parts.length === 0 ? ['{', '}'] : ['{ ', ' }']
  return `${anchor}${open}${parts.join(', ')}${close}`
}

function inlineEntry({ key, value, leading = [], trailing }: Entry): string | undefined {
  const text = leading.length > 0 || trailing !== undefined ? undefined : printInline(value)
  if (key === undefined || text === undefined) return text
  const name = keyText(key, true)
  return name.length > maxKeyLength ? undefined : `${name}: ${text}`
}

/** An alias needs a space before the colon, which could otherwise be a part of its name. */
function keyText(key: Scalar | Alias, isInline: boolean): string {
  if (key.kind === 'alias') return `*${key.name} `
  return (key.anchor === undefined ? '' : `&${key.anchor} `) + inlineScalar(key, isInline)
}

/** Comments between a dash and the first field after it go above the dash, unless there is an anchor in between. */
function withCommentsAbove(entry: Entry, indent: number): Entry {
  const { value, leading = [], hasBlankBefore = false, trailing, ...rest } = entry
  if (value.kind === 'scalar' || onLine(`${' '.repeat(indent)}-`, value) !== undefined) return entry
  const [given, ...others] = value.kind === 'alias' ? [] : value.entries
  if (given === undefined || value.kind === 'alias' || value.anchor !== undefined) return entry
  const first = given.key === undefined ? withCommentsAbove(given, indent + 2) : given
  const inner = first.leading ?? []
  const [next, ...more] = trailing === undefined ? inner : [{ text: trailing, hasBlankBefore }, ...inner]
  if (next === undefined) return entry
  return {
    ...rest,
    leading: [...leading, { ...next, hasBlankBefore }, ...more],
    hasBlankBefore: inner.length > 0 && first.hasBlankBefore === true,
    value: { ...value, entries: [{ ...first, leading: [], hasBlankBefore: false }, ...others] },
  }
}
