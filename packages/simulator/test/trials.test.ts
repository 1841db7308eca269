import { expect, test } from 'vitest'
import type { SimulatedScenario } from '../src/index.ts'
import { finish } from '../src/steps.ts'
import { createLexicon } from '../src/trigger/lexicon.ts'
import { createTextSpace } from '../src/trigger/text-space.ts'
import { evaluateExamples } from '../src/trigger/trials.ts'
import { generateBot } from './recorded-bots.ts'

type Change = (examples: readonly string[]) => readonly string[]

const changes: readonly Change[] = [
  ([first, ...others]) => [`${first} paket`, ...others],
  examples => [...examples, `${examples[0]} xyzzy`],
  examples => [...examples.slice(1), ...examples.slice(0, 1)],
  examples => examples.slice(1),
  () => ['wo ist mein paket'],
]

test('the evaluations of examples that a change does not affect are recalled, and all are those of a new bot', () => {
  const lexicon = createLexicon('de')
  let scenarios = generateBot('de', 210, 4).scenarios
  let space = finish(createTextSpace(scenarios, lexicon))
  let trials = finish(evaluateExamples(space))
  let recalled = 0
  for (let step = 0; step < 20; step++) {
    scenarios = change(scenarios, (step * 37) % scenarios.length, changes[step % changes.length])
    const { workedOut } = space
    const former = workedOut && { workedOut, trials }
    space = finish(createTextSpace(scenarios, lexicon, { before: workedOut }))
    trials = finish(evaluateExamples(space, former))
    expect(trials).toEqual(finish(evaluateExamples(space)))
    recalled += trials.filter(({ within }) => former?.trials.some(each => each.within === within)).length
  }
  expect(recalled).toBeGreaterThan(10 * trials.length)
})

function change(
  scenarios: readonly SimulatedScenario[],
  place: number,
  of: Change = examples => examples,
): readonly SimulatedScenario[] {
  return scenarios.map((given, at) => {
    const { examples = [] } = given.scenario
    return at === place ? { ...given, scenario: { ...given.scenario, examples: [...of(examples)] } } : given
  })
}
