import type { ScenarioSubject } from './context.ts'
import { didYouMean } from './wording.ts'

/** Whether a field of the scenario is not missing but misspelt, which the compiler has told already. */
export function isMisspelt(field: string, { scenario, faults }: Pick<ScenarioSubject, 'scenario' | 'faults'>): boolean {
  return faults.some(
    ({ rule, scenario: key, node, help }) =>
      rule === 'source/schema' && key === scenario.key && node === undefined && help === didYouMean(field),
  )
}
