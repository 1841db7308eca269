import { count } from '@scenewright/model/text'
import type { Bot } from '@scenewright/simulator'
import {
  createEvaluations,
  type EvaluatedScenario,
  type ExampleEvaluation,
  selectForeignExamples,
  surveyTriggers,
} from '@scenewright/simulator/lab'
import type { CompileOptions, OpenProject } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import { restoreEngine, tuneEngine } from '@scenewright/workspace/engine'
import type { Invocation } from '../../shell/command.ts'
import { endedBySignals } from '../../shell/signals.ts'
import { progressLine } from '../../shell/terminal.ts'
import { type GateOptions, judgeGates } from './gates.ts'
import type { LabReport } from './lab-report.ts'
import { type ReplayOptions, replayFile } from './replay-file.ts'
import { createTimeSlicer } from './time-slicer.ts'

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
export interface LabOptions extends CompileOptions, ReplayOptions, GateOptions {}

/** Evaluates the project's triggers, and replays messages if there are any. Shows the progress. */
export async function makeReport(invocation: Invocation, options: LabOptions, opened: OpenProject): Promise<LabReport> {
  const { signal, terminal } = invocation
  const { show } = progressLine(terminal)
  const work = { signal, show }
  tuneEngine('manyFiles')
  try {
    const prepared = await prepareBot(invocation, options, opened)
    const scenarios = evaluatedScenarios(prepared.bot, indexExamples(opened))
    const { evaluations, foreign, leftOut } = await evaluateExamples({ prepared, scenarios, ...work })
    const { settings } = prepared.bot
    const survey = endedBySignals(process, () => surveyTriggers({ scenarios, evaluations, foreign, settings }))
    const report = {
      version: 1,
      settings,
      scored_by: prepared.scoredBy,
      examples: { tried: evaluations.length, left_out: leftOut },
      ...survey,
      ...(await replayFile(invocation, options, { prepared, opened, ...work })),
    } as const
    const gates = judgeGates(report, options)
    return { ...report, ...(gates.length > 0 && { gates }) }
  } finally {
    restoreEngine()
    show('')
  }
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
