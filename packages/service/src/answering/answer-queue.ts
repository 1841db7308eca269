import { setMaxListeners } from 'node:events'
import { InternalError } from '@scenewright/model'
import type { Kysely } from 'kysely'
import { DatabaseUnavailableError } from '../database/database-error.ts'
import type { Tables } from '../database/tables.ts'
import { startWorkLoop, type WorkLoop } from '../jobs/work-loop.ts'
import { ProviderFailure } from '../providers/model.ts'
import type { AgentReader } from '../resources/agents/store.ts'
import type { Arrivals } from '../resources/completions/accept.ts'
import type { Completion, NewCompletion } from '../resources/completions/table.ts'
import { createCoalescer } from '../runtime/coalescer.ts'
import { createCounter } from '../runtime/counter.ts'
import type { DataLoaders, ReadBot } from '../runtime/data-loaders.ts'
import type { Pace } from '../runtime/pace.ts'
import { createDeadlines, type RunUntilDeadline, type Timers, waitAtMost, waitFor } from '../runtime/timers.ts'
import type { TraceAnswer } from '../tracing/tracing.ts'
import type { DeliveryArrivals } from '../webhooks/delivery-queue.ts'
import type { Question } from './answer.ts'
import { type AnswerDependencies, answerMessage } from './answer-message.ts'
import {
  type CompletionResult,
  claimCompletions,
  completeBatch,
  type DialogueLine,
  groupByDialogue,
  releaseCompletions,
} from './completion-store.ts'
import { addCustomerMessage, type DialogueProgress, readProgress } from './progress.ts'

/** Completions claimed by one statement. */
const batchSize = 100
/** Concurrent completions: most are answered within a millisecond, some wait for a model. */
const maxAtWork = 400
/**
 * From this number on, no more completions of a bot are claimed, so that a hanging model does not block other bots.
 */
const busyFrom = 200
/** The maximum number of attempts at a completion: each of them failed, or ended with its process. */
const maxAttempts = 20
/** The polling interval without notifications, in milliseconds. */
const idleMs = 5000
/**
 * The delay before claiming a few completions, in milliseconds: a statement costs nearly the same for one as for
 * thirty.
 */
const spacingMs = 30
/** The delay after a failure, in milliseconds: doubled for each further one of a result, up to `idleMs`. */
const afterFailureMs = 1000
/** How long the bot is used that was read when its completion was accepted, in milliseconds. */
const freshMs = 1000
/** How long a stop waits for work in progress, in milliseconds. */
const shutdownDeadlineMs = 3000

/** The dependencies of the queue. */
export interface AnswerQueueOptions extends AnswerDependencies {
  readonly kysely: Kysely<Tables>
  readonly loaders: DataLoaders
  readonly agents: AgentReader
  readonly owner: number
  readonly canClaim: () => boolean
  /** Whether other services may share the database. */
  readonly isShared: boolean
  readonly clock: () => Date
  readonly timers: Timers
  readonly pace: Pace
  /** The time limit of a completion, in milliseconds. After it the result is ERROR, whatever still runs. */
  readonly answerTimeoutMs: number
  /** Takes the results to be sent. */
  readonly deliveries: DeliveryArrivals
  /** Called after each claim with its duration, in milliseconds. */
  readonly onClaimed?: (ms: number) => void
  /** Called with results once they are recorded. */
  readonly onCompleted: (answers: readonly CompletionResult['answer'][]) => void
  readonly onError: (error: unknown) => void
  readonly traced: TraceAnswer
}

/** Answers completions. */
export interface AnswerQueue extends WorkLoop {
  /** Which of new completions this service answers itself, as soon as they are stored. */
  readonly arrivals: Arrivals
}

/** Starts to answer waiting completions: those of a dialogue in order, others concurrently. */
export function startAnswerQueue(options: AnswerQueueOptions): AnswerQueue {
  return new CompletionQueue(options)
}

/** The result of a completion is dropped. */
class TakenOver extends Error {
  override readonly message = 'The completion has a result already, or another service has taken it over.'
}

/** Runs from its construction until `stop`. */
class CompletionQueue implements AnswerQueue {
  readonly #options: AnswerQueueOptions
  readonly #lines = new Map<DialogueLine, Promise<void>>()
  /** The bots of the completions that are claimed, but not stored yet, by the ids of the completions. */
  readonly #arriving = new Map<string, string>()
  /** The numbers of completions in progress and arriving, by bot: counting them for each new one would take longer. */
  readonly #counts = createCounter()
  readonly #complete: (result: CompletionResult) => Promise<undefined>
  readonly #loop: WorkLoop
  /** After a failure, completions that are claimed but not in progress are released first. */
  #isUnsure = false
  /** Meanwhile, nothing new is claimed: it would be released, too. */
  #isReleasing = false
  /** The claimed completions whose attempts count when they are released. */
  readonly #failed = new Set<string>()
  /** Aborted when a stop begins: no result waits for the database any longer. */
  readonly #stopping = new AbortController()
  /** Aborted when a stop has waited long enough: it waits for no model, and for nothing that hangs. */
  readonly #cancelled = new AbortController()
  readonly #untilDeadline: RunUntilDeadline
  /**
   * Whether the limit of all completions or of some bot is reached, so that a completion may be waiting for capacity.
   */
  #isFull = false

