import { OperationError } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import { textHash } from '@scenewright/model/text-hash'
import { asRefusal } from '../../shell/exit.ts'

/**
 * The maximum size of an answer in bytes of UTF-8. A token of a language model has at least one byte, and about three in
 * these answers: in English, 4,000 bytes of them are 1,000 to 1,400 tokens of o200k.
 */
const maxBytes = 4000

/** The maximum size of one text in an answer, in bytes. */
const maxText = 240

/** The maximum size of an error, in bytes. */
const maxMessage = 1000

/** The maximum number of items of a list within another item. */
const maxItems = 12

/** A part of a list. `next_cursor` requests the part that follows. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor?: string
}

/**
 * The items of a list that fit into an answer next to `rest`, from the cursor of an earlier answer on: at least one. A
 * cursor of a list that has changed is an OperationError.
 */
export function paginate<Item>(items: readonly Item[], cursor: string | undefined, rest: object): Page<Item> {
  const identity = textHash(JSON.stringify(items)).slice(0, 8)
  const first = cursor === undefined ? 0 : readCursor(cursor, identity)
  let room = maxBytes - sizeOf(rest)
  let end = first
  for (const item of items.slice(first)) {
    room -= sizeOf(item)
    if (room < 0 && end > first) break
    end += 1
  }
  return { items: items.slice(first, end), ...(end < items.length && { next_cursor: `${end}-${identity}` }) }
}

function readCursor(cursor: string, identity: string): number {
  const [, at, of] = /^(\d{1,9})-(\w+)$/.exec(cursor) ?? []
  if (of === identity) return Number(at)
  throw new OperationError('usage', 'the cursor is of a list that has changed since', {
    help: 'call the tool again without a cursor',
  })
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1
}

/** The first items of a list that fit into this many bytes. */
export function fitting<Item>(items: readonly Item[], bytes: number): Item[] {
  let room = bytes
  const end = items.findIndex(item => {
    room -= sizeOf(item)
    return room < 0
  })
  return items.slice(0, end === -1 ? items.length : end)
}

/** A value of JSON whose texts and lists are cut so that it fits into an answer. */
export function shrink<Value>(value: Value): Value {
  let length = 1200
  let clipped = clip(value, length)
  for (; sizeOf(clipped) > maxBytes && length > 1; clipped = clip(value, length)) length = Math.floor(length / 2)
  return clipped
}

/** A value of JSON whose texts and lists are cut to a length that leaves room for others. */
export function clip<Value>(value: Value, length = maxText): Value {
  if (typeof value === 'string') return clipText(value, length) as Value
  if (Array.isArray(value)) return clipList(value, length) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clip(part, length)])) as Value
}

function clipList(items: readonly unknown[], length: number): readonly unknown[] {
  const kept = items.slice(0, maxItems).map(item => clip(item, length))
  return typeof items[maxItems] === 'string' ? [...kept, '\u2026'] : kept
}

/** The text, or as much of its beginning as has this many bytes, and an ellipsis. */
export function clipText(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const kept = Buffer.from(text.slice(0, bytes)).subarray(0, bytes)
  // A character that is cut is left out.
  return `${new TextDecoder().decode(kept, { stream: true })}\u2026`
}

/**
 * The message and the help of an error; undefined for a bug. Values of the config may be confidential: only their place
 * is named.
 */
export function adviceOf(error: unknown): readonly string[] | undefined {
  const refusal = asRefusal(error)
  if (refusal === undefined) return undefined
  const { code, message, help } = refusal
  const all = help === undefined ? [message] : [message, help]
  const named = code === 'config' ? all.map(each => each.replace(/"(?:[^"\\]|\\.)*"/g, '"\u2026"')) : all
  return named.map(each => clipText(visible(each), maxMessage))
}
