import { InternalError } from '@scenewright/model'
import { botDefaults } from '@scenewright/model/config'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Bot,
  createBot,
  newDialogue,
  type ScenarioScore,
  type SimulatedScenario,
  takeTurn,
  withEmbeddings,
} from '../src/index.ts'
import { bot, scenario } from './fixture.ts'

/** Meanings as a model would tell them apart: each of these words is a direction, whatever the words are. */
const topics = [
  ['refund', 'money', 'reimburse'],
  ['parcel', 'order', 'shipment'],
  ['password', 'login', 'credentials'],
]

function vectorOf(text: string): Float32Array | undefined {
  if (text.trim() === '') return undefined
  const words = text.toLowerCase().split(/[^a-z]+/)
  const about = topics.map(topic => words.filter(word => topic.includes(word)).length)
  const [first = 0, second = 0] = [hash(text), hash(`${text}.`)]
  // What all texts have in common, as real models do, the topics, and a little of the text's own.
  return Float32Array.from([1, ...about, 0.2 * first, 0.2 * second])
}

function hash(text: string): number {
  let sum = 7
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1009
  return sum / 1009
}

const shop = [
  scenario('refund', {
    examples: ['give my money back', 'i want a refund', 'refund please', 'money back now'],
    exclusions: ['has the shipment money arrived'],
  }),
  scenario('parcel', { examples: ['where is my parcel', 'my order is late', 'parcel lost', 'track an order'] }),
  scenario('login', { examples: ['forgot my password', 'login fails', 'reset the password', 'no login'] }),
]

function byMeaning(scenarios: readonly SimulatedScenario[]) {
  return withEmbeddings(bot(scenarios), scenarios, vectorOf).bot
}

function scoreOf(given: Bot, key: string, message: string): ScenarioScore | undefined {
  return given.scorer.score(message).find(score => score.scenario === key)
}

function confidencesOf(given: Bot, message: string): Record<string, number> {
  return Object.fromEntries(given.scorer.score(message).map(({ scenario: key, confidence }) => [key, confidence]))
}

describe('a bot that scores by meaning', () => {
  test('knows words that are in no example', () => {
    const message = 'reimburse'
    expect(takeTurn(bot(shop), newDialogue, message).turn.decision).toEqual({ kind: 'none' })
    expect(takeTurn(byMeaning(shop), newDialogue, message).turn.decision).toEqual({ kind: 'start', scenario: 'refund' })
  })

  test('starts nothing for messages without a known meaning', () => {
    expect(takeTurn(byMeaning(shop), newDialogue, 'weather').turn.decision).toEqual({ kind: 'none' })
  })

  test('names the nearest text by meaning, with its cosine', () => {
    const refund = scoreOf(byMeaning(shop), 'refund', 'credentials')
    const login = scoreOf(byMeaning(shop), 'login', 'credentials')
    expect(login?.reasons[0]).toMatchObject({ kind: 'example' })
    expect(login?.reasons[0]?.weight).toBeGreaterThan(refund?.reasons[0]?.weight ?? 1)
  })

  test('scores 100 for an equal example, and 0 for an equal exclusion', () => {
    expect(confidencesOf(byMeaning(shop), 'Give my money BACK!').refund).toBe(100)
    const refund = scoreOf(byMeaning(shop), 'refund', 'Has the shipment money arrived?')
    expect(refund).toMatchObject({ confidence: 0, excluded: 'has the shipment money arrived' })
  })

  test('is lowered by an exclusion whose meaning is nearer than the examples', () => {
    const without = shop.map(given => ({ ...given, scenario: { ...given.scenario, exclusions: [] } }))
    const message = 'reimburse a shipment'
    const lowered = scoreOf(byMeaning(shop), 'refund', message)
    expect(lowered?.reasons.map(({ kind }) => kind)).toContain('exclusion')
    expect(lowered?.confidence).toBeLessThan(confidencesOf(byMeaning(without), message).refund ?? 0)
  })

  test('distinguishes its scenario from small talk, without other scenarios', () => {
    const one = byMeaning(shop.slice(0, 1))
    expect(confidencesOf(one, 'reimburse').refund).toBeGreaterThan(70)
    expect(confidencesOf(one, 'weather').refund).toBeLessThan(40)
  })

  test('contributes less if all cosines of the model are near one', () => {
    const narrow = withEmbeddings(bot(shop), shop, text => Float32Array.from([4, ...(vectorOf(text) ?? [])])).bot
    expect(takeTurn(narrow, newDialogue, 'reimburse').turn.decision).toEqual({ kind: 'start', scenario: 'refund' })
    expect(takeTurn(narrow, newDialogue, 'weather').turn.decision).toEqual({ kind: 'none' })
  })

  test('requests only vectors of its texts, of the background and of the message', () => {
    const asked = new Set<string>()
    const { bot: made, texts } = withEmbeddings(bot(shop), shop, text => {
      asked.add(text)
      return vectorOf(text)
    })
    expect(asked.size).toBe(0)
    made.scorer.score('reimburse')
    made.scorer.score('!?')
    expect(asked).toEqual(new Set([...texts, 'reimburse']))
  })

  test('rejects scenarios that it was not built from', () => {
    expect(() => withEmbeddings(bot(shop), shop.slice(1), vectorOf)).toThrow(InternalError)
  })
})