  constructor(options: AnswerQueueOptions) {
    const { kysely, clock, timers, pace, deliveries, canClaim: mayRun, onCompleted, onError } = options
    this.#options = options
    // Every result that waits for the database listens.
    setMaxListeners(0, this.#stopping.signal)
    this.#untilDeadline = createDeadlines(timers, { ms: options.answerTimeoutMs, stopping: this.#cancelled.signal })
    const complete = async (results: readonly CompletionResult[]) => {
      const recorded = await completeBatch(kysely, results, { now: clock(), arrivals: deliveries })
      onCompleted(results.filter(({ completion }) => recorded.has(completion.id)).map(({ answer }) => answer))
      return results.map(({ completion }) => (recorded.has(completion.id) ? undefined : new TakenOver()))
    }
    const batches = { maxItems: maxAtWork, timers, spacingMs, pace }
    this.#complete = createCoalescer<CompletionResult, undefined>(complete, batches)
    this.#loop = startWorkLoop(() => this.#run(), onError, { spacingMs, timers, mayRun })
  }

  readonly arrivals: Arrivals = {
    claim: completions => completions.map(completion => this.#claimNew(completion)),
    begin: (completions, stored) => {
      const claimed = stored.filter(({ completion }) => this.#arriving.has(completion.id))
      this.#arrived(completions)
      for (const { completion, readBot } of claimed) this.#begin([completion], undefined, readBot)
      if (claimed.length < stored.length) this.wake()
    },
    abandon: completions => {
      this.#arrived(completions)
      this.#isUnsure = true
      this.wake()
    },
  }

  wake(): void {
    this.#loop.wake()
  }

  isAlive(): boolean {
    return this.#loop.isAlive()
  }

  async stop(): Promise<void> {
    const { kysely, owner, timers } = this.#options
    this.#stopping.abort()
    await this.#loop.stop()
    const ended = Promise.all(this.#lines.values())
    await waitAtMost(timers, shutdownDeadlineMs, ended)
    this.#cancelled.abort(new Error('The service stops.'))
    await ended
    await releaseCompletions(kysely, owner, { except: [], failed: [...this.#failed] })
  }

  /** Resolves with the milliseconds until the next run. */
  async #run(): Promise<number> {
    try {
      await this.#release()
      // The lock may have been lost meanwhile.
      if (!this.#options.canClaim()) return idleMs
      this.#isFull = this.#room() === 0
      return this.#isFull ? idleMs : await this.#claim()
    } catch (error) {
      // A failed claim may have claimed something.
      this.#isUnsure = true
      throw error
    }
  }

  async #release(): Promise<void> {
    if (!this.#isUnsure) return
    const { kysely, owner } = this.#options
    // Set before the active completions are listed: a line that fails from here on sets it again.
    this.#isUnsure = false
    this.#isReleasing = true
    const atWork = [...this.#lines.keys()].flat()
    const known = [...atWork.map(({ id }) => id), ...this.#arriving.keys()]
    const failed = [...this.#failed]
    await releaseCompletions(kysely, owner, { except: known, failed }).finally(() => {
      this.#isReleasing = false
    })
    for (const id of failed) this.#failed.delete(id)
  }

  async #claim(): Promise<number> {
    const { kysely, owner, isShared, timers, onClaimed = () => {} } = this.#options
    const maxRows = Math.min(batchSize, this.#room())
    const busyBots = this.#busyBots()
    this.#isFull = busyBots.length > 0
    const begunAt = timers.now()
    const { completions, isSkipping } = await claimCompletions(kysely, owner, { maxRows, isShared, busyBots })
    onClaimed(timers.now() - begunAt)
    const progress = await readProgress(kysely, completions)
    for (const line of groupByDialogue(completions)) this.#begin(line, progress.get(line[0]?.dialogue_id ?? ''))
    if (completions.length === maxRows) return 0
    return isSkipping ? spacingMs : idleMs
  }

  #claimNew<New extends NewCompletion & { readonly id: string }>(completion: New): New {
    const { bot_id, dialogue_id } = completion
    const { owner, canClaim } = this.#options
    if (dialogue_id !== null || !canClaim() || this.#isReleasing || this.#stopping.signal.aborted) return completion
    if (this.#room() === 0 || this.#counts.get(bot_id) >= busyFrom) {
      this.#isFull = true
      return completion
    }
    this.#arriving.set(completion.id, bot_id)
    this.#counts.add(bot_id, 1)
    return { ...completion, owner, status: 'PROCESSING', attempts: 1 }
  }

  #begin(line: DialogueLine, progress: DialogueProgress | undefined, readBot?: ReadBot): void {
    const work = this.#answerLine(line, progress, readBot).then(
      () => this.#end(line, 0),
      error => {
        if (!this.#stopping.signal.aborted) this.#options.onError(error)
        this.#end(line, afterFailureMs)
        this.#isUnsure = true
      },
    )
    this.#lines.set(line, work)
    for (const { bot_id } of line) this.#counts.add(bot_id, 1)
  }

  #arrived(completions: readonly { readonly id: string }[]): void {
    for (const { id } of completions) {
      const bot = this.#arriving.get(id)
      if (bot !== undefined) this.#counts.add(bot, -1)
      this.#arriving.delete(id)
    }
  }

  #end(line: DialogueLine, delayMs: number): void {
    this.#lines.delete(line)
    for (const { bot_id } of line) this.#counts.add(bot_id, -1)
    // No other work waited for this line.
    if (delayMs === 0 && !this.#isFull && line[0]?.dialogue_id === null) return
    if (delayMs === 0) this.wake()
    else this.#options.timers.after(delayMs, () => this.wake())
  }

  async #answerLine(line: DialogueLine, progress: DialogueProgress | undefined, readBot?: ReadBot): Promise<void> {
    let latest = progress
    for (const completion of line) {
      try {
        const { bot, readAt } = await this.#readBot(completion, readBot)
        const question = { completion, progress: latest, bot, readAt }
        const answer = () => answerOne(question, this.#options, this.#untilDeadline)
        const result = await this.#options.traced(completion, answer)
        latest = result.answer.progress ?? latest
        await this.#record(result)
      } catch (error) {
        const isInterrupted = error instanceof DatabaseUnavailableError || this.#stopping.signal.aborted
        if (!isInterrupted) this.#failed.add(completion.id)
        throw error
      }
    }
  }

  /** A result is kept while the database is not available, so that no model is asked and no function called again. */
  async #record(result: CompletionResult): Promise<void> {
    const { timers, onError } = this.#options
    const { signal } = this.#stopping
    for (let delayMs = afterFailureMs; ; delayMs = Math.min(2 * delayMs, idleMs)) {
      try {
        return await this.#complete(result)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || signal.aborted) throw error
        onError(error)
        await waitFor(timers, delayMs, signal)
      }
    }
  }

  /** If it was deleted after the completion was accepted, it still answers it. */
  async #readBot({ id, bot_id }: Completion, known: ReadBot | undefined): Promise<ReadBot> {
    const { loaders, timers } = this.#options
    if (known !== undefined && timers.now() - known.readAt < freshMs) return known
    const bot = await loaders.recordedBot(bot_id)
    if (bot === undefined) throw new InternalError(`The bot of the completion ${id} does not exist.`)
    return { bot, readAt: timers.now() }
  }

  /** How many more completions can be at work. */
  #room(): number {
    return Math.max(0, maxAtWork - this.#counts.total())
  }

  #busyBots(): readonly string[] {
    return this.#counts.keysFrom(busyFrom)
  }
}

/**
 * If a provider does not answer, or the time is over, the result is ERROR; all other failures are retried. Such a message
 * counts for the operator_limit of its dialogue: a person takes over also if no answer ever succeeds.
 */
async function answerOne(
  { completion, progress, bot, readAt }: Pick<Question, 'completion' | 'progress'> & ReadBot,
  options: AnswerQueueOptions,
  untilDeadline: RunUntilDeadline,
): Promise<CompletionResult> {
  const counted = progress && { progress: addCustomerMessage(progress) }
  const failed = { completion, bot, readAt, answer: { status: 'ERROR', text: null, ...counted } } as const
  if (completion.attempts > maxAttempts) {
    options.onError(new InternalError(`The completion ${completion.id} failed after ${maxAttempts} attempts.`))
    return failed
  }
  try {
    return await untilDeadline(async deadline => {
      const agent = await options.agents(bot)
      const answer = await answerMessage({ completion, bot, agent, progress, deadline }, options)
      return { completion, bot, readAt, answer }
    })
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    if (!(error instanceof ProviderFailure) && !isLate) throw error
    const late = `The completion ${completion.id} had no answer after ${options.answerTimeoutMs} ms.`
    options.onError(isLate ? new Error(late) : error)
    return failed
  }
}
