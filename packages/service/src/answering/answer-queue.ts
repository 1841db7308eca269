import { InternalError } from '@scenewright/model'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { startWorkLoop, type WorkLoop } from '../jobs/work-loop.ts'
import { ProviderFailure } from '../providers/model.ts'
import type { AgentReader } from '../resources/agents/store.ts'
import type { Completion } from '../resources/completions/table.ts'
import { createCoalescer } from '../runtime/coalescer.ts'
import type { DataLoaders } from '../runtime/data-loaders.ts'
import { type Timers, waitAtMost } from '../runtime/timers.ts'
import { type AnswerDependencies, answerMessage } from './answer-message.ts'
import {
  answerLines,
  type CompletionResult,
  claimCompletions,
  completeBatch,
  type Line,
  releaseCompletions,
} from './completion-store.ts'
import { type DialogueProgress, readProgress } from './progress.ts'

/** Completions taken up by one statement, and settled by one transaction. */
const batchSize = 100
/** Completions at work at once: most are answered within a millisecond, some wait for a model. */
const mostAtWork = 400
/** From so many of one bot on no more of it are taken up: one whose model hangs holds up no other. */
const busyFrom = 200
/** A completion that was taken up so often without a result has ended the service each time. */
const mostAttempts = 20
/** How long to wait for news before looking anyway, in milliseconds. */
const idleMs = 5000
/** How soon to look again for a few, in milliseconds: a statement costs nearly the same for one as for thirty. */
const spacingMs = 30
/** How long to wait before what failed is tried again, in milliseconds. */
const afterFailureMs = 1000
/** How long a stop waits for what is under way, in milliseconds. */
const shutdownDeadlineMs = 3000

/** What answering needs. */
export interface AnswerQueueOptions extends AnswerDependencies {
  readonly kysely: Kysely<Tables>
  readonly loaders: DataLoaders
  readonly agents: AgentReader
  readonly owner: number
  /** Other services may stand on the same database. */
  readonly isShared: boolean
  readonly clock: () => Date
  readonly timers: Timers
  /** Ends what waits for others, such as models: then a stop need not wait for them. */
  readonly abort: () => void
  /** Told of results once they are recorded. */
  readonly onCompleted: (results: readonly CompletionResult[]) => void
  readonly onError: (error: unknown) => void
}

/** Answers the completions that wait: those of a dialogue in their order, others without waiting for each other. */
export function startAnswerQueue(options: AnswerQueueOptions): WorkLoop {
  const { kysely, owner, isShared, clock, timers, onCompleted, onError } = options
  const lines = new Map<Line, Promise<void>>()
  // After a failure: what this service has taken up and is not at work on is given back first.
  let isUnsure = false
  let isStopping = false
  // Whether something may wait for what is at work to end: nothing more is taken up, or nothing more of some bot.
  let isFull = false

  const settle = createCoalescer(async (results: readonly CompletionResult[]) => {
    await completeBatch(kysely, results, clock())
    onCompleted(results)
    return results.map(() => undefined)
  }, batchSize)

  const answerLine = async (line: Line, progress: DialogueProgress | undefined) => {
    let latest = progress
    for (const completion of line) {
      const settled = await answerOne(completion, latest, options)
      latest = settled.progress ?? latest
      await settle(settled)
    }
  }
  const begin = (line: Line, progress: DialogueProgress | undefined) => {
    const end = (ms: number) => {
      lines.delete(line)
      // Nothing else waited for this one to end.
      if (ms === 0 && !isFull && line[0]?.dialogue_id === null) return
      if (ms === 0) loop.wake()
      else timers.after(ms, loop.wake)
    }
    const work = answerLine(line, progress).then(
      () => end(0),
      error => {
        if (!isStopping) onError(error)
        end(afterFailureMs)
        isUnsure = true
      },
    )
    lines.set(line, work)
  }
  const atWork = () => [...lines.keys()].flat().map(({ id }) => id)
  const busyBots = () => {
    const counts = new Map<string, number>()
    for (const { bot_id } of [...lines.keys()].flat()) counts.set(bot_id, (counts.get(bot_id) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= busyFrom).map(([bot]) => bot)
  }
  const giveBack = async () => {
    if (!isUnsure) return
    // Before what is at work is looked up: a line that fails from here on makes it unsure again.
    isUnsure = false
    await releaseCompletions(kysely, owner, { except: atWork() })
  }
  const claim = async () => {
    const most = Math.min(batchSize, mostAtWork - atWork().length)
    const busy = busyBots()
    isFull = busy.length > 0
    const completions = await claimCompletions(kysely, owner, { most, isShared, busyBots: busy })
    const progress = await readProgress(kysely, completions)
    for (const line of answerLines(completions)) begin(line, progress.get(line[0]?.dialogue_id ?? ''))
    return completions.length === most ? 0 : idleMs
  }
  const run = async () => {
    try {
      await giveBack()
      isFull = atWork().length >= mostAtWork
      return isFull ? idleMs : await claim()
    } catch (error) {
      // Whether a claim that failed took something up, nobody knows.
      isUnsure = true
      throw error
    }
  }
  const loop = startWorkLoop(run, onError, { spacingMs, timers })
  return {
    wake: loop.wake,
    isAlive: loop.isAlive,
    async stop() {
      isStopping = true
      await loop.stop()
      const ended = Promise.all(lines.values())
      await waitAtMost(timers, shutdownDeadlineMs, ended)
      options.abort()
      await ended
      await releaseCompletions(kysely, owner, { except: [] })
    },
  }
}

/** A provider that does not answer gives an ERROR; all else that goes wrong is tried again. */
async function answerOne(
  completion: Completion,
  progress: DialogueProgress | undefined,
  options: AnswerQueueOptions,
): Promise<CompletionResult> {
  // One that was deleted just as the completion came still answers it.
  const bot = await options.loaders.recordedBot(completion.bot_id)
  if (bot === undefined) throw new InternalError(`The bot of the completion ${completion.id} is not there.`)
  const failed = { completion, bot, status: 'ERROR', text: null } as const
  if (completion.attempts > mostAttempts) {
    options.onError(new InternalError(`The completion ${completion.id} is given up after ${mostAttempts} attempts.`))
    return failed
  }
  try {
    const agent = await options.agents(bot)
    return { completion, bot, ...(await answerMessage({ completion, bot, agent, progress }, options)) }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    options.onError(error)
    return failed
  }
}
