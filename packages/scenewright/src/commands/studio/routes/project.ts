import { basename } from 'node:path'
import type { SourceReport } from '@scenewright/checker'
import { type Finding, type ScenarioFields, scenarioDefaults } from '@scenewright/model'
import { botSettings } from '@scenewright/workspace/bot'
import { version } from '../../../shell/installation.ts'
import { nameDefaultBase } from '../default-base.ts'
import type { ProjectAnswer, ScenarioRow } from '../protocol.ts'
import type { Route } from '../route.ts'
import { languageOf } from '../source-language.ts'
import type { Studio } from '../studio.ts'

const maxFindings = 2000

type ScenarioFacts = SourceReport['scenarios'][number]

/** The list of scenarios and findings. */
export const project: Route = {
  method: 'GET',
  path: '/api/project',
  async answer(studio): Promise<ProjectAnswer> {
    const live = await studio.live()
    const revision = studio.revision()
    const findings = live.findings()
    const counts = countFindings(findings)
    const reports = live.reports()
    const fieldsOf = await readFields(studio, reports)
    const base = await studio.remember('default base', () => nameDefaultBase(studio.invocation, live.project.root))
    const countOf = (file: string, key: string | null) => counts.get(nameOf(file, key)) ?? none
    return {
      name: basename(live.project.root),
      version,
      isReadOnly: studio.isReadOnly,
      revision,
      sources: reports.map(({ file }) => file),
      scenarios: reports.flatMap(({ file, scenarios }) =>
        scenarios.map(facts => ({ ...rowOf(file, facts, fieldsOf(file, facts)), ...countOf(file, facts.key) })),
      ),
      broken: reports
        .filter(({ isBound }) => !isBound)
        .map(({ file, findings: own }) => ({
          file,
          errors: own.filter(({ severity }) => severity === 'error').length,
        })),
      findings: findings.slice(0, maxFindings),
      moreFindings: Math.max(0, findings.length - maxFindings),
      faults: live.faults().map(({ message, help }) => ({ message, ...(help !== undefined && { help }) })),
      bot: botSettings(live.project.config),
      isSettled: live.isSettled(),
      ...(base !== undefined && { revisions: { default: base } }),
    }
  },
}

const none = { errors: 0, warnings: 0, infos: 0 }

type Row = Omit<ScenarioRow, keyof typeof none>

function rowOf(file: string, { key, isActive, nodes }: ScenarioFacts, fields: Partial<ScenarioFields>): Row {
  const { title = key, examples = [], min_confidence: minConfidence = scenarioDefaults.min_confidence } = fields
  const sizes = { nodes: nodes.length, examples: examples.length, minConfidence }
  return { key, file, title, isActive, language: languageOf(file), ...sizes }
}

/** The fields of a trigger are in the reports, unless all rules that need them are off. */
async function readFields(studio: Studio, reports: readonly SourceReport[]) {
  const all = reports.flatMap(({ scenarios }) => scenarios)
  const models = all.every(({ trigger }) => trigger !== undefined) ? [] : await studio.scenarios()
  const byName = new Map(models.map(({ file, key, document }) => [nameOf(file, key), document.scenario]))
  return (file: string, { key, trigger }: ScenarioFacts): Partial<ScenarioFields> =>
    trigger?.fields ?? byName.get(nameOf(file, key)) ?? {}
}

function countFindings(findings: readonly Finding[]): ReadonlyMap<string, typeof none> {
  const counts = new Map<string, typeof none>()
  for (const { file, scenario, severity } of findings) {
    const name = nameOf(file, scenario)
    const before = counts.get(name) ?? none
    const counted = severity === 'error' ? 'errors' : severity === 'warning' ? 'warnings' : 'infos'
    counts.set(name, { ...before, [counted]: before[counted] + 1 })
  }
  return counts
}

function nameOf(file: string, key: string | null): string {
  return `${file}\n${key}`
}
