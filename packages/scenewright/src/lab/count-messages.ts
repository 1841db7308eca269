/** Messages with how often each was written, and how many were left out. */
export interface CountedMessages {
  readonly counts: ReadonlyMap<string, number>
  readonly leftOut: number
}

/** What is kept, so that memory is bounded: rows, different messages, and UTF-16 units of all together. */
export const messageLimits = { rows: 1_000_000, distinct: 200_000, units: 40_000_000, message: 2_000 } as const

/** Counts messages. Of a long one the beginning counts; beyond the limits only those met before are counted. */
export async function countMessages(
  messages: AsyncIterable<string>,
  onMessage: (read: number) => Promise<void>,
): Promise<CountedMessages> {
  const counts = new Map<string, number>()
  let [read, units, leftOut] = [0, 0, 0]
  for await (const message of messages) {
    const text = message.slice(0, messageLimits.message).toWellFormed()
    const known = counts.get(text)
    const isFull = counts.size >= messageLimits.distinct || units + text.length > messageLimits.units
    if (known === undefined && isFull) leftOut++
    else counts.set(text, (known ?? 0) + 1)
    if (known === undefined && !isFull) units += text.length
    read++
    if (read >= messageLimits.rows) break
    await onMessage(read)
  }
  return { counts, leftOut }
}
