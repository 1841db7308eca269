import type { Definition } from '@scenewright/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Contender,
  createBot,
  createPredictor,
  type Dialogue,
  fold,
  type SimulatedScenario,
  takeTurn,
} from '../src/index.ts'
import { createLexicalScorer } from '../src/trigger/lexical-scorer.ts'
import { bot, scenario } from './fixture.ts'

const word = fc.constantFrom(
  'refund',
  'order',
  'money',
  'where',
  'деньги',
  'заказа',
  '__proto__',
  'constructor',
  '?!',
  '',
)
const text = fc.oneof(
  fc.array(word, { maxLength: 5 }).map(words => words.join(' ')),
  fc.string({ maxLength: 12 }),
)
const texts = fc.array(text, { maxLength: 4 })
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const id = fc.constantFrom('n1', 'n2', 'n3', 'n4', '__proto__', 'nowhere')

const definition: fc.Arbitrary<Definition> = fc.record({
  start_node_id: id,
  nodes: fc.array(fc.record({ id, type: fc.constantFrom('FIXED_REPLY', 'FIXED_REPLY', 'END', 'ASK'), text }), {
    maxLength: 5,
  }),
  edges: fc.array(
    fc.record(
      {
        id: fc.string({ maxLength: 3 }),
        source: id,
        target: id,
        priority: fc.oneof(fc.integer(), fc.double()),
        condition: fc.record({ type: fc.constantFrom('ALWAYS', 'KEYWORD') }),
      },
      { requiredKeys: ['id', 'source', 'target'] },
    ),
    { maxLength: 8 },
  ),
})

const bare = fc.record({ title: text, trigger_description: text })
const full = fc.record({
  title: text,
  trigger_description: text,
  clarification_label: fc.option(text),
  examples: texts,
  exclusions: texts,
  min_confidence: fc.integer({ min: 50, max: 100 }),
  priority: fc.integer({ min: -3, max: 3 }),
  allow_repeat_in_dialogue: fc.boolean(),
  definition,
})
const simulated: fc.Arbitrary<SimulatedScenario> = fc.record({
  key,
  isActive: fc.boolean(),
  scenario: fc.oneof({ arbitrary: full, weight: 4 }, bare),
})

const settings = fc.record({
  primary_language: fc.constantFrom('ru' as const, 'en' as const, 'de' as const),
  scenario_clarify_enabled: fc.boolean(),
  scenario_clarify_min_confidence: fc.integer({ min: 0, max: 100 }),
  scenario_clarify_margin: fc.integer({ min: 0, max: 100 }),
})

const scenarios = fc.array(simulated, { maxLength: 5 })
const dialogue: fc.Arbitrary<Dialogue> = fc.record(
  {
    ran: fc.array(key, { maxLength: 3 }),
    offer: fc.array(fc.record({ scenario: key, label: text }), { maxLength: 3 }),
  },
  { requiredKeys: ['ran'] },
)

test('a turn always terminates, with the same result', () => {
  fc.assert(
    fc.property(scenarios, settings, dialogue, text, (given, chosen, before, message) => {
      const first = takeTurn(createBot(given, chosen), before, message)
      expect(takeTurn(createBot(given, chosen), before, message)).toEqual(first)
      // Plain JSON: nothing is lost in a store.
      expect(JSON.parse(JSON.stringify(first))).toEqual(first)
    }),
  )
})

test('a turn does not change its input', () => {
  fc.assert(
    fc.property(scenarios, settings, dialogue, text, (given, chosen, before, message) => {
      const copy = structuredClone({ given, chosen, before })
      takeTurn(createBot(deepFreeze(given), deepFreeze(chosen)), deepFreeze(before), message)
      expect({ given, chosen, before }).toEqual(copy)
    }),
  )
})

test('confidences are from 0 to 100, have one decimal, and are 100 only for exact examples', () => {
  fc.assert(
    fc.property(scenarios, text, (given, message) => {
      const folded = fold(message)
      const scores = createLexicalScorer(given, 'en').score(message)
      scores.forEach((score, place) => {
        const { examples = [], exclusions = [] } = given[place]?.scenario ?? {}
        const equals = (own: string) => folded !== '' && fold(own) === folded
        const isOut = exclusions.some(equals)
        expect(score.confidence).toBeGreaterThanOrEqual(0)
        expect(score.confidence).toBe(Math.round(score.confidence * 10) / 10)
        expect(score.confidence === 100).toBe(!isOut && examples.some(equals))
        expect(score.excluded !== undefined).toBe(isOut)
      })
    }),
  )
})

