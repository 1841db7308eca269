import { OperationError } from '@scenewright/model'
import { scenarioDefaultsIn } from '@scenewright/model/config'
import { count, nearest } from '@scenewright/model/text'
import {
  type CountedMessage,
  createGainMeasure,
  createReplay,
  evaluate,
  findNearMisses,
  type LabelledMessage,
  type NearMiss,
  type ReplayedMessage,
  rankNearMisses,
  selectNearMisses,
  surveyReplay,
  tuneThresholds,
} from '@scenewright/simulator/lab'
import type { OpenProject } from '@scenewright/workspace'
import { type PreparedBot, scoresOffline, toSimulated } from '@scenewright/workspace/bot'
import type { Invocation } from '../../shell/command.ts'
import { endedBySignals } from '../../shell/signals.ts'
import type { LabReport } from './lab-report.ts'
import type { ReadMessage, RequestedColumns } from './message-columns.ts'
import { readMessages } from './read-messages.ts'
import { createTimeSlicer } from './time-slicer.ts'
import { tunedScenarios } from './tuning.ts'
import { noScenario, requireLabelFile, writeLabels } from './write-labels.ts'

/** The options of a replay. */
export interface ReplayOptions extends RequestedColumns {
  /** The file of messages. */
  readonly replay?: string
  readonly wrongCosts?: number
  /** Whether to propose thresholds. */
  readonly tune?: boolean
  /** The new file for the messages with labels. */
  readonly writeLabels?: string
}

/** The dependencies of a replay. */
interface Replay {
  readonly prepared: PreparedBot
  readonly opened: OpenProject
  readonly signal: AbortSignal
  readonly show: (text: string) => void
}

/** The limits that bound memory: rows, different messages, UTF-16 units in total, and those of one message. */
export const messageLimits = { rows: 1_000_000, distinct: 200_000, units: 40_000_000, message: 2_000 } as const

/** The number of messages that are prepared at once. */
const batch = 1000

/** A wrong start costs so many times as much as a missing one. */
const defaultWrongCosts = 5

/**
 * Replays the messages of a file on a bot, and evaluates those with a label. A file without messages, and a label that
 * names no scenario, are usage errors. Resolves to nothing if the caller names no file.
 */
export async function replayFile(
  invocation: Invocation,
  { replay: file, wrongCosts = defaultWrongCosts, column, expectedColumn, tune, writeLabels: labelFile }: ReplayOptions,
  { prepared, opened, signal, show }: Replay,
): Promise<Pick<LabReport, 'replay' | 'evaluation' | 'nearMisses' | 'tuning'>> {
  if (file === undefined) return {}
  const { cwd, stdin } = invocation
  if (labelFile !== undefined) requireLabelFile(invocation, labelFile)
  const columns = { ...(column !== undefined && { column }), ...(expectedColumn !== undefined && { expectedColumn }) }
  let done = 0
  const reading = createTimeSlicer(signal, () => show(`${count(done, 'message')} read …`))
  const { messages: read, leftOut } = await countMessages(readMessages({ cwd, file, stdin, ...columns }), number => {
    done = number
    return reading()
  })
  if (read.length === 0) throw new OperationError('usage', `there are no messages in "${file}"`)
  const messages = resolveLabels(read, { file, opened, expectedColumn })
  const replay = createReplay(prepared.bot)
  const replayed: ReplayedMessage[] = []
  const pauseIfDue = createTimeSlicer(signal, () =>
    show(`${replayed.length} of ${count(messages.length, 'message')} replayed …`),
  )
  for (let first = 0; first < messages.length; first += batch) {
    const part = messages.slice(first, first + batch)
    await prepared.readyOnce(part.map(({ text }) => text))
    for (const message of part) {
      replayed.push(replay(message))
      await pauseIfDue()
    }
  }
  if (labelFile !== undefined) await writeLabels(invocation, labelFile, replayed)
  const scenarios = tune === true ? await tunedScenarios(opened) : []
  if (tune === true && !replayed.some(isLabelled)) {
    throw new OperationError('usage', `no message in "${file}" has a label`, {
      help: `--tune needs a column "expected" with the key of a scenario, or "${noScenario}"`,
    })
  }
  const nearMisses = await measuredNearMisses(replayed, { prepared, opened, signal, show })
  show('messages grouped …')
  return endedBySignals(process, () => {
    const labelled = replayed.filter(isLabelled)
    const unlabelled = replayed.reduce((sum, message) => sum + (isLabelled(message) ? 0 : message.count), 0)
    const { settings } = prepared.bot
    return {
      replay: { file, left_out: leftOut, ...surveyReplay(replayed) },
      ...(labelled.length > 0 && { evaluation: evaluate(labelled, { settings, wrongCosts, unlabelled }) }),
      nearMisses,
      ...(tune === true && {
        tuning: tuneThresholds(labelled, {
          settings,
          wrongCosts,
          scenarios,
          defaultThreshold: scenarioDefaultsIn(opened.project.config).min_confidence,
        }),
      }),
    }
  })
}

