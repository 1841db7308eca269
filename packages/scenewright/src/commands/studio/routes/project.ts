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
    const rules = [...new Set(findings.map(({ rule }) => rule))].sort()
    const sums = sumFindings(findings, rules)
    const reports = live.reports()
    const fieldsOf = await readFields(studio, reports)
    const base = await studio.remember('default base', () => nameDefaultBase(studio.invocation, live.project.root))
    const sumOf = (file: string, key: string | null) => sums.get(nameOf(file, key)) ?? none
    const keys = new Set<string | null>(reports.flatMap(({ scenarios }) => scenarios.map(({ key }) => key)))
    const ofNone = findings.filter(({ scenario }) => !keys.has(scenario))
    const ofScenarios = findings.filter(({ scenario }) => keys.has(scenario))
    return {
      name: basename(live.project.root),
      version,
      isReadOnly: studio.isReadOnly,
      revision,
      sources: reports.map(({ file }) => file),
      scenarios: reports.flatMap(({ file, scenarios }) =>
        scenarios.map(facts => ({ ...rowOf(file, facts, fieldsOf(file, facts)), ...sumOf(file, facts.key) })),
      ),
      broken: reports
        .filter(({ isBound }) => !isBound)
        .map(({ file, findings: own }) => ({
          file,
          errors: own.filter(({ severity }) => severity === 'error').length,
        })),
      rules,
      findings: [...ofNone, ...ofScenarios].slice(0, maxFindings),
      moreFindings: Math.max(0, findings.length - maxFindings),
      faults: live.faults().map(({ message, help }) => ({ message, ...(help !== undefined && { help }) })),
      bot: botSettings(live.project.config),
      isSettled: live.isSettled(),
      ...(base !== undefined && { revisions: { default: base } }),
    }
  },
}

type FindingSums = Pick<ScenarioRow, 'errors' | 'warnings' | 'infos' | 'rules'>

const none: FindingSums = { errors: 0, warnings: 0, infos: 0, rules: [] }

type Row = Omit<ScenarioRow, keyof FindingSums>

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

function sumFindings(findings: readonly Finding[], allRules: readonly string[]): ReadonlyMap<string, FindingSums> {
  const sums = new Map<string, FindingSums>()
  const indexes = new Map(allRules.map((rule, index) => [rule, index]))
  for (const { file, scenario, severity, rule } of findings) {
    const name = nameOf(file, scenario)
    const before = sums.get(name) ?? none
    const counted = severity === 'error' ? 'errors' : severity === 'warning' ? 'warnings' : 'infos'
    const rules = [...new Set([...before.rules, indexes.get(rule) ?? -1])]
    sums.set(name, { ...before, rules, [counted]: before[counted] + 1 })
  }
  return sums
}

function nameOf(file: string, key: string | null): string {
  return `${file}\n${key}`
}