const distinctScenarios = fc.uniqueArray(simulated, { selector: given => given.key, maxLength: 5 })

test('the contenders are the scenarios with the same score that are not excluded', () => {
  fc.assert(
    fc.property(
      distinctScenarios,
      text,
      fc.integer({ min: 0, max: 100 }),
      fc.nat(3),
      (given, message, least, example) => {
        const scorer = createLexicalScorer(given, 'en')
        const own = given[0]?.key ?? ''
        for (const without of [undefined, { scenario: own, example }, { scenario: own }]) {
          const expected = scorer.score(message, without).filter(({ scenario, confidence, excluded }) => {
            const isListed = scenario === without?.scenario ? without?.example !== undefined : confidence >= least
            return excluded === undefined && isListed
          })
          const found = scorer.contenders(message, least, without)
          expect(found.map(numbersOf)).toEqual(expected.map(numbersOf))
        }
      },
    ),
  )
})

function numbersOf({ scenario, confidence, min_confidence }: Contender) {
  return { scenario, confidence, min_confidence }
}

test('a prediction equals the decision of a turn', () => {
  fc.assert(
    fc.property(scenarios, settings, text, (given, chosen, message) => {
      const made = createBot(given, chosen)
      const { decision } = takeTurn(made, { ran: [] }, message).turn
      expect(createPredictor(made)(message).decision).toEqual(decision)
    }),
  )
})

test('the order of scenarios changes no turn', () => {
  fc.assert(
    fc.property(distinctScenarios, settings, text, (given, chosen, message) => {
      const forwards = takeTurn(createBot(given, chosen), { ran: [] }, message)
      expect(takeTurn(createBot(given.toReversed(), chosen), { ran: [] }, message)).toEqual(forwards)
    }),
  )
})

// Enough scenarios for the scorer to learn from.
const hostile = bot(
  ['where is my refund', '__proto__ constructor', 'אני רוצה החזר', 'e\u0301te', 'open now', 'close it', 'help me'].map(
    (example, place) => scenario(`s${place}`, { examples: [example, `${example} please`] }),
  ),
  { scenario_clarify_enabled: true },
)

test.each([
  ['one word of 100 kB', 'a'.repeat(100_000)],
  ['20,000 words', Array.from({ length: 20_000 }, (_, at) => `w${at}`).join(' ')],
  ['the same word over and over', 'refund '.repeat(15_000)],
  ['emoji', '👨‍👩‍👧🏽'.repeat(10_000)],
  ['marks', `e${'\u0301\u0316'.repeat(50_000)}`],
  ['only marks', '\u0301\u0316'.repeat(50_000)],
  ['100 kB of other letters', 'дж'.repeat(50_000)],
  ['100 kB of words with a mistake', 'refnud whree '.repeat(8_000)],
  ['nothing', ''],
  ['spaces', ' '.repeat(100_000)],
  ['white space', ' \u2003\n'.repeat(30_000)],
  ['right to left', '\u202eאיפה ההחזר שלי\u202c'],
  ['lone surrogates', '\ud800\udc00\ud800 \udfff'.repeat(1_000)],
  ['control characters', '\u0000\u0001\u0007refund\u0000'],
  ['property names of JavaScript objects', '__proto__ toString hasOwnProperty valueOf'],
])('a message of %s is answered', (_what, message) => {
  const { turn } = takeTurn(hostile, { ran: [] }, message)
  expect(turn.user).toBe(message)
  expect(turn.scores.filter(({ confidence }) => !(confidence >= 0 && confidence < 100))).toEqual([])
})

test('keywords of the language are valid words and keys', () => {
  const odd = bot([
    scenario('__proto__', { examples: ['__proto__ constructor'] }),
    scenario('constructor', { examples: ['toString'] }),
  ])
  const first = takeTurn(odd, { ran: [] }, '__proto__ constructor')
  expect(first.turn.decision).toEqual({ kind: 'start', scenario: '__proto__' })
  expect(first.dialogue).toEqual({ ran: ['__proto__'] })
  expect(takeTurn(odd, first.dialogue, '__proto__ constructor').turn.decision).toEqual({ kind: 'none' })
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
