import type { ScenarioSubject } from '../context.ts'
import { isBlank } from '../texts/invisible-characters.ts'

/** The examples of a scenario that are not blank. For `share`. */
export function findUsefulExamples({ scenario }: ScenarioSubject): readonly string[] {
  return (scenario.document.scenario.examples ?? []).filter(text => !isBlank(text))
}
