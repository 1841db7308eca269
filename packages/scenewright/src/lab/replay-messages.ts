import { OperationError } from '@scenewright/model'
import { createReplay, type ReplayedMessage, surveyReplay } from '@scenewright/simulator'
import type { PreparedBot } from '../bot.ts'
import { count } from '../report/count.ts'
import { endedBySignals } from '../signals.ts'
import { createBreath } from './breath.ts'
import { countMessages } from './count-messages.ts'
import type { ReplayReport } from './lab-report.ts'
import { type MessageSource, readMessages } from './read-messages.ts'

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
