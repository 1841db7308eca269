import type { Language } from '@scenewright/model/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import type { SimulatedScenario } from '../src/index.ts'
import { finish } from '../src/steps.ts'
import { createLexicalScorer, prepareLexicalScorer } from '../src/trigger/lexical-scorer.ts'
import { scenario } from './fixture.ts'

const word = fc.constantFrom('refund', 'refunds', 'order', 'money', 'where', 'is', 'my', 'lamp', 'посылка', '12', '?')
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map(words => words.join(' '))
const texts = fc.array(text, { maxLength: 4 })
const fields = fc.record({ title: text, trigger_description: text, examples: texts, exclusions: texts })

/** Up to eight scenarios: some bots are large enough to be learnt from, some are not. */
const bots: fc.Arbitrary<readonly SimulatedScenario[]> = fc
  .array(fields, { minLength: 1, maxLength: 8 })
  .map(all => all.map((given, place) => scenario(`s${place}`, given)))
const languages = fc.constantFrom<Language>('en', 'ru', 'kk')
const runs = { numRuns: byTier({ once: 8, full: 60 }) }

test('a scorer built from another one has the scores of a new one, after any changes', () => {
  fc.assert(
    fc.property(bots, bots, languages, fc.array(text, { maxLength: 3 }), (before, after, language, messages) => {
      // A first half as it was, the rest changed: what an edit of a project does.
      const mixed = [...before.slice(0, Math.ceil(before.length / 2)), ...after.map(renamed)]
      const first = createLexicalScorer(before, language)
      for (const message of messages) first.score(message)
      const again = createLexicalScorer(mixed, language, first)
      const fresh = createLexicalScorer(mixed, language)
      for (const message of [...messages, ...examplesOf(mixed)]) {
        expect(again.score(message)).toEqual(fresh.score(message))
        expect(again.contenders(message, 0)).toEqual(fresh.contenders(message, 0))
      }
    }),
    runs,
  )
})

test('so does one whose scenarios were read again, some of them with other texts', () => {
  const changes = fc.array(fc.constantFrom('same', 'same', 'changed', 'removed'), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(bots, bots, changes, languages, (before, after, kinds, language) => {
      const read = structuredClone(before).flatMap((given, place) => {
        const other = kinds[place] === 'changed' ? after[place] : undefined
        return kinds[place] === 'removed' ? [] : { ...given, ...(other && { scenario: other.scenario }) }
      })
      const again = createLexicalScorer(read, language, createLexicalScorer(before, language))
      const fresh = createLexicalScorer(read, language)
      for (const message of examplesOf([...before, ...after])) {
        expect(again.score(message)).toEqual(fresh.score(message))
        expect(again.contenders(message, 0)).toEqual(fresh.contenders(message, 0))
      }
    }),
    runs,
  )
})

test('a scorer that keeps nothing for the next one has the same scores, and so has the next one', () => {
  fc.assert(
    fc.property(bots, bots, languages, fc.array(text, { maxLength: 3 }), (before, after, language, messages) => {
      const last = finish(prepareLexicalScorer(before, language, { isLast: true }))
      const kept = createLexicalScorer(before, language)
      const next = createLexicalScorer(after, language, last)
      const fresh = createLexicalScorer(after, language)
      for (const message of [...messages, ...examplesOf(before)]) {
        expect(last.score(message)).toEqual(kept.score(message))
        expect(last.contenders(message, 0)).toEqual(kept.contenders(message, 0))
        expect(next.score(message)).toEqual(fresh.score(message))
      }
    }),
    runs,
  )
})

test('the earlier scorer is unchanged', () => {
  fc.assert(
    fc.property(bots, bots, languages, text, (before, after, language, message) => {
      const scorer = createLexicalScorer(before, language)
      const scores = scorer.score(message)
      createLexicalScorer(after, language, scorer).score(message)
      expect(scorer.score(message)).toEqual(scores)
    }),
    runs,
  )
})

test('a scorer of another language has no effect', () => {
  const given = [scenario('a', { examples: ['where are my refunds'] }), scenario('b', { examples: ['мои посылки'] })]
  const again = createLexicalScorer(given, 'ru', createLexicalScorer(given, 'en'))
  expect(again.score('refund посылка')).toEqual(createLexicalScorer(given, 'ru').score('refund посылка'))
})

test('the order of scenarios changes no score', () => {
  // Two scenarios that are equally near to an example would have their order decide which of them is the best.
  const distinct = fc
    .uniqueArray(word, { minLength: 1, maxLength: 8 })
    .map(words =>
      words.map((own, place) => scenario(`s${place}`, { title: '', examples: [`my ${own} one`, `${own} two two`] })),
    )
  fc.assert(
    fc.property(distinct, text, (given, message) => {
      const backwards = createLexicalScorer(given.toReversed(), 'en').score(message)
      expect(createLexicalScorer(given, 'en').score(message)).toEqual(backwards.toReversed())
    }),
    runs,
  )
})

test('a message is forgotten when it is answered', () => {
  fc.assert(
    fc.property(bots, text, text, (given, first, second) => {
      const scorer = createLexicalScorer(given, 'en')
      const scores = scorer.score(first)
      scorer.contenders(second, 50)
      scorer.score(second, { scenario: 's0', example: 0 })
      expect(scorer.score(first)).toEqual(scores)
    }),
    runs,
  )
})

function renamed(given: SimulatedScenario): SimulatedScenario {
  return { ...given, key: `${given.key}-new` }
}

function examplesOf(given: readonly SimulatedScenario[]): readonly string[] {
  return given.flatMap(({ scenario: { examples = [] } }) => examples.slice(0, 1))
}

test('a bot that grows to enough training data has the scores of a new one, too', () => {
  const named = (count: number) =>
    ['refund', 'parcel', 'invoice'].map(thing => {
      const examples = Array.from({ length: count }, (_, place) => `where is my ${thing} number ${place}`)
      return scenario(thing, { examples })
    })
  let scorer = createLexicalScorer(named(10), 'en')
  for (const count of [17, 30, 31, 63, 70, 5]) {
    scorer = createLexicalScorer(named(count), 'en', scorer)
    const fresh = createLexicalScorer(named(count), 'en')
    for (const message of ['where are my parcels', 'invoice 12', 'lamp']) {
      expect(scorer.score(message)).toEqual(fresh.score(message))
    }
  }
})
