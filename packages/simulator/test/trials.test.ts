import { expect, test } from 'vitest'
import type { SimulatedScenario } from '../src/index.ts'
import { finish } from '../src/steps.ts'
import { createLexicon } from '../src/trigger/lexicon.ts'
import { createTextSpace, type TextSpace } from '../src/trigger/text-space.ts'
import { evaluateExamples, type Trial } from '../src/trigger/trials.ts'
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

test('the same examples are chosen as in a new bot, if one of them is removed, and if there are many new ones', () => {
  const lexicon = createLexicon('de')
  let scenarios = generateBot('de', 210, 4).scenarios
  let space = finish(createTextSpace(scenarios, lexicon))
  let trials = finish(evaluateExamples(space))
  const withoutChosen = () => {
    const { text = 0 } = trials.at(-1) ?? {}
    const place = space.owners[text] ?? 0
    return change(scenarios, place, examples => examples.filter((_, at) => (space.starts[place] ?? 0) + at !== text))
  }
  const withNew = (step: number) => {
    const added = Array.from({ length: 40 }, (_, at) => `paket ${step} ${at}`)
    return change(scenarios, step, examples => [...examples, ...added])
  }
  const others = { removed: 0, added: 0 }
  for (let step = 0; step < 6; step++) {
    const kind = step % 2 === 0 ? 'removed' : 'added'
    const former = space.workedOut && { workedOut: space.workedOut, trials }
    const texts = textsOf(space, trials)
    scenarios = kind === 'removed' ? withoutChosen() : withNew(step)
    space = finish(createTextSpace(scenarios, lexicon, { before: space.workedOut }))
    trials = finish(evaluateExamples(space, former))
    expect(trials).toEqual(finish(evaluateExamples(space)))
    if (textsOf(space, trials).some(text => !texts.includes(text))) others[kind]++
  }
  expect(others).toEqual({ removed: 3, added: 3 })
})

function textsOf({ profiles, owners }: TextSpace, trials: readonly Trial[]): readonly string[] {
  return trials.map(({ text }) => {
    const profile = profiles[owners[text] ?? 0]
    return profile?.texts.texts[text - profile.first] ?? ''
  })
}

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
