import { OperationError } from '@scenewright/model'
import { scenarioDefaultsIn } from '@scenewright/model/config'
import { noScenario } from '@scenewright/model/conversation-tests'
import { count } from '@scenewright/model/text'
import {
  createGainMeasure,
  createReplayCollector,
  isLabelled,
  type LabelledMessage,
  type NearMiss,
  type ReplayCollector,
  type ReplayedMessage,
  rankNearMisses,
  selectNearMisses,
  tuneThresholds,
} from '@scenewright/simulator/lab'
import type { OpenProject } from '@scenewright/workspace'
import { type PreparedBot, scoresOffline, toSimulated } from '@scenewright/workspace/bot'
import type { Invocation, SharedOptions } from '../../shell/command.ts'
import { endedBySignals } from '../../shell/signals.ts'
import { type CountedFile, countMessages, type ReadCount } from './count-messages.ts'
import type { LabReport } from './lab-report.ts'
import { createLabelReader } from './labels.ts'
import type { RequestedColumns } from './message-columns.ts'
import { openReplayLog, type ReplayWork, replayMessages } from './replay-messages.ts'
import { createTimeSlicer } from './time-slicer.ts'
import { tunedScenarios } from './tuning.ts'
import { createLabelFile, requireLabelFile } from './write-labels.ts'

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

/** The maximum number of different labelled messages that thresholds are proposed for; people label hundreds. */
const maxTuned = 200_000

/** A wrong start costs so many times as much as a missing one. */
const defaultWrongCosts = 5

/**
 * Replays the messages of a file on a bot, and evaluates those with a label. A file without messages, and a label that
 * names no scenario, are usage errors. Resolves to nothing if the caller names no file.
 */
export async function replayFile(
  invocation: Invocation,
  options: ReplayOptions & Pick<SharedOptions, 'cache'>,
  work: Replay,
): Promise<Pick<LabReport, 'replay' | 'evaluation' | 'nearMisses' | 'tuning'>> {
  const { replay: file, wrongCosts = defaultWrongCosts, tune, writeLabels: labelFile } = options
  if (file === undefined) return {}
  if (labelFile !== undefined) requireLabelFile(invocation, labelFile)
  const { prepared, opened, show } = work
  const counted = await countFile(invocation, { ...options, file }, work)
  const log = openReplayLog(invocation, options, { opened, digest: counted.digest })
  const { collector, labelled } = await collect(invocation, options, { ...work, file: counted, name: file, log })
  const scenarios = tune === true ? await tunedScenarios(opened) : []
  if (tune === true && labelled.length === 0) {
    throw new OperationError('usage', `no message in "${file}" has a label`, {
      help: `--tune needs a column "expected" with the key of a scenario, or "${noScenario}"`,
    })
  }
  const nearMisses = await measuredNearMisses(collector, work)
  show('messages grouped …')
  const report = endedBySignals(process, () => {
    const { settings } = prepared.bot
    const presentThreshold = scenarioDefaultsIn(opened.project.config).min_confidence
    const evaluation = collector.evaluation({ wrongCosts, presentThreshold })
    return {
      replay: { file, left_out: counted.leftOut, ...collector.survey(counted.distinct) },
      ...(evaluation && { evaluation }),
      nearMisses,
      ...(tune === true && {
        tuning: tuneThresholds(labelled, {
          settings,
          wrongCosts,
          scenarios,
          defaultThreshold: presentThreshold,
        }),
      }),
    }
  })
  log?.remove()
  return report
}

async function countFile(
  { cwd, stdin }: Invocation,
  { file, column, expectedColumn }: ReplayOptions & { readonly file: string },
  { signal, show }: Replay,
): Promise<CountedFile> {
  const columns = { ...(column !== undefined && { column }), ...(expectedColumn !== undefined && { expectedColumn }) }
  let done = 0
  const pauseIfDue = createTimeSlicer(signal, () => show(`${count(done, 'message')} read …`))
  const counted = await countMessages(
    { cwd, file, stdin, ...columns },
    {
      onMessage: number => {
        done = number
        return pauseIfDue()
      },
    },
  )
  if (counted.size === 0) throw new OperationError('usage', `there are no messages in "${file}"`)
  return counted
}

/** The replayed messages as far as a report needs them, and the labelled ones for `--tune`. */
interface Collected {
  readonly collector: ReplayCollector
  readonly labelled: readonly LabelledMessage[]
}

async function collect(
  invocation: Invocation,
  { expectedColumn, tune, writeLabels }: ReplayOptions,
  work: Replay & Pick<ReplayWork, 'file' | 'log'> & { readonly name: string },
): Promise<Collected> {
  const { prepared, opened, file, name } = work
  const readLabel = createLabelReader(file, { file: name, opened, expectedColumn })
  const complete = ({ expected, ...message }: ReadCount) =>
    expected === undefined ? message : { ...message, expected: readLabel(expected) }
  const collector = createReplayCollector(prepared.bot.settings)
  const labelled: LabelledMessage[] = []
  const labels = writeLabels === undefined ? undefined : createLabelFile(invocation, writeLabels)
  try {
    for await (const part of replayMessages(invocation, { ...work, complete })) {
      labels?.add(part.flatMap(message => rowsOf(message, file)))
      for (const message of part) {
        collector.add(message)
        if (tune === true && isLabelled(message) && labelled.length < maxTuned) labelled.push(message)
      }
    }
    labels?.finish()
  } catch (error) {
    labels?.discard()
    throw error
  }
  return { collector, labelled }
}

/** One row for each label of a text; the first one also counts the messages that have none. */
function rowsOf(message: ReplayedMessage, file: CountedFile): readonly ReplayedMessage[] {
  if (message.expected === undefined) return file.hasLabel(message.text) ? [] : [message]
  return [{ ...message, count: message.count + file.takeUnlabelled(message.text) }]
}

/** The near misses, the most useful first. With a model for embeddings, their use is unknown. */
async function measuredNearMisses(
  collector: ReplayCollector,
  { prepared, opened, signal, show }: Replay,
): Promise<readonly NearMiss[]> {
  const misses = collector.nearMisses()
  if (misses.length === 0 || !scoresOffline(opened.project.config)) return misses
  const searched = collector.frequent()
  const measure = createGainMeasure({ bot: prepared.bot, scenarios: opened.scenarios.map(toSimulated), searched })
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
