import type { ProjectConfig } from '@scenewright/model/config'
import { type Memory, projectSubject } from '../context.ts'
import type { Rule } from '../rule.ts'
import { readSettings } from '../settings.ts'
import type { SourceReport } from '../source-report.ts'
import { activeScenarios } from './active-scenarios.ts'
import { evaluatingRules } from './evaluated-findings.ts'
import { leaveOneOut } from './leave-one-out.ts'

/** The score of an example that is removed from its scenario. Plain data. */
export interface ExampleConfidence {
  readonly text: string
  /** The confidence of its own scenario; 0 if it does not contribute. */
  readonly confidence: number
  /** The best other scenario. */
  readonly rival?: { readonly scenario: string; readonly confidence: number }
}

interface Checked {
  readonly reports: readonly SourceReport[]
  readonly config: ProjectConfig
  readonly rules: readonly Rule[]
  /** The memory of a check of the same reports. */
  readonly memory: Memory
}

/**
 * The confidences of a scenario's examples, in their order. Empty if there is no such active scenario, no other one to
 * compare it with, or if no rule of the project evaluates examples.
 */
export function exampleConfidences({ reports, config, rules, memory }: Checked, key: string) {
  const settings = readSettings(config)
  const isUsed = evaluatingRules(rules).some(rule => settings.isEverOn(rule))
  if (!isUsed) return []
  const subject = projectSubject({ reports, config, renames: [], memory })
  const scenarios = subject.share(activeScenarios)
  const place = scenarios.findIndex(scenario => scenario.key === key)
  const evaluations = place === -1 ? [] : (subject.share(leaveOneOut).examples[place] ?? [])
  return evaluations.map(({ contenders }, example): ExampleConfidence => {
    const rival = contenders.find(({ scenario }) => scenario !== key)
    return {
      text: scenarios[place]?.examples[example] ?? '',
      confidence: contenders.find(({ scenario }) => scenario === key)?.confidence ?? 0,
      ...(rival && { rival: { scenario: rival.scenario, confidence: rival.confidence } }),
    }
  })
}
