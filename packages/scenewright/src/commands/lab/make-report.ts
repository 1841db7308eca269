import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import type { Bot } from '@scenewright/simulator'
import {
  createEvaluations,
  createReplay,
  type EvaluatedScenario,
  type ExampleEvaluation,
  type ReplayedMessage,
  selectForeignExamples,
  surveyReplay,
  surveyTriggers,
} from '@scenewright/simulator/lab'
import type { CompileOptions, OpenProject } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import { restoreEngine, tuneEngine } from '@scenewright/workspace/engine'
import type { Invocation } from '../../shell/command.ts'
import { endedBySignals } from '../../shell/signals.ts'
import { progressLine } from '../../shell/terminal.ts'
import type { LabReport, ReplayReport } from './lab-report.ts'
import { type MessageSource, readMessages } from './read-messages.ts'
import { createTimeSlicer } from './time-slicer.ts'

/** Messages with their frequencies, and the number of omitted ones. */
interface CountedMessages {
  readonly counts: ReadonlyMap<string, number>
  readonly leftOut: number
}

/** The limits that bound memory: rows, different messages, UTF-16 units in total, and those of one message. */
export const messageLimits = { rows: 1_000_000, distinct: 200_000, units: 40_000_000, message: 2_000 } as const

/** The number of messages that are prepared at once. */
const batch = 1000

/** The maximum number of tested examples per scenario: people write dozens. */
const maxTried = 1000

/** The bot and the scenarios to evaluate, and how progress is shown. */
interface EvaluationRun {
  readonly prepared: PreparedBot
  readonly scenarios: readonly EvaluatedScenario[]
  readonly signal: AbortSignal
  readonly show: (text: string) => void
}

/** Evaluations of examples, each with itself left out, and of some of them with their whole scenario left out. */
interface Evaluations {
  readonly evaluations: readonly ExampleEvaluation[]
  /** The evaluations of messages that belong to no scenario. Empty if there is no other scenario. */
  readonly foreign: readonly ExampleEvaluation[]
  /** The number of examples that were not tested. */
  readonly leftOut: number
}

/** The options of a lab report. */
export interface LabOptions extends CompileOptions {
  readonly replay?: string
  readonly column?: string
}

/** Evaluates the project's triggers, and replays messages if there are any. Shows the progress. */
export async function makeReport(invocation: Invocation, options: LabOptions, opened: OpenProject): Promise<LabReport> {
  const { signal, terminal } = invocation
  const { show } = progressLine(terminal)
  const work = { signal, show }
  tuneEngine()
  try {
    const prepared = await prepareBot(invocation, options, opened)
    const scenarios = evaluatedScenarios(prepared.bot, indexExamples(opened))
    const { evaluations, foreign, leftOut } = await evaluateExamples({ prepared, scenarios, ...work })
    const { settings } = prepared.bot
    const survey = endedBySignals(process, () => surveyTriggers({ scenarios, evaluations, foreign, settings }))
    const replay = await replayFile(invocation, options, file => replayMessages(file, prepared, work))
    return {
      version: 1,
      settings,
      scored_by: prepared.scoredBy,
      examples: { tried: evaluations.length, left_out: leftOut },
      ...survey,
      ...(replay && { replay }),
    }
  } finally {
    restoreEngine()
    show('')
  }
}

async function replayFile<Replayed>(
  { cwd, stdin }: Invocation,
  { replay: file, column }: LabOptions,
  replay: (source: Parameters<typeof replayMessages>[0]) => Promise<Replayed>,
): Promise<Replayed | undefined> {
  if (file === undefined) return undefined
  return replay({ cwd, file, stdin, ...(column !== undefined && { column }) })
}

/** Of two active scenarios with one key, the first is used, as in the bot. */
function indexExamples({ scenarios }: OpenProject): (key: string) => readonly string[] {
  const byKey = new Map<string, readonly string[]>()
  for (const { key, isActive, document } of scenarios) {
    if (isActive && !byKey.has(key)) byKey.set(key, document.scenario.examples ?? [])
  }
  return key => byKey.get(key) ?? []
}

/** Evaluates the examples of all scenarios, in order. Rejects with the signal's reason if it is aborted. */
async function evaluateExamples({ prepared, scenarios, signal, show }: EvaluationRun): Promise<Evaluations> {
  const chosen = scenarios.map(scenario => ({ scenario, texts: scenario.examples.slice(0, maxTried) }))
  const total = chosen.reduce((sum, { texts }) => sum + texts.length, 0)
  await prepared.ready(chosen.flatMap(({ texts }) => texts))
  const evaluations: ExampleEvaluation[] = []
  const foreign: ExampleEvaluation[] = []
  const pauseIfDue = createTimeSlicer(signal, () =>
    show(`${evaluations.length} of ${count(total, 'example')} tried ...`),
  )
  const { within, without } = createEvaluations(prepared.bot)
  for (const { scenario, texts } of chosen) {
    const alsoWithout = new Set(scenarios.length > 1 ? selectForeignExamples(texts.length, total) : [])
    for (const example of texts.keys()) {
      evaluations.push(within(scenario, example))
      if (alsoWithout.has(example)) foreign.push(without(scenario, example))
      await pauseIfDue()
    }
  }
  return { evaluations, foreign, leftOut: scenarios.reduce((sum, { examples }) => sum + examples.length, 0) - total }
}

/** The active scenarios of a bot, by key, with the texts from their sources. */
function evaluatedScenarios(
  { scenarios }: Bot,
  examplesOf: (key: string) => readonly string[],
): readonly EvaluatedScenario[] {
  return Array.from(scenarios.values(), ({ key, minConfidence }) => ({
    key,
    min_confidence: minConfidence,
    examples: examplesOf(key),
  }))
}

/** Replays the messages of a file on a bot. A file without messages is a usage error. */
async function replayMessages(
  source: MessageSource,
  { bot, readyOnce }: PreparedBot,
  { signal, show }: { readonly signal: AbortSignal; readonly show: (text: string) => void },
): Promise<ReplayReport> {
  let done = 0
  const reading = createTimeSlicer(signal, () => show(`${count(done, 'message')} read …`))
  const { counts, leftOut } = await countMessages(readMessages(source), read => {
    done = read
    return reading()
  })
  if (counts.size === 0) throw new OperationError('usage', `there are no messages in "${source.file}"`)
  const replay = createReplay(bot)
  const replayed: ReplayedMessage[] = []
  const pauseIfDue = createTimeSlicer(signal, () =>
    show(`${replayed.length} of ${count(counts.size, 'message')} replayed …`),
  )
  const messages = [...counts]
  for (let first = 0; first < messages.length; first += batch) {
    const part = messages.slice(first, first + batch)
    await readyOnce(part.map(([text]) => text))
    for (const [text, times] of part) {
      replayed.push(replay(text, times))
      await pauseIfDue()
    }
  }
  show('messages grouped …')
  const survey = endedBySignals(process, () => surveyReplay(replayed))
  return { file: source.file, left_out: leftOut, ...survey }
}

/** Counts messages. A long one is truncated; beyond the limits, only repeated messages are counted. */
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
