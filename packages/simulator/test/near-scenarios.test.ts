import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecordMessages } from '../src/evaluations/record-messages.ts'
import type { SimulatedScenario } from '../src/index.ts'
import { createLexicalScorer, findScorerParts, type ScorerParts } from '../src/trigger/lexical-scorer.ts'
import { createNearScenarios } from '../src/trigger/near-scenarios.ts'
import { createSimilarities } from '../src/trigger/scenario-similarities.ts'
import { scenario } from './fixture.ts'
import { generateBot } from './recorded-bots.ts'

const syllables = ['ба', 'ве', 'ги', 'до', 'жу', 'зя', 'кю', 'лё', 'мы', 'нэ', 'па', 'ре', 'си', 'то', 'фу', 'хя', 'чю']

/** A word that few scenarios have. */
function nameOf(number: number): string {
  const at = [number % 17, (number * 5 + 3) % 13, Math.floor(number / 17) % 17, (number * 7) % 11]
  return at.map(syllable => syllables[syllable]).join('')
}

/**
 * Scenarios with a word that only a few others have. Two have equal texts. So have 61 that exclude one of their examples:
 * to a message with that text, their texts are the nearest, but they are not the most similar scenarios.
 */
function manyScenarios(count: number): { readonly scenarios: readonly SimulatedScenario[]; readonly texts: string[] } {
  const { scenarios, messages } = generateBot('ru', count, 3)
  const named = scenarios.map((given, place) => {
    const name = nameOf(place % 397)
    const examples = (given.scenario.examples ?? []).map((text, at) => (at === 0 ? name : `${text} ${name}`))
    const exclusions = place % 5 === 4 ? [`${examples[1]} нет`, examples[2] ?? ''] : []
    return { ...given, scenario: { ...given.scenario, trigger_description: name, examples, exclusions } }
  })
  const copiesOf = (place: number, count: number) =>
    named
      .slice(place, place + 1)
      .flatMap(own => Array.from({ length: count }, (_, copy) => ({ ...own, key: `copy ${copy} of ${place}` })))
  const all = [...named, ...copiesOf(3, 1), ...copiesOf(4, 60)]
  const names = Array.from({ length: 10 }, (_, number) => nameOf(number * 40))
  return { scenarios: all, texts: [...messages, ...names, ...all.slice(0, 9).flatMap(textsOf)] }
}

function textsOf({ scenario: { examples = [], exclusions = [] } }: SimulatedScenario): readonly string[] {
  return [...examples, ...exclusions]
}

function partsOf(scenarios: readonly SimulatedScenario[]): ScorerParts {
  const parts = findScorerParts(createLexicalScorer(scenarios, 'ru'))
  if (parts === undefined) throw new Error('the scorer has no parts')
  return parts
}

const { scenarios, texts } = manyScenarios(2100)
const parts = partsOf(scenarios)

test('messages have the same records as if they were compared with all scenarios, to the last bit', () => {
  const messages = texts.map(text => ({ text }))
  const examples = scenarios
    .filter((_, place) => place % 41 === 0)
    .flatMap(({ key, scenario: { examples = [] } }) =>
      examples.map((text, example) => ({ text, without: { scenario: key, example } })),
    )
  const all = [...messages, ...examples]
  const compareAll = createRecordMessages(parts, 0)
  const compareNear = createRecordMessages(parts, scenarios.length)
  for (const message of all) expect(compareNear([message])).toEqual(compareAll([message]))
})

test('few scenarios are near to a message, if it has a word that few of them have', () => {
  const { space } = parts
  const findNear = createNearScenarios(space)
  const sizes = scenarios.slice(0, 100).flatMap(({ scenario: { examples = [] } }) => {
    return findNear(space.vectorOf(space.wordsOf(examples[0] ?? '')), 9, [])?.places.length ?? []
  })
  expect(sizes.length).toBeGreaterThan(90)
  expect(Math.max(...sizes)).toBeLessThan(200)
})

const common = ['где', 'мой', 'заказ', 'деньги']
const names = fc.array(fc.nat(396).map(nameOf), { minLength: 1, maxLength: 2 })
/** A text of some of these words. */
const textOf = (words: readonly string[]) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map(chosen => chosen.join(' '))
const text = names.chain(own => textOf([...own, ...common]))
const fields = names.chain(own => {
  const ofOwn = textOf([...own, ...common])
  return fc.record({
    trigger_description: ofOwn,
    examples: fc.array(ofOwn, { minLength: 1, maxLength: 10 }),
    exclusions: fc.array(ofOwn, { maxLength: 3 }),
  })
})

/** Compares what is near to messages with all scenarios. `few` counts the messages that are near to few of them. */
function createComparison({ space }: ScorerParts) {
  let findNear = createNearScenarios(space)
  let few = 0
  const compare = (message: string, max: number): void => {
    const vector = space.vectorOf(space.wordsOf(message))
    const found = findNear(vector, max, [5])
    if (found === undefined) {
      // After many such messages in a row, it no longer tries each.
      findNear = createNearScenarios(space)
      return
    }
    few += 1
    expect(found.places).toEqual(found.places.toSorted())
    expect(found.places).toContain(5)
    const near = createSimilarities(space)(found.cosines, {}, found.places)
    const all = createSimilarities(space)(space.similarities(vector))
    expect(near.regressed).toEqual(all.regressed)
    const isFound = new Set(found.places)
    expect(near.similarities).toEqual(all.similarities.map((value, place) => (isFound.has(place) ? value : 0)))
    const least = all.similarities.toSorted()[all.similarities.length - max] ?? 0
    const missing = Array.from(all.similarities.keys()).filter(place => !isFound.has(place))
    expect(missing.filter(place => (all.similarities[place] ?? 0) >= Math.max(least, Number.MIN_VALUE))).toEqual([])
  }
  return { compare, few: () => few }
}

const choices = fc.oneof(text, fc.nat())

/** Some choices are texts of the bot, among them what a scenario excludes. */
const messageOf = (choice: string | number, own: readonly string[]) =>
  typeof choice === 'string' ? choice : (own[choice % own.length] ?? '')

test('what is near has all of the largest similarities, and all texts of a regression', () => {
  const excluding = scenarios.slice(4, 5).flatMap(textsOf)
  const { compare, few } = createComparison(parts)
  fc.assert(
    fc.property(choices, fc.integer({ min: 1, max: 150 }), (choice, max) => compare(messageOf(choice, texts), max)),
    { numRuns: 120, examples: excluding.flatMap(own => [1, 10, 40].map(max => [own, max] as [string, number])) },
  )
  expect(few()).toBeGreaterThan(20)
})

test('the same for any bot', () => {
  // In a smaller bot, or one of more texts each, nearly always too many scenarios are near to a message.
  const bots = fc.array(fields, { minLength: 300, maxLength: 330 })
  const messages = fc.array(choices, { minLength: 80, maxLength: 80 })
  let compared = 0
  fc.assert(
    fc.property(bots, messages, fc.integer({ min: 1, max: 6 }), (given, chosen, max) => {
      const { compare, few } = createComparison(partsOf(given.map((own, place) => scenario(`s${place}`, own))))
      const own = given.flatMap(({ examples, exclusions }) => [...examples, ...exclusions])
      for (const choice of chosen) compare(messageOf(choice, own), max)
      compared += few()
    }),
    { numRuns: 4, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(40)
})
