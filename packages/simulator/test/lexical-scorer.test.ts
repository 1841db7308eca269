import { readFileSync } from 'node:fs'
import type { Language } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import type { ScenarioScore } from '../src/index.ts'
import { createLexicalScorer } from '../src/trigger/lexical-scorer.ts'
import { bot, scenario, talk } from './fixture.ts'

function scoreOf(scores: readonly ScenarioScore[], key: string) {
  return scores.find(score => score.scenario === key)
}

const refund = scenario('refund', {
  trigger_description: 'The customer asks when a refund arrives.',
  examples: ['Where is my refund?', 'When do I get my money back', 'refund still not here'],
  exclusions: ['How do I ask for a refund?'],
})
const delivery = scenario('delivery', {
  trigger_description: 'The customer asks where a parcel is.',
  examples: ['Where is my parcel?', 'When will my order arrive', 'track my package'],
})
const scorer = createLexicalScorer([refund, delivery], 'en')

test('there is one score for each scenario, in the order given', () => {
  for (const message of ['Where is my refund?', 'unheard of', '']) {
    expect(scorer.score(message).map(score => score.scenario)).toEqual(['refund', 'delivery'])
  }
})

test('a message equal to an example has 100 and says so', () => {
  const found = scoreOf(scorer.score('where is MY refund'), 'refund')
  expect(found?.confidence).toBe(100)
  expect(found?.reasons[0]).toEqual({ kind: 'exact-example', text: 'Where is my refund?', weight: 1 })
})

test('capitals with and without a dot are those of the small letters', () => {
  const azerbaijani = createLexicalScorer(
    [
      scenario('light', { examples: ['işıq nə vaxt gəlir'] }),
      scenario('delivery', { examples: ['çatdırılma'], exclusions: ['İzmirə çatdırılma'] }),
    ],
    'az',
  )
  expect(azerbaijani.score('İŞIQ NƏ VAXT GƏLİR')[0]).toMatchObject({ confidence: 100 })
  expect(azerbaijani.score('izmirə çatdırılma')[1]).toMatchObject({ excluded: 'İzmirə çatdırılma' })
})

test('emoji that share only their selector are not similar', () => {
  const german = createLexicalScorer([scenario('thanks', { title: '', examples: ['Danke ❤️', '❤️'] })], 'de')
  expect(german.score('⚠️')).toMatchObject([{ confidence: 0, reasons: [] }])
})

test('a message similar to an example scores high, but not 100', () => {
  const found = scoreOf(scorer.score('where is the refund of mine'), 'refund')
  expect(found?.confidence).toBeGreaterThan(78)
  expect(found?.confidence).toBeLessThan(100)
  expect(found?.reasons[0]).toMatchObject({ kind: 'example', text: 'Where is my refund?' })
})

test('the shared words are named, the heaviest first', () => {
  const reasons = scoreOf(scorer.score('xylophone refund where'), 'refund')?.reasons ?? []
  const words = reasons.filter(reason => reason.kind === 'word')
  expect(words.map(word => word.text)).toEqual(['refund', 'where'])
  expect(words[0]?.weight).toBeGreaterThan(words[1]?.weight ?? 1)
})

test('a description counts like an example if no example is nearer', () => {
  const described = scenario('a', { trigger_description: 'Warranty of batteries', examples: ['Is it guaranteed?'] })
  const shown = scenario('a', { examples: ['Is it guaranteed?', 'Warranty of batteries'] })
  const message = 'batteries and warranty'
  const [byDescription] = createLexicalScorer([described], 'en').score(message)
  const [byExample] = createLexicalScorer([shown], 'en').score(message)
  expect(byDescription?.reasons[0]).toMatchObject({ kind: 'description', text: 'Warranty of batteries' })
  expect(byDescription?.confidence).toBe(byExample?.confidence)
})

test('a title counts too, and one that repeats another text counts once', () => {
  const titled = scenario('a', { title: 'Warranty of batteries', examples: ['Is it guaranteed?'] })
  const [byTitle] = createLexicalScorer([titled], 'en').score('batteries and warranty')
  expect(byTitle?.reasons[0]).toMatchObject({ kind: 'title', text: 'Warranty of batteries' })
  const twice = { ...titled, scenario: { ...titled.scenario, trigger_description: 'warranty of batteries!' } }
  const [byBoth] = createLexicalScorer([twice], 'en').score('batteries and warranty')
  expect(byBoth?.reasons[0]?.kind).toBe('description')
  expect(byBoth?.confidence).toBe(byTitle?.confidence)
})

test('a description is not an example: a message equal to it is not exact', () => {
  const [found] = createLexicalScorer([scenario('a', { trigger_description: 'refund' })], 'en').score('refund')
  expect(found?.confidence).toBeLessThan(100)
})

test.each([
  ['how to ask for the refund', 70],
  ['how do I ask for the refund', 50],
])('the exclusion near %j lowers the confidence below %i', (message, limit) => {
  const { exclusions: _none, ...fields } = refund.scenario
  const [without] = createLexicalScorer([{ ...refund, scenario: fields }], 'en').score(message)
  const [within] = createLexicalScorer([refund], 'en').score(message)
  expect(without?.confidence).toBeGreaterThan(limit)
  expect(within?.confidence).toBeLessThan(limit)
  expect(within?.reasons).toContainEqual(expect.objectContaining({ kind: 'exclusion' }))
})

