import type { ReadMessage } from './message-columns.ts'

/** Counts different messages: those with another text or label. Of each, it keeps a hash and a number. */
export interface MessageCounts {
  /** The number of different messages, and of different texts among them. */
  readonly size: number
  readonly distinct: number
  /** Counts a message: `new` if it is the first of its kind. If `isFull`, new ones are not counted. */
  add(message: ReadMessage, isFull: boolean): 'new' | 'known' | 'left-out'
  /** How often a message was counted; 0 from the second request on, and for one that was not counted. */
  take(message: ReadMessage): number
  /** Whether a counted message with this text has a label. */
  hasLabel(text: string): boolean
  /** How often a text that has a label was counted without one; 0 from the second request on. */
  takeUnlabelled(text: string): number
}

/** Creates counts of no message. */
export function createMessageCounts(): MessageCounts {
  const table = createHashTable()
  let [size, distinct] = [0, 0]
  return {
    get size() {
      return size
    },
    get distinct() {
      return distinct
    },
    add(message, isFull) {
      const known = table.find(identify(message))
      if (table.countAt(known) > 0) {
        table.increment(known, message.count)
        return 'known'
      }
      if (isFull) return 'left-out'
      const { text, expected } = message
      const before = table.size
      // Also of a labelled message, so that it is one of the different texts.
      const ofText = table.add(identify({ text }))
      if (table.size > before) distinct++
      if (expected !== undefined) table.add(identify({ text, expected: anyLabel }))
      table.increment(expected === undefined ? ofText : table.add(identify(message)), message.count)
      size++
      return 'new'
    },
    take: message => table.takeAt(table.find(identify(message))),
    hasLabel: text => table.has(identify({ text, expected: anyLabel })),
    takeUnlabelled(text) {
      const isFirst = table.mark(table.find(identify({ text, expected: anyLabel })))
      return isFirst ? table.countAt(table.find(identify({ text }))) : 0
    },
  }
}

/** No message has it: an empty label is none. */
const anyLabel = ''

/** A JSON string begins with a quotation mark, so no labelled message is identified like one without a label. */
function identify({ text, expected }: ReadMessage): string {
  return `${expected === undefined ? '' : JSON.stringify(expected)}\n${text}`
}

/**
 * An open-addressing table from texts to counts. It has the first 64 bits of a cryptographic hash of each text: two of a
 * million texts have the same ones in one of 30 million files. A slot takes 12 bytes.
 */
function createHashTable() {
  let highs = new Int32Array(1 << 12)
  let lows = new Int32Array(highs.length)
  // 0 in a free slot, else one more than twice the count, and one more again when it was taken.
  let values = new Uint32Array(highs.length)
  let size = 0
  // Of the last text.
  let [high, low] = [0, 0]
  const search = () => {
    const mask = highs.length - 1
    let slot = low & mask
    while (values[slot] !== 0 && (highs[slot] !== high || lows[slot] !== low)) slot = (slot + 1) & mask
    return slot
  }
  const put = (value: number) => {
    const slot = search()
    highs[slot] = high
    lows[slot] = low
    values[slot] = value
    return slot
  }
  const grow = () => {
    const [oldHighs, oldLows, oldValues] = [highs, lows, values]
    highs = new Int32Array(oldHighs.length * 2)
    lows = new Int32Array(highs.length)
    values = new Uint32Array(highs.length)
    const [lastHigh, lastLow] = [high, low]
    oldValues.forEach((value, old) => {
      if (value === 0) return
      high = oldHighs[old] ?? 0
      low = oldLows[old] ?? 0
      put(value)
    })
    high = lastHigh
    low = lastLow
  }
  const find = (text: string) => {
    const bytes = process.getBuiltinModule('node:crypto').hash('sha1', text, 'binary')
    high = readWord(bytes, 0)
    low = readWord(bytes, 4)
    return search()
  }
  const mark = (slot: number) => {
    const value = values[slot] ?? 0
    if (value % 2 === 0) return false
    values[slot] = value + 1
    return true
  }
  return {
    get size() {
      return size
    },
    /** The slot of a text, or a free one. */
    find,
    /** The slot of a text, which is added with the count 0 if it is missing. */
    add(text: string): number {
      const found = find(text)
      if (values[found] !== 0) return found
      size++
      if (size * 4 > highs.length * 3) grow()
      return put(1)
    },
    has: (text: string) => values[find(text)] !== 0,
    countAt: (slot: number) => ((values[slot] ?? 0) - 1) >> 1,
    increment(slot: number, by = 1): void {
      values[slot] = (values[slot] ?? 0) + 2 * by
    },
    /** The count in a slot, the first time; afterwards and in a free slot 0. */
    takeAt(slot: number): number {
      return mark(slot) ? ((values[slot] ?? 0) - 2) / 2 : 0
    },
    /** Marks a slot as taken; false if it was taken, or is free. */
    mark,
  }
}

/** Four of the bytes of a text in Latin-1. */
function readWord(bytes: string, at: number): number {
  const byteAt = (place: number) => bytes.charCodeAt(at + place)
  return (byteAt(0) << 24) | (byteAt(1) << 16) | (byteAt(2) << 8) | byteAt(3)
}
