import { projectSubject } from '../context.ts'
import { activeScenarios } from './active-scenarios.ts'
import type { Evaluations } from './evaluations.ts'
import type { TriggerProject } from './trigger-findings.ts'

/** The score of an example that is removed from its scenario. Plain data. */
export interface ExampleConfidence {
  readonly text: string
  /** The confidence of its own scenario; 0 if it does not contribute. */
  readonly confidence: number
  /** The best other scenario. */
  readonly rival?: { readonly scenario: string; readonly confidence: number }
}

/**
 * The confidences of a scenario's examples, in their order. Empty if there is no such active scenario, no other one to
 * compare it with, or if its examples were not evaluated.
 */
export function exampleConfidences(
  { reports, config }: TriggerProject,
  { examples }: Evaluations,
  key: string,
): readonly ExampleConfidence[] {
  const scenarios = activeScenarios(projectSubject({ reports, config, renames: [] }))
  const place = scenarios.findIndex(scenario => scenario.key === key)
  return (examples[place]?.predictions ?? []).map(({ contenders }, example) => {
    const rival = contenders.find(({ scenario }) => scenario !== key)
    return {
      text: scenarios[place]?.examples[example] ?? '',
      confidence: contenders.find(({ scenario }) => scenario === key)?.confidence ?? 0,
      ...(rival && { rival: { scenario: rival.scenario, confidence: rival.confidence } }),
    }
  })
}
