import type { SourceReport } from '@scenewright/checker'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { readTestedSources } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import type { LiveProject } from '@scenewright/workspace/live'
import type { StudioHost } from './studio.ts'

/** The scenarios of a project with their flows, kept current, and the bot that they make. */
export interface ProjectModels {
  /** The scenarios that bind, in the order of their files. */
  scenarios(live: LiveProject): Promise<readonly ScenarioModel[]>
  bot(live: LiveProject): Promise<PreparedBot>
}

/** Reads all scenarios when they are first needed, and after that only those of sources that have changed. */
export function createProjectModels({ invocation, options }: StudioHost): ProjectModels {
  let known = new Map<SourceReport, readonly ScenarioModel[]>()
  let prepared: { readonly of: readonly ScenarioModel[]; readonly bot: Promise<PreparedBot> } | undefined
  let inUse: readonly SourceReport[] = []
  let current: readonly ScenarioModel[] = []

  const readAll = async (reports: readonly SourceReport[]): Promise<void> => {
    const { scenarios } = await readTestedSources(invocation, options)
    const byFile = new Map<string, ScenarioModel[]>()
    for (const scenario of scenarios) byFile.set(scenario.file, [...(byFile.get(scenario.file) ?? []), scenario])
    for (const report of reports) {
      const own = byFile.get(report.file)
      // The file may have changed since it was checked. If it has, another report follows.
      if (own !== undefined && haveKeys(own, report)) known.set(report, own)
    }
  }

  const scenarios = async (live: LiveProject): Promise<readonly ScenarioModel[]> => {
    await live.ready()
    const reports = live.reports().filter(report => report.scenarios.length > 0)
    if (known.size === 0 && reports.length > 1) await readAll(reports)
    if (reports.length === inUse.length && reports.every((report, index) => report === inUse[index])) return current
    const next = new Map<SourceReport, readonly ScenarioModel[]>()
    for (const report of reports) {
      next.set(report, known.get(report) ?? withoutMaps((await live.compiled(report.file))?.scenarios ?? []))
    }
    known = next
    inUse = reports
    current = [...next.values()].flat()
    return current
  }

  return {
    scenarios,
    async bot(live) {
      const of = await scenarios(live)
      if (prepared?.of === of) return prepared.bot
      const before = await prepared?.bot.catch(() => undefined)
      prepared = { of, bot: prepareBot(invocation, options, { project: live.project, scenarios: of }, before) }
      return prepared.bot
    },
  }
}

function haveKeys(scenarios: readonly ScenarioModel[], report: SourceReport): boolean {
  return scenarios.map(({ key }) => key).join('\n') === report.scenarios.map(({ key }) => key).join('\n')
}

function withoutMaps(scenarios: readonly (ScenarioModel & { readonly map?: unknown })[]): readonly ScenarioModel[] {
  return scenarios.map(({ map: _map, ...model }) => model)
}