test('an exclusion that is less near than the examples does not block the scenario', () => {
  expect(scoreOf(scorer.score('where is the refund'), 'refund')?.confidence).toBeGreaterThan(78)
})

test('a near exclusion never lowers an exact example', () => {
  const close = scenario('a', { examples: ['where is my refund'], exclusions: ['where is my refunds'] })
  expect(createLexicalScorer([close], 'en').score('where is my refund')[0]?.confidence).toBe(100)
})

test('an excluded scenario does not block another', () => {
  const rival = { examples: ['where is my order now'] }
  const beside = (fields: object) =>
    createLexicalScorer([delivery, scenario('refund', fields)], 'en').score('where is my order')
  const [among, [hindered]] = [beside({ ...rival, exclusions: ['where is my order'] }), beside(rival)]
  expect(among[1]).toMatchObject({ confidence: 0, excluded: 'where is my order' })
  expect(among[0]?.confidence).toBeGreaterThan(2 * (hindered?.confidence ?? 100))
})

test.each([
  ['no words', '?!… 😀'],
  ['nothing', ''],
  ['unknown letters', 'ყქწ'],
])('a message of %s scores 0 everywhere, even next to such examples', (_what, message) => {
  const odd = scenario('odd', { examples: ['', '?!', '😀'], exclusions: ['…'] })
  const scores = createLexicalScorer([refund, odd], 'en').score(message)
  expect(scores.map(score => [score.confidence, score.excluded, score.reasons])).toEqual([
    [0, undefined, []],
    [0, undefined, []],
  ])
})

test.each([
  ['an inflected word', 'ru' as const, ['Отследить посылку'], 'отслеживание посылки'],
  ['a mistyped word', 'en' as const, ['Cancel my subscription'], 'cancel my subscribtion'],
])('%s still matches its example', (_what, language, examples, message) => {
  const made = createLexicalScorer([scenario('a', { examples }), delivery], language)
  expect(made.score(message)[0]?.confidence).toBeGreaterThan(50)
})

test('a held-out example does not count', () => {
  const whole = scoreOf(scorer.score('track my package'), 'delivery')
  const heldOut = scoreOf(scorer.score('track my package', { scenario: 'delivery', example: 2 }), 'delivery')
  expect(whole?.confidence).toBe(100)
  expect(heldOut?.confidence).toBeLessThan(78)
  expect(heldOut?.reasons[0]?.text).not.toBe('track my package')
})

test('a held-out text has no effect', () => {
  const examples = delivery.scenario.examples?.slice(0, 2) ?? []
  const less = { ...delivery, scenario: { ...delivery.scenario, examples } }
  const gone = scoreOf(createLexicalScorer([refund, less], 'en').score('track my package'), 'delivery')
  const heldOut = scoreOf(scorer.score('track my package', { scenario: 'delivery', example: 2 }), 'delivery')
  // The inverse document frequency of words still knows the example, hence not the very same.
  expect(Math.abs((gone?.confidence ?? 0) - (heldOut?.confidence ?? 0))).toBeLessThan(10)
})

test('without its only example a scenario is scored by its description', () => {
  const described = { trigger_description: 'Warranty of batteries' }
  const only = scenario('a', { ...described, examples: ['Guarantee for batteries'] })
  const [heldOut] = createLexicalScorer([only], 'en').score('battery warranty', { scenario: 'a', example: 0 })
  expect(heldOut?.reasons[0]?.kind).toBe('description')
  expect(heldOut?.confidence).toBeGreaterThan(50)
})

test('a duplicate of a held-out example still counts', () => {
  const twins = createLexicalScorer([scenario('a', { examples: ['go home', 'Go home!'] })], 'en')
  expect(twins.score('go home', { scenario: 'a', example: 0 })[0]?.confidence).toBe(100)
  expect(twins.score('go home', { scenario: 'a', example: 7 })[0]?.confidence).toBe(100)
})

interface Shop {
  readonly language: Language
  readonly scenarios: Record<string, { description: string; examples: string[]; paraphrases: string[] }>
  readonly unrelated: readonly string[]
}

test.each(['en', 'ru'])('a shop in %s answers paraphrases and ignores unrelated messages', language => {
  const shop: Shop = JSON.parse(readFileSync(new URL(`./fixtures/shop-${language}.json`, import.meta.url), 'utf8'))
  const entries = Object.entries(shop.scenarios)
  const scenarios = entries.map(([key, { description, examples }]) =>
    scenario(key, { trigger_description: description, examples }),
  )
  const given = bot(scenarios, { primary_language: shop.language, scenario_clarify_enabled: true })
  const started = (message: string) => {
    const decision = talk(given, message)[0]?.decision
    return decision?.kind === 'start' ? decision.scenario : undefined
  }
  const paraphrased = entries.flatMap(([key, { paraphrases }]) => paraphrases.map(message => ({ key, message })))
  const missed = paraphrased.filter(({ key, message }) => started(message) !== key)
  expect(missed.length / paraphrased.length).toBeLessThan(0.15)
  expect(paraphrased.filter(({ key, message }) => ![key, undefined].includes(started(message)))).toEqual([])
  expect(shop.unrelated.filter(message => started(message) !== undefined)).toEqual([])
  for (const [key, { examples }] of entries) expect(examples.map(started)).toEqual(examples.map(() => key))
})
