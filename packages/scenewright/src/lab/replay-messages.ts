import { OperationError } from '@scenewright/model'
import { createReplay, type ReplayedMessage, surveyReplay } from '@scenewright/simulator'
import type { PreparedBot } from '../bot.ts'
import { count } from '../report/count.ts'
import { endedBySignals } from '../signals.ts'
import { createBreath } from './breath.ts'
import type { ReplayReport } from './lab-report.ts'
import { type MessageSource, readMessages } from './read-messages.ts'

/** Messages with how often each was written, and how many were left out. */
interface CountedMessages {
  readonly counts: ReadonlyMap<string, number>
  readonly leftOut: number
}

/** What is kept, so that memory is bounded: rows, different messages, and UTF-16 units of all together. */
export const messageLimits = { rows: 1_000_000, distinct: 200_000, units: 40_000_000, message: 2_000 } as const

/** As many messages are made ready at once. */
const batch = 1000

/** Replays the messages of a file on a bot. None in it at all is a usage error. */
export async function replayMessages(
  source: MessageSource,
  { bot, readyOnce }: PreparedBot,
  { signal, show }: { readonly signal: AbortSignal; readonly show: (text: string) => void },
): Promise<ReplayReport> {
  let done = 0
  const reading = createBreath(signal, () => show(`${count(done, 'message')} read …`))
  const { counts, leftOut } = await countMessages(readMessages(source), read => {
    done = read
    return reading()
  })
  if (counts.size === 0) throw new OperationError('usage', `there is no message in "${source.file}"`)
  const replay = createReplay(bot)
  const replayed: ReplayedMessage[] = []
  const breath = createBreath(signal, () => show(`${replayed.length} of ${count(counts.size, 'message')} replayed …`))
  const messages = [...counts]
  for (let first = 0; first < messages.length; first += batch) {
    const part = messages.slice(first, first + batch)
    await readyOnce(part.map(([text]) => text))
    for (const [text, times] of part) {
      replayed.push(replay(text, times))
      await breath()
    }
  }
  show('messages grouped …')
  const survey = endedBySignals(process, () => surveyReplay(replayed))
  return { file: source.file, left_out: leftOut, ...survey }
}

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
