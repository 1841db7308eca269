import { expect, test } from 'vitest'
import {
  createGainMeasure,
  createReplay,
  type NearMiss,
  type ReplayedMessage,
  rankNearMisses,
  selectNearMisses,
} from '../../src/lab/index.ts'
import { createNearMissList } from '../../src/lab/near-misses.ts'
import { bot, scenario } from '../fixture.ts'

const scenarios = [
  scenario('refund', { examples: ['I want my money back', 'where is the refund of my order'] }),
  scenario('hours', { examples: ['when do you open', 'are you open on sunday', 'opening hours of the shop'] }),
  scenario('parcel', { examples: ['where is my parcel', 'my parcel did not arrive', 'track the parcel of my order'] }),
]
const shop = bot(scenarios)

const messages = [
  'give me the money back please',
  'can I have some money back',
  'please give back what I paid, the money',
  'money back for the broken lamp please',
  'where is my order',
  'is the shop open now',
  'tell me about your shop',
  'hello there',
]
const replayed = messages.map((text, at) => createReplay(shop)({ text, count: at === 0 ? 3 : 1 }))

function startsAfter(miss: NearMiss): ReadonlySet<string> {
  const changed = bot(
    scenarios.map(each =>
      each.key === miss.scenario
        ? { ...each, scenario: { ...each.scenario, examples: [...(each.scenario.examples ?? []), miss.message] } }
        : each,
    ),
  )
  const replay = createReplay(changed)
  return new Set(
    messages.filter(text => {
      const { decision } = replay({ text, count: 1 })
      return decision.kind === 'start' && decision.scenario === miss.scenario
    }),
  )
}

test('gains and takes are what a replay with the new example shows', () => {
  const measure = createGainMeasure({ bot: shop, scenarios, searched: replayed })
  const misses = findNearMisses(replayed)
  expect(misses.length).toBeGreaterThan(3)
  for (const miss of misses) {
    const now = startsAfter(miss)
    const count = (kind: 'none' | 'start') =>
      replayed
        .filter(({ text, decision }) => now.has(text) && decision.kind === kind)
        .filter(({ decision }) => decision.kind !== 'start' || decision.scenario !== miss.scenario)
        .reduce((sum, message) => sum + message.count, 0)
    expect(measure(miss)).toEqual({ ...miss, gains: count('none'), takes: count('start') })
  }
})

test('a labelled message counts for the scenario that it should start, and one that should start nothing is no miss', () => {
  const labelled = replayed.map(({ text, count }) =>
    createReplay(shop)({ text, count, expected: text.includes('money') ? 'refund' : null }),
  )
  const misses = findNearMisses(labelled)
  expect(misses.every(({ message }) => message.includes('money'))).toBe(true)
  const [first] = misses
  if (first === undefined) throw new Error('there is no near miss')
  const wrong = labelled.map(message => ({ ...message, expected: 'hours' }))
  const measure = createGainMeasure({ bot: shop, scenarios, searched: wrong })
  expect(measure(first)).toMatchObject({ gains: 0, takes: expect.any(Number) })
  expect(measure(first).takes).toBeGreaterThanOrEqual(first.count)
})

test('a labelled message is a miss of its own scenario, also if another one is more similar', () => {
  const text = 'please give back what I paid, the money'
  const labelled = createReplay(shop)({ text, count: 1, expected: 'hours' })
  const own = labelled.contenders?.find(({ scenario: key }) => key === 'hours')
  expect(labelled).toMatchObject({ decision: { kind: 'none' }, best: { scenario: 'refund' } })
  expect(findNearMisses([labelled])).toEqual([
    {
      ...{ message: text, count: 1, scenario: 'hours', confidence: own?.confidence, expected: 'hours' },
      ...{ lacks: expect.closeTo(78 - (own?.confidence ?? 0), 5), nearest: 'refund' },
    },
  ])
  const same = createReplay(shop)({ text, count: 1, expected: 'refund' })
  expect(findNearMisses([same])).toMatchObject([{ scenario: 'refund', expected: 'refund' }])
  expect(findNearMisses([same])[0]).not.toHaveProperty('nearest')
})

test('the most useful come first, those that take messages later, and those without figures last', () => {
  const miss = (message: string): NearMiss => ({ message, count: 1, scenario: 'a', confidence: 70, lacks: 8 })
  const misses = ['a', 'b', 'c', 'd'].map(miss)
  const measured = [
    { ...miss('b'), gains: 5, takes: 4 },
    { ...miss('c'), gains: 3, takes: 0 },
    { ...miss('d'), gains: 1, takes: 0 },
  ]
  expect(rankNearMisses(misses, measured).map(({ message }) => message)).toEqual(['c', 'b', 'd', 'a'])
})

test('a message with a label and the same one without it stay two', () => {
  const miss: NearMiss = { message: 'a', count: 5, scenario: 'a', confidence: 70, lacks: 8, expected: 'a' }
  const { expected: _label, ...unlabelled } = { ...miss, count: 1 }
  const measured = [
    { ...miss, gains: 5, takes: 0 },
    { ...unlabelled, gains: 5, takes: 0 },
  ]
  expect(rankNearMisses([miss, unlabelled], measured)).toEqual(measured)
})

test('a few near misses of each scenario are measured', () => {
  const many = Array.from({ length: 100 }, (_, at) => {
    return { message: `${at}`, count: 1, scenario: at < 90 ? 'a' : 'b', confidence: 70, lacks: 8 }
  })
  const chosen = selectNearMisses(many)
  expect(chosen.filter(({ scenario: key }) => key === 'b').length).toBe(6)
  expect(chosen.filter(({ scenario: key }) => key === 'a').length).toBe(6)
})

function findNearMisses(messages: readonly ReplayedMessage[]): readonly NearMiss[] {
  const list = createNearMissList()
  for (const message of messages) list.add(message)
  return list.items()
}
