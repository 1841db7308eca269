import type { CompiledScenario, CompiledSource, Finding, ProjectConfig } from '@scenewright/model'
import { type ActiveRule, activeRules, collect } from './active-rules.ts'
import { placed, scenarioSubject } from './context.ts'
import type { SourceReport } from './source-report.ts'

/** Makes the check of single sources under a config. Pure: an equal source gives an equal report. */
export function createSourceCheck(config: ProjectConfig): (source: CompiledSource) => SourceReport {
  const active = activeRules(config)
  const ofSources = active.filter(({ rule }) => rule.scope === 'source')
  const ofScenarios = active.filter(({ rule }) => rule.scope === 'scenario')
  return source => {
    const { file, key, isBound, suppressions, scenarios } = source
    const findings = collect(ofSources, (rule, _options, report) => {
      if (rule.scope === 'source') rule.check({ source, report })
    })
    return {
      file,
      key,
      isBound,
      scenarios: scenarios.map(withKeyPlace),
      suppressions,
      findings: [...findings, ...scenarios.flatMap(scenario => inScenario(scenario, ofScenarios, config))],
    }
  }
}

function inScenario(scenario: CompiledScenario, active: readonly ActiveRule[], config: ProjectConfig): Finding[] {
  const subject = scenarioSubject(scenario, config)
  return collect(active, (rule, options, report) => {
    if (rule.scope !== 'scenario') return
    // Field by field: a spread of the subject, for each rule, took a quarter of the time of a check.
    const { definition, share } = subject
    rule.check({ scenario, definition, config, share, options, report: found => report(placed(found, scenario)) })
  })
}

function withKeyPlace({ key, map }: CompiledScenario): SourceReport['scenarios'][number] {
  const keyPlace = map.sourceField('key')
  const { line, column } = keyPlace.range.start
  return line === 1 && column === 1 ? { key } : { key, keyPlace }
}