const text = fc.oneof(
  fc.array(fc.constantFrom(...topics.flat(), 'where', 'my', '?!'), { maxLength: 4 }).map(words => words.join(' ')),
  fc.string({ maxLength: 8 }),
)
const texts = fc.array(text, { maxLength: 4 })
const scenarios = fc
  .uniqueArray(
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), description: text, examples: texts, exclusions: texts }),
    { selector: ({ key }) => key, maxLength: 4 },
  )
  .map(given =>
    given.map(({ key, description, ...fields }) => scenario(key, { trigger_description: description, ...fields })),
  )
const numbers = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })

describe('for any vectors', () => {
  test('no score is lower than the lexical one, and only equal examples score 100', () => {
    fc.assert(
      fc.property(scenarios, text, fc.array(numbers, { minLength: 1, maxLength: 9 }), (given, message, vectors) => {
        const made = createBot(given, botDefaults)
        const random = (asked: string) => Float32Array.from(vectors[Math.floor(hash(asked) * vectors.length)] ?? [])
        const raised = withEmbeddings(made, given, random).bot.scorer.score(message)
        made.scorer.score(message).forEach((lexical, place) => {
          const score = raised[place]
          expect(score?.confidence).toBeGreaterThanOrEqual(lexical.confidence)
          expect(score?.confidence).toBe(Math.round((score?.confidence ?? 0) * 10) / 10)
          expect([score?.scenario, score?.excluded]).toEqual([lexical.scenario, lexical.excluded])
          expect(score?.confidence === 100).toBe(lexical.confidence === 100)
          if (lexical.excluded !== undefined) expect(score).toEqual(lexical)
          for (const { weight } of score?.reasons ?? []) expect(weight >= 0 && weight <= 1).toBe(true)
        })
      }),
    )
  })

  test('the contenders are the scenarios with the same score that are not excluded', () => {
    fc.assert(
      fc.property(scenarios, text, fc.integer({ min: 0, max: 100 }), fc.nat(3), (given, message, least, example) => {
        const { scorer } = withEmbeddings(createBot(given, botDefaults), given, vectorOf).bot
        const own = given[0]?.key ?? ''
        for (const without of [undefined, { scenario: own, example }, { scenario: own }]) {
          const expected = scorer.score(message, without).flatMap(({ scenario: key, confidence, excluded }) => {
            const isHeldOut = key === without?.scenario
            const isListed = isHeldOut ? without?.example !== undefined : confidence >= least
            return excluded === undefined && isListed ? [[key, confidence]] : []
          })
          const found = scorer.contenders(message, least, without)
          expect(found.map(({ scenario: key, confidence }) => [key, confidence])).toEqual(expected)
        }
      }),
    )
  })
})
