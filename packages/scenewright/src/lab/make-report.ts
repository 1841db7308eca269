import { surveyTriggers } from '@scenewright/simulator'
import { prepareBot } from '../bot.ts'
import type { Invocation } from '../command.ts'
import type { CompileOptions, OpenProject } from '../project.ts'
import { endedBySignals } from '../signals.ts'
import { progressLine } from '../terminal/progress.ts'
import { restoreEngine, tuneEngine } from '../tune-engine.ts'
import type { LabReport } from './lab-report.ts'
import { replayMessages } from './replay-messages.ts'
import { runTrials, triedScenarios } from './run-trials.ts'

/** What of a report is wanted. */
export interface LabOptions extends CompileOptions {
  readonly replay?: string
  readonly column?: string
}

/** Tries the project's triggers, and replays messages where there are any. Shows how far it is. */
export async function makeReport(invocation: Invocation, options: LabOptions, opened: OpenProject): Promise<LabReport> {
  const { signal, terminal } = invocation
  const { show } = progressLine(terminal)
  const work = { signal, show }
  tuneEngine()
  try {
    const prepared = await prepareBot(invocation, options, opened)
    const scenarios = triedScenarios(prepared.bot, examplesOf(opened))
    const { trials, foreign, leftOut } = await runTrials({ prepared, scenarios, ...work })
    const { settings } = prepared.bot
    const survey = endedBySignals(process, () => surveyTriggers({ scenarios, trials, foreign, settings }))
    const replay = await replayOf(invocation, options, file => replayMessages(file, prepared, work))
    return {
      version: 1,
      settings,
      scored_by: prepared.scoredBy,
      examples: { tried: trials.length, left_out: leftOut },
      ...survey,
      ...(replay && { replay }),
    }
  } finally {
    restoreEngine()
    show('')
  }
}

async function replayOf<Replayed>(
  { cwd, stdin }: Invocation,
  { replay: file, column }: LabOptions,
  replay: (source: Parameters<typeof replayMessages>[0]) => Promise<Replayed>,
): Promise<Replayed | undefined> {
  if (file === undefined) return undefined
  return replay({ cwd, file, stdin, ...(column !== undefined && { column }) })
}

/** Of two active scenarios with one key the first takes part, as in the bot. */
function examplesOf({ scenarios }: OpenProject): (key: string) => readonly string[] {
  const byKey = new Map<string, readonly string[]>()
  for (const { key, isActive, document } of scenarios) {
    if (isActive && !byKey.has(key)) byKey.set(key, document.scenario.examples ?? [])
  }
  return key => byKey.get(key) ?? []
}
