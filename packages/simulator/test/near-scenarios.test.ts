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
 * Scenarios with a word that only a few others have. Some have equal texts, some texts that others exclude.
 */
function manyScenarios(count: number): { readonly scenarios: readonly SimulatedScenario[]; readonly texts: string[] } {
  const { scenarios, messages } = generateBot('ru', count, 3)
  const named = scenarios.map((given, place) => {
    const name = nameOf(place % 397)
    const examples = (given.scenario.examples ?? []).map((text, at) => (at === 0 ? name : `${text} ${name}`))
    const exclusions = place % 5 === 4 ? [`${examples[1]} нет`, examples[2] ?? ''] : []
    return { ...given, scenario: { ...given.scenario, trigger_description: name, examples, exclusions } }
  })
  const again = named[3] && [{ ...named[3], key: 'again' }]
  const all = [...named, ...(again ?? [])]
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
const names = fc.array(fc.nat(150).map(nameOf), { minLength: 1, maxLength: 2 })
/** A text of some of these words. */
const textOf = (words: readonly string[]) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map(chosen => chosen.join(' '))
const text = names.chain(own => textOf([...own, ...common]))
const fields = names.chain(own => {
  const ofOwn = textOf([...own, ...common])
  return fc.record({
    trigger_description: ofOwn,
    examples: fc.array(ofOwn, { minLength: 9, maxLength: 12 }),
    exclusions: fc.array(ofOwn, { maxLength: 2 }),
  })
})

test('what is near has all of the largest similarities, and all texts of a regression', () => {
  const bots = fc.array(fields, { minLength: 170, maxLength: 200 })
  let compared = 0
  fc.assert(
    fc.property(bots, fc.array(text, { minLength: 20, maxLength: 20 }), fc.nat(5), (given, messages, max) => {
      const { space } = partsOf(given.map((own, place) => scenario(`s${place}`, own)))
      for (const message of messages) {
        const vector = space.vectorOf(space.wordsOf(message))
        const found = createNearScenarios(space)(vector, max + 1, [5])
        if (found === undefined) continue
        compared++
        expect(found.places).toEqual(found.places.toSorted())
        expect(found.places).toContain(5)
        const near = createSimilarities(space)(found.cosines, {}, found.places)
        const all = createSimilarities(space)(space.similarities(vector))
        expect(near.regressed).toEqual(all.regressed)
        const least = Array.from(all.similarities).toSorted((a, b) => b - a)[max] ?? 0
        all.similarities.forEach((similarity, place) => {
          const isListed = found.places.includes(place)
          expect(near.similarities[place]).toBe(isListed ? similarity : 0)
          if (!isListed && similarity > 0) expect(similarity).toBeLessThan(least)
        })
      }
    }),
    // A smaller bot has no near scenarios.
    { numRuns: 4, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(2)
})
