import { InternalError } from '@scenewright/model'
import type { Kysely } from 'kysely'
import type { Bot, Completion, Tables } from '../database/tables.ts'
import type { Lookups } from '../lookups.ts'
import { startWorkLoop, type WorkLoop } from '../work-loop.ts'
import { answerMessage, type DialogueProgress } from './answer-message.ts'
import { claimCompletions, releaseCompletions } from './claim-completions.ts'
import type { PreparedBots } from './prepared-bots.ts'
import { type Settled, settleCompletions } from './settle-completions.ts'

/** Completions taken up at once. */
const batchSize = 100
/** A completion that was taken up so often without a result has ended the service each time. */
const mostAttempts = 5
/** How long to wait for news before looking anyway, in milliseconds. */
const idleMs = 5000

/** What answering needs. */
export interface AnswerQueueOptions {
  readonly kysely: Kysely<Tables>
  readonly lookups: Lookups
  readonly preparedBots: PreparedBots
  readonly owner: number
  readonly clock: () => Date
  /** Told after results were recorded. */
  readonly onSettled: () => void
  readonly onError: (error: unknown) => void
}

/** Answers the completions that wait, in the order of their dialogues. */
export function startAnswerQueue(options: AnswerQueueOptions): WorkLoop {
  const { kysely, owner } = options
  // After a failed run: what it had taken up is still this service's, and is given back first.
  let hasLeftOver = false
  const run = async () => {
    if (hasLeftOver) await releaseCompletions(kysely, owner)
    hasLeftOver = true
    const completions = await claimCompletions(kysely, owner, batchSize)
    if (completions.length > 0) {
      await settleCompletions(kysely, await answerAll(completions, options), options.clock())
      options.onSettled()
    }
    hasLeftOver = false
    return completions.length > 0 ? 0 : idleMs
  }
  return startWorkLoop(run, options.onError)
}

/** Oldest first, so that each message of a dialogue finds it as the one before has left it. */
async function answerAll(completions: readonly Completion[], options: AnswerQueueOptions) {
  const dialogues = await readDialogues(options.kysely, completions)
  const bots = await readBots(options.lookups, completions)
  const results: Settled[] = []
  for (const completion of completions) {
    const bot = bots.get(completion.bot_id)
    if (bot === undefined) throw new InternalError(`The bot of the completion ${completion.id} is not there.`)
    results.push(await answerOne(completion, bot, dialogues, options))
  }
  return { results, dialogues }
}

/** Each bot once, as it is now. */
async function readBots(lookups: Lookups, completions: readonly Completion[]): Promise<ReadonlyMap<string, Bot>> {
  const ids = [...new Set(completions.map(({ bot_id }) => bot_id))]
  const bots = await Promise.all(ids.map(id => lookups.bot(id)))
  return new Map(bots.flatMap(bot => (bot === undefined ? [] : [[bot.id, bot] as const])))
}

async function answerOne(
  completion: Completion,
  bot: Bot,
  dialogues: Map<string, DialogueProgress>,
  { preparedBots, onError }: AnswerQueueOptions,
): Promise<Settled> {
  const failed = { completion, bot, status: 'ERROR', text: null } as const
  if (completion.attempts > mostAttempts) return failed
  const prepared = await preparedBots(bot)
  try {
    const { dialogue_id } = completion
    const { status, text, started, progress } = answerMessage(prepared, completion, dialogues.get(dialogue_id ?? ''))
    if (dialogue_id !== null && progress !== undefined) dialogues.set(dialogue_id, progress)
    return { completion, bot, status, text, ...(started !== undefined && { started }) }
  } catch (error) {
    onError(error)
    return failed
  }
}

async function readDialogues(
  kysely: Kysely<Tables>,
  completions: readonly Completion[],
): Promise<Map<string, DialogueProgress>> {
  const ids = [...new Set(completions.flatMap(({ dialogue_id }) => dialogue_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await kysely.selectFrom('dialogues').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...row }) => [id, progressOf(row)]))
}

function progressOf(row: DialogueProgress): DialogueProgress {
  const { operator_limit, customer_messages, successful_messages, clarification_attempted, is_active, memory } = row
  return { operator_limit, customer_messages, successful_messages, clarification_attempted, is_active, memory }
}