/** The near misses, the most useful first. With a model for embeddings, their use is unknown. */
async function measuredNearMisses(
  replayed: readonly ReplayedMessage[],
  { prepared, opened, signal, show }: Replay,
): Promise<readonly NearMiss[]> {
  const misses = findNearMisses(replayed)
  if (misses.length === 0 || !scoresOffline(opened.project.config)) return misses
  const measure = createGainMeasure({ bot: prepared.bot, scenarios: opened.scenarios.map(toSimulated), replayed })
  const measured: NearMiss[] = []
  const chosen = selectNearMisses(misses)
  const pauseIfDue = createTimeSlicer(signal, () =>
    show(`${measured.length} of ${chosen.length} near misses measured …`),
  )
  for (const miss of chosen) {
    measured.push(measure(miss))
    await pauseIfDue()
  }
  return rankNearMisses(misses, measured)
}

function isLabelled(message: ReplayedMessage): message is ReplayedMessage & LabelledMessage {
  return message.expected !== undefined
}

/** A message with its frequency, and its label as the file has it. */
interface ReadCount extends ReadMessage {
  count: number
}

/** Counts messages with equal labels. A long one is truncated; beyond the limits, only repeated messages are counted. */
export async function countMessages(
  messages: AsyncIterable<ReadMessage>,
  onMessage: (read: number) => Promise<void>,
): Promise<{ readonly messages: readonly ReadCount[]; readonly leftOut: number }> {
  const byLabel = new Map<string | undefined, Map<string, ReadCount>>()
  const counted: ReadCount[] = []
  let [read, units, leftOut] = [0, 0, 0]
  for await (const { text: whole, ...label } of messages) {
    const text = whole.slice(0, messageLimits.message).toWellFormed()
    const byText = byLabel.get(label.expected) ?? new Map<string, ReadCount>()
    byLabel.set(label.expected, byText)
    const known = byText.get(text)
    if (known !== undefined) known.count++
    else if (counted.length >= messageLimits.distinct || units + text.length > messageLimits.units) leftOut++
    else {
      const message = { text, ...label, count: 1 }
      byText.set(text, message)
      counted.push(message)
      units += text.length
    }
    read++
    if (read >= messageLimits.rows) break
    await onMessage(read)
  }
  return { messages: counted, leftOut }
}

/** The messages with the keys of scenarios as labels. A label may be a former key, as in `renamed_from`. */
function resolveLabels(
  messages: readonly ReadCount[],
  {
    file,
    opened,
    expectedColumn,
  }: Pick<Replay, 'opened'> & { readonly file: string; readonly expectedColumn: string | undefined },
): readonly CountedMessage[] {
  if (expectedColumn !== undefined && messages.every(({ expected }) => expected === undefined)) {
    throw new OperationError('usage', `no message in "${file}" has a label in "${expectedColumn}"`)
  }
  const active = opened.scenarios.filter(({ isActive }) => isActive)
  const keys = new Map(
    active.flatMap(({ key, renamedFrom }) => (renamedFrom === undefined ? [] : [[renamedFrom, key]])),
  )
  for (const { key } of active) keys.set(key, key)
  const unknown = new Map<string, number>()
  const resolved = messages.map(({ expected: label, ...message }) => {
    if (label === undefined) return message
    if (label === noScenario) return { ...message, expected: null }
    const expected = keys.get(label)
    if (expected === undefined) unknown.set(label, (unknown.get(label) ?? 0) + message.count)
    return { ...message, expected: expected ?? null }
  })
  if (unknown.size > 0) throw unknownLabels(unknown, { file, keys: [...keys.keys()] })
  return resolved
}

/** The maximum number of labels in an error. */
const maxNamed = 5

function unknownLabels(
  unknown: ReadonlyMap<string, number>,
  { file, keys }: { readonly file: string; readonly keys: readonly string[] },
): OperationError {
  const named = [...unknown].slice(0, maxNamed).map(([label, messages]) => {
    const similar = nearest(label, keys)
    return `${JSON.stringify(label)} (${count(messages, 'message')}${similar === undefined ? '' : `; did you mean "${similar}"?`})`
  })
  const more = unknown.size > maxNamed ? [`${unknown.size - maxNamed} more`] : []
  const are = unknown.size === 1 ? 'is not the key of an active scenario' : 'are not keys of active scenarios'
  const list = [...named, ...more].join(', ')
  return new OperationError('usage', `${count(unknown.size, 'label')} in "${file}" ${are}: ${list}`, {
    help: `a label is a key, such as "${keys[0] ?? 'orders/refund'}", or "${noScenario}" for a message that should start nothing`,
  })
}
