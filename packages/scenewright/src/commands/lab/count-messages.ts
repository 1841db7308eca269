import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { maxMessages, type ReadMessage } from './message-columns.ts'
import { createMessageCounts } from './message-counts.ts'
import { type MessageSource, readMessages } from './read-messages.ts'

/**
 * The limits that bound memory: messages in all, different messages, and UTF-16 units of one message. Input that cannot
 * be read twice must be stored, so its units in total are limited, too.
 */
export const messageLimits = {
  total: maxMessages,
  distinct: 1_000_000,
  message: 2_000,
  storedUnits: 40_000_000,
} as const

/** The maximum number of counted labels: a bot has fewer scenarios. */
const maxLabels = 20_000

/** A message with its frequency, and its label as the file has it. */
export interface ReadCount extends ReadMessage {
  readonly count: number
}

/** The messages of a file, each different one once. */
export interface CountedFile {
  /** The number of different messages, that is of different texts and labels, and of different texts alone. */
  readonly size: number
  readonly distinct: number
  /** The number of rows without a message, and of messages beyond the limits. */
  readonly leftOut: number
  /** The hash of all messages and labels in their order. */
  readonly digest: string
  /** How many messages have each label; of many thousands of labels, the first ones. */
  readonly labels: ReadonlyMap<string, number>
  /** Whether a message with this text has a label. */
  hasLabel(text: string): boolean
  /** How often a text that has a label was counted without one; 0 from the second request on. */
  takeUnlabelled(text: string): number
  /**
   * The messages in the order of their first occurrence, in parts of this size. Call it once. If the file has changed
   * meanwhile, it is a usage error.
   */
  parts(size: number): AsyncGenerator<readonly ReadCount[]>
}

/** How messages are counted. */
interface CountOptions {
  readonly limits?: typeof messageLimits | { readonly [name in keyof typeof messageLimits]: number }
  /** Called after each message. */
  readonly onMessage: (read: number) => Promise<void>
}

/**
 * Counts messages with equal texts and labels. A long one is truncated; beyond the limits, only repeated messages are
 * counted. A file is read a second time for its texts, so that memory does not grow with them; other input is stored.
 */
export async function countMessages(
  source: MessageSource,
  { limits = messageLimits, onMessage }: CountOptions,
): Promise<CountedFile> {
  const isFile = canBeReadTwice(source)
  const counts = createMessageCounts()
  const labels = new Map<string, number>()
  const stored: ReadMessage[] = []
  const digest = createDigest()
  let [read, units, leftOut] = [0, 0, 0]
  const omit = (omitted: number) => {
    leftOut += omitted
  }
  const counted = { ...source, onBlank: () => omit(1) }
  // Other input may have no end.
  for await (const message of truncated(counted, limits, isFile ? omit : undefined)) {
    const { text, expected, count = 1 } = message
    const isFull = counts.size >= limits.distinct || (!isFile && units + text.length > limits.storedUnits)
    const added = counts.add(message, isFull)
    if (added === 'left-out') leftOut += count
    if (added === 'new' && !isFile) {
      stored.push(detached(message))
      units += text.length
    }
    if (expected !== undefined && (labels.has(expected) || labels.size < maxLabels)) {
      labels.set(expected, (labels.get(expected) ?? 0) + count)
    }
    digest.add(message)
    read += count
    await onMessage(read)
  }
  const { size, distinct } = counts
  return {
    size,
    distinct,
    leftOut,
    digest: digest.end(),
    labels,
    hasLabel: counts.hasLabel,
    takeUnlabelled: counts.takeUnlabelled,
    async *parts(partSize) {
      let part: ReadCount[] = []
      let found = 0
      for await (const message of isFile ? truncated(source, limits) : stored) {
        const count = counts.take(message)
        if (count === 0) continue
        found++
        part.push({ ...detached(message), count })
        if (part.length < partSize) continue
        yield part
        part = []
      }
      if (found < size) throw new OperationError('usage', `"${source.file}" was changed while it was read`)
      if (part.length > 0) yield part
    },
  }
}

function canBeReadTwice({ cwd, file }: MessageSource): boolean {
  if (file === '-') return false
  // A missing file is reported when it is read.
  return statsAt(resolve(cwd, file))?.isFile() ?? true
}

/** The messages up to the limit. What is beyond it is counted with `omit`, if given, and otherwise not read. */
async function* truncated(
  source: MessageSource,
  limits: { readonly total: number; readonly message: number },
  omit?: (messages: number) => void,
): AsyncGenerator<ReadMessage> {
  let read = 0
  for await (const { text, ...rest } of readMessages(source)) {
    if (read < limits.total) yield { text: text.slice(0, limits.message).toWellFormed(), ...rest }
    else if (omit === undefined) return
    else omit(rest.count ?? 1)
    read += rest.count ?? 1
  }
}

/** A copy: a part of a longer text would keep all of it in memory. */
function detached({ text, expected }: ReadMessage): ReadMessage {
  const copy = (part: string) => Buffer.from(part).toString()
  return { text: copy(text), ...(expected !== undefined && { expected: copy(expected) }) }
}

/** The number of UTF-16 units that are hashed at once. */
const hashedAtOnce = 1 << 16

function createDigest() {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  let waiting = ''
  return {
    add({ text, expected, count }: ReadMessage): void {
      waiting += `${JSON.stringify(count === undefined ? (expected ?? null) : [expected, count])}${text.length}:${text}`
      if (waiting.length < hashedAtOnce) return
      hash.update(waiting)
      waiting = ''
    },
    end: () => hash.update(waiting).digest('hex'),
  }
}
