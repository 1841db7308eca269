import { openSignedLog, type SignedLog } from '@scenewright/compiler/signed-log'
import { canonicalJson } from '@scenewright/model/canonical-json'
import { count } from '@scenewright/model/text'
import { textHash } from '@scenewright/model/text-hash'
import { type CountedMessage, createReplay, type ReplayedMessage } from '@scenewright/simulator/lab'
import { locateCache, type OpenProject } from '@scenewright/workspace'
import { botSettings, type PreparedBot, scoresOffline, toSimulated } from '@scenewright/workspace/bot'
import type { Invocation, SharedOptions } from '../../shell/command.ts'
import type { CountedFile, ReadCount } from './count-messages.ts'
import { createReplayCodec, type ReplayCodec } from './replay-codec.ts'
import { countReplayThreads, startReplayThreads } from './replay-threads.ts'
import { createTimeSlicer } from './time-slicer.ts'

/** The messages to replay, and the bot. */
export interface ReplayWork {
  readonly file: CountedFile
  readonly prepared: PreparedBot
  readonly opened: OpenProject
  /** The decisions of an interrupted run, and where this one records them. */
  readonly log: SignedLog | undefined
  /** Completes a message of the file, with its label as the key of a scenario. */
  readonly complete: (message: ReadCount) => CountedMessage
  readonly show: (text: string) => void
}

/** The number of messages that are replayed at once. */
const partSize = 500

/**
 * Replays the messages of a file in their order, in threads if there are many. Yields them in parts. The decisions are
 * recorded, so that an interrupted run can be continued: it says so, and the next run on the same messages and the same
 * bot replays only the others. The caller removes the log when it has used them.
 */
export async function* replayMessages(
  invocation: Invocation,
  work: ReplayWork,
): AsyncGenerator<readonly ReplayedMessage[]> {
  const { signal, terminal } = invocation
  const { file, log, prepared, show } = work
  const recorded = log?.entries()[Symbol.iterator]()
  const codec = createReplayCodec(prepared.bot)
  const replayer = createReplayer(invocation, work, codec)
  let done = 0
  const state = () => `${done} of ${count(file.size, 'message')}`
  const finish = async ({ index, messages, encoded, isKnown }: Part) => {
    const text = await encoded
    if (!isKnown) log?.append(index, text)
    done += messages.length
    show(`${state()} replayed …`)
    return codec.decode(text, messages)
  }
  const tellContinued = () => {
    show('')
    terminal.err(`continued: ${state()} were replayed before\n`)
  }
  try {
    const open: Part[] = []
    let index = 0
    let isContinued = false
    for await (const read of file.parts(partSize)) {
      signal.throwIfAborted()
      const messages = read.map(work.complete)
      const next = recorded?.next()
      const known = next?.done === false ? next.value : undefined
      if (known === undefined && isContinued) tellContinued()
      isContinued = known !== undefined
      open.push({ index, messages, isKnown: isContinued, encoded: known ?? replayer.replay(messages) })
      index++
      const [first] = open
      if (first === undefined || (!first.isKnown && open.length < replayer.ahead())) continue
      open.shift()
      yield await finish(first)
    }
    for (const part of open) yield await finish(part)
    if (isContinued) tellContinued()
  } catch (error) {
    show('')
    if (signal.aborted && log !== undefined) {
      // Recorded parts that this run has not read again yet are not lost.
      for (let rest = recorded?.next(); rest?.done === false; rest = recorded?.next()) done += partSize
      done = Math.min(done, file.size)
      if (done > 0) terminal.err(`interrupted: ${state()} are replayed; the same call continues\n`)
    }
    throw error
  } finally {
    await replayer.stop()
  }
}

/** Messages that are replayed at once. */
interface Part {
  readonly index: number
  readonly messages: readonly CountedMessage[]
  /** Whether an earlier run replayed them. */
  readonly isKnown: boolean
  /** The decisions, as the codec writes them. */
  readonly encoded: string | Promise<string>
}

/**
 * Opens the log of a replay of messages with this digest. Undefined without a cache, and with a model for embeddings,
 * whose decisions depend on more than the sources.
 */
export function openReplayLog(
  invocation: Invocation,
  { cache }: Pick<SharedOptions, 'cache'>,
  { opened: { project, scenarios }, digest }: { readonly opened: OpenProject; readonly digest: string },
): SignedLog | undefined {
  if (cache === false || !scoresOffline(project.config)) return undefined
  const bot = textHash(canonicalJson([scenarios.map(toSimulated), botSettings(project.config)]))
  return openSignedLog(locateCache(invocation, project), { name: 'replay', root: project.root, subject: [digest, bot] })
}

/** Replays messages in threads, which are started when they are first needed, or in this one. */
function createReplayer(
  { signal, threadsFrom }: Invocation,
  { file, prepared, opened: { project, scenarios } }: ReplayWork,
  { encode }: ReplayCodec,
) {
  const threads = scoresOffline(project.config) ? countReplayThreads(file.size, threadsFrom) : 0
  if (threads > 0) {
    const start = () =>
      startReplayThreads(
        { scenarios: scenarios.map(toSimulated), settings: botSettings(project.config) },
        { threads, signal },
      )
    let started: ReturnType<typeof start> | undefined
    return {
      ahead: () => started?.ahead ?? 1,
      replay(messages: readonly CountedMessage[]) {
        started ??= start()
        return started.replay(messages)
      },
      stop: async () => void (await started?.stop()),
    }
  }
  const replay = createReplay(prepared.bot)
  const pauseIfDue = createTimeSlicer(signal)
  return {
    ahead: () => 1,
    async replay(messages: readonly CountedMessage[]) {
      await prepared.readyOnce(messages.map(({ text }) => text))
      const replayed: ReplayedMessage[] = []
      for (const message of messages) {
        replayed.push(replay(message))
        await pauseIfDue()
      }
      return encode(replayed)
    },
    stop: async () => {},
  }
}
