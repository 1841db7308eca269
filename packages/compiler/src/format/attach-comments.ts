import type { SuppressionComment } from '@scenewright/model/compilation'
import { type Lexeme, lexemesOf } from '../parse/yaml/lexemes.ts'
import { type CoveredEntries, coveredEntries } from './covered-entries.ts'
import type { Collection, Comment, Entry } from './layout.ts'
import { columnOf, hasBlankAbove } from './lines.ts'

/** A comment in the original text. */
interface PlacedComment extends Comment {
  readonly start: number
  readonly column: number
  /** Whether it has its own line. */
  readonly isAlone: boolean
  readonly isSuppression: boolean
  /** The first entry that begins on the line covered by a suppression. */
  readonly covered?: Entry
}

interface Attached {
  readonly leading: PlacedComment[]
  readonly trailing: PlacedComment[]
}

/** Which comments belong to which entry, and which follow the last one of a collection. */
interface Attachments {
  readonly entries: Map<Entry, Attached>
  readonly tails: Map<Collection, PlacedComment[]>
}

/** The layout of a text with all of its comments: a suppression at the entry that it covers. */
export function attachComments(
  root: Collection,
  text: string,
  suppressions: readonly SuppressionComment[],
): Collection {
  const attachments: Attachments = { entries: new Map(), tails: new Map() }
  const covered = coveredEntries(root, text, suppressions)
  for (const lexeme of lexemesOf(text)) {
    if (lexeme.text.startsWith('#')) attach(root, placed(lexeme, text, covered), attachments)
  }
  return withComments(root, attachments, covered)
}

/** Finds the entry that a comment belongs to, from the outermost collection inwards. */
function attach(collection: Collection, comment: PlacedComment, attachments: Attachments): void {
  const { entries, isFlow } = collection
  const place = lastBefore(entries, comment.start)
  const entry = entries[place]
  const next = entries[place + 1]
  const inner = entry === undefined ? undefined : innerCollection(entry)
  if (comment.covered !== undefined) {
    attachedTo(comment.covered, attachments)[sideOf(comment.covered, comment)].push(comment)
  } else if (entry !== undefined && inner !== undefined && isWithin(comment, { entry, inner, next })) {
    attach(inner, comment, attachments)
  } else if (entry !== undefined && !comment.isAlone) {
    attachedTo(entry, attachments)[sideOf(entry, comment)].push(comment)
  } else if (entry !== undefined && comment.start < (entry.span?.end ?? 0)) {
    attachedTo(entry, attachments).leading.push(comment)
  } else if (next !== undefined) {
    attachedTo(next, attachments).leading.push(comment)
  } else if (entry !== undefined && comment.isSuppression && isFlow) {
    // Above the bracket it covers nothing; after the last entry, without brackets, it would cover the next line.
    attachedTo(entry, attachments).leading.push(comment)
  } else {
    tailOf(collection, attachments).push(comment)
  }
}

/**
 * A comment between a dash and its item goes above, where a suppression covers the item. Only behind the anchor of a
 * block there is room.
 */
function sideOf({ key, value, valueStart = 0 }: Entry, { isAlone, start }: PlacedComment): keyof Attached {
  if (isAlone || key !== undefined) return isAlone ? 'leading' : 'trailing'
  const isBlock = (value.kind === 'mapping' || value.kind === 'list') && value.isInline !== true
  const isAbove = isBlock ? value.anchor === undefined : start < valueStart
  return isAbove ? 'leading' : 'trailing'
}

interface Surroundings {
  readonly entry: Entry
  readonly inner: Collection
  readonly next: Entry | undefined
}

/** Whether a comment after an entry's start belongs to something in the entry's collection. */
function isWithin(comment: PlacedComment, { entry, inner, next }: Surroundings): boolean {
  const { start, end } = inner.span ?? { start: 0, end: 0 }
  const first = inner.entries[0]
  if (!comment.isAlone) return (first?.span?.start ?? start) < comment.start && (comment.start < end || !inner.isFlow)
  if (comment.start < end) return true
  // One that covers nothing, because nothing follows, stays in such a place.
  if (comment.isSuppression) return false
  if (inner.isFlow || (next !== undefined && comment.column <= (entry.column ?? 0))) return false
  return comment.column >= (first?.column ?? 0)
}

function innerCollection({ value }: Entry): Collection | undefined {
  const isCollection = value.kind === 'mapping' || value.kind === 'list'
  return isCollection && value.entries.length > 0 ? value : undefined
}

/** The place of the last entry that begins before an offset, or -1. */
function lastBefore(entries: readonly Entry[], offset: number): number {
  let low = -1
  let high = entries.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((entries[middle]?.span?.start ?? 0) < offset) low = middle
    else high = middle - 1
  }
  return low
}

function tailOf(collection: Collection, { tails }: Attachments): PlacedComment[] {
  const tail = tails.get(collection) ?? []
  tails.set(collection, tail)
  return tail
}

function attachedTo(entry: Entry, { entries }: Attachments): Attached {
  const attached = entries.get(entry) ?? { leading: [], trailing: [] }
  entries.set(entry, attached)
  return attached
}

function withComments(collection: Collection, attachments: Attachments, covered: CoveredEntries): Collection {
  const tail = attachments.tails.get(collection)
  const entries = collection.entries.map(entry => entryWithComments(entry, attachments, covered))
  return { ...collection, entries, ...(tail !== undefined && { tail }) }
}

/** Of several comments after parts of one entry, the last remains there and the others move above it. */
function entryWithComments(entry: Entry, attachments: Attachments, covered: CoveredEntries): Entry {
  const { leading, trailing } = attachments.entries.get(entry) ?? { leading: [], trailing: [] }
  const last = trailing.at(-1)
  const above = [...leading, ...trailing.slice(0, -1)].sort((a, b) => a.start - b.start)
  // The blank line before an entry is then before the comments that move out of it.
  const moved = above.findIndex(({ start }) => start > (entry.span?.start ?? 0))
  const { hasBlankBefore = false } = entry
  const inner = entry.value
  const isCollection = inner.kind === 'mapping' || inner.kind === 'list'
  const filled = isCollection ? withComments(inner, attachments, covered) : inner
  const value = isCollection && covered.isPinned(entry) ? { ...filled, isPinned: true } : filled
  return {
    ...entry,
    value,
    leading: above.map((comment, index) => (index === moved ? { ...comment, hasBlankBefore } : comment)),
    hasBlankBefore: hasBlankBefore && moved === -1,
    ...(last !== undefined && { trailing: last.text }),
  }
}

function placed({ text: comment, start }: Lexeme, text: string, covered: CoveredEntries): PlacedComment {
  const column = columnOf(text, start)
  const isAlone = text.slice(start - column, start).trim() === ''
  const entry = covered.entry(start, isAlone)
  return {
    text: comment.trimEnd(),
    start,
    column,
    isAlone,
    isSuppression: covered.isSuppression(start),
    hasBlankBefore: hasBlankAbove(text, start),
    ...(entry !== undefined && { covered: entry }),
  }
}
