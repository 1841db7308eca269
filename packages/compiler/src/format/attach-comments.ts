import { type Lexeme, lexemesOf } from '../parse/yaml/lexemes.ts'
import type { Collection, Comment, Entry } from './layout.ts'
import { columnOf, hasBlankAbove } from './line-of.ts'

/** A comment in the text that it was read from. */
interface PlacedComment extends Comment {
  readonly start: number
  readonly column: number
  /** Whether it has its line to itself. */
  readonly isAlone: boolean
  /** Whether it says something of the next line with content, wherever that is. */
  readonly isSuppression: boolean
}

interface Attached {
  readonly leading: PlacedComment[]
  readonly trailing: PlacedComment[]
}

/** Which comments belong to which entry, and which stand behind the last one of a collection. */
interface Attachments {
  readonly entries: Map<Entry, Attached>
  readonly tails: Map<Collection, PlacedComment[]>
}

/** The layout of a text with all of its comments and blank lines, each where it belongs. */
export function attachComments(root: Collection, text: string): Collection {
  const attachments: Attachments = { entries: new Map(), tails: new Map() }
  for (const lexeme of lexemesOf(text)) {
    if (lexeme.text.startsWith('#')) attach(root, placed(lexeme, text), attachments)
  }
  return withComments(root, attachments)
}

/** Finds the entry that a comment belongs to, from the outermost collection inwards. */
function attach(collection: Collection, comment: PlacedComment, attachments: Attachments): void {
  const { entries } = collection
  const place = entries.findLastIndex(({ span }) => (span?.start ?? 0) < comment.start)
  const entry = entries[place]
  const next = entries[place + 1]
  const inner = entry === undefined ? undefined : innerCollection(entry)
  if (entry !== undefined && inner !== undefined && isWithin(comment, { entry, inner, next })) {
    attach(inner, comment, attachments)
  } else if (entry !== undefined && !comment.isAlone) {
    attachedTo(entry, attachments).trailing.push(comment)
  } else if (entry !== undefined && comment.start < (entry.span?.end ?? 0)) {
    attachedTo(entry, attachments).leading.push(comment)
  } else if (next !== undefined) {
    attachedTo(next, attachments).leading.push(comment)
  } else {
    attachments.tails.set(collection, [...(attachments.tails.get(collection) ?? []), comment])
  }
}

interface Surroundings {
  readonly entry: Entry
  readonly inner: Collection
  readonly next: Entry | undefined
}

/** Whether a comment that stands behind an entry's start belongs to something in the entry's collection. */
function isWithin(comment: PlacedComment, { entry, inner, next }: Surroundings): boolean {
  const { start, end } = inner.span ?? { start: 0, end: 0 }
  const innerStart = inner.entries[0]?.span?.start ?? start
  if (!comment.isAlone) return innerStart < comment.start && (comment.start < end || !inner.isFlow)
  if (comment.start < end) return true
  if (inner.isFlow || (next !== undefined && (comment.isSuppression || comment.column <= (entry.column ?? 0))))
    return false
  return comment.column >= (inner.entries[0]?.column ?? 0)
}

function innerCollection({ value }: Entry): Collection | undefined {
  const isCollection = value.kind === 'mapping' || value.kind === 'list'
  return isCollection && value.entries.length > 0 ? value : undefined
}

function attachedTo(entry: Entry, { entries }: Attachments): Attached {
  const attached = entries.get(entry) ?? { leading: [], trailing: [] }
  entries.set(entry, attached)
  return attached
}

function withComments(collection: Collection, attachments: Attachments): Collection {
  const tail = attachments.tails.get(collection)
  const entries = collection.entries.map(entry => entryWithComments(entry, attachments))
  return { ...collection, entries, ...(tail !== undefined && { tail }) }
}

/** Of several comments behind parts of one entry the last stays there, and the others go above it. */
function entryWithComments(entry: Entry, attachments: Attachments): Entry {
  const { leading, trailing } = attachments.entries.get(entry) ?? { leading: [], trailing: [] }
  const last = trailing.at(-1)
  const above = [...leading, ...trailing.slice(0, -1)].sort((a, b) => a.start - b.start)
  const inner = entry.value
  const value = inner.kind === 'mapping' || inner.kind === 'list' ? withComments(inner, attachments) : inner
  return { ...entry, value, leading: above, ...(last !== undefined && { trailing: last.text }) }
}

function placed({ text: comment, start }: Lexeme, text: string): PlacedComment {
  const column = columnOf(text, start)
  return {
    text: comment.trimEnd(),
    start,
    column,
    isAlone: text.slice(start - column, start).trim() === '',
    isSuppression: comment.includes('scenewright-ignore'),
    hasBlankBefore: hasBlankAbove(text, start),
  }
}
