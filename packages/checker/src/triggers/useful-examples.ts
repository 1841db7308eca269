import { fold } from '@scenewright/simulator'
import type { ScenarioSubject } from '../context.ts'
import { isBlank } from '../texts/invisible-characters.ts'

/** The examples of a scenario that are not blank. For `share`. */
export function findUsefulExamples({ scenario }: ScenarioSubject): readonly string[] {
  return (scenario.document.scenario.examples ?? []).filter(text => !isBlank(text))
}

/** What two examples that are the same message have in common. */
export function messageOf(example: string): string {
  // Without a letter or digit, only the exact text can be compared.
  return fold(example) || example
}
