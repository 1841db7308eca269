import { botDefaults } from '@scenewright/model/config'
import { withoutMasks } from '@scenewright/model/masks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBot, type Decision } from '../../src/index.ts'
import { createReplay, type ReplayedMessage } from '../../src/lab/replay.ts'
import { createReplaySurveyor, type ReplaySurvey } from '../../src/lab/replay-survey.ts'

const none: Decision = { kind: 'none' }

describe('replayed messages', () => {
  const replayed = [
    message('pay now', 3, { kind: 'start', scenario: 'pay' }),
    message('pay', 5, { kind: 'start', scenario: 'pay' }),
    message('money', 2, { kind: 'clarify', candidates: ['pay', 'refund'] }),
    message('hello', 1, none),
  ]

  test('count as often as they were written', () => {
    expect(surveyReplay(replayed)).toMatchObject({
      messages: 11,
      distinct: 4,
      started: 8,
      asked: 2,
      none: 1,
      ungrouped: 1,
    })
  })

  test('are reported by scenario, the most frequent first', () => {
    expect(surveyReplay(replayed).scenarios).toEqual([
      { scenario: 'pay', started: 8, asked: 2, samples: ['pay', 'pay now'] },
      { scenario: 'refund', started: 0, asked: 2, samples: [] },
    ])
  })
})

describe('unmatched messages', () => {
  const vegan = ['do you have a vegan menu', 'is there a vegan menu', 'vegan menu please']
  const bitcoin = ['can I pay with bitcoin', 'do you take bitcoin', 'paying with bitcoins', 'bitcoin payment']
  const near = { scenario: 'pay', confidence: 60 }
  const fallen = [
    ...vegan.map(text => message(text, 1, none)),
    ...bitcoin.map(text => message(text, 2, none, near)),
    message('zebra', 1, none),
  ]
  const { clusters, ungrouped } = surveyReplay(fallen)

  test('are grouped, the largest group first', () => {
    expect(clusters.map(({ messages, distinct }) => [messages, distinct])).toEqual([
      [8, 4],
      [3, 3],
    ])
    expect(new Set([clusters[1]?.typical, ...(clusters[1]?.samples ?? [])])).toEqual(new Set(vegan))
    expect(ungrouped).toBe(1)
  })

  test('are described by distinctive words, and the similar scenario', () => {
    expect([clusters[0]?.words, clusters[1]?.words]).toEqual([
      expect.arrayContaining(['bitcoin']),
      expect.arrayContaining(['menu', 'vegan']),
    ])
    expect(clusters.map(({ nearest }) => nearest)).toEqual([{ ...near, share: 1 }, undefined])
  })
})

test('the order of messages changes nothing, and every message is counted, for any text', () => {
  const words = fc.constantFrom('refund', 'parcel', 'where', 'my', 'оплата', 'בוקר', '\u202e', '</script>', '')
  const texts = fc.uniqueArray(
    fc.array(words, { maxLength: 5 }).map(parts => parts.join(' ')),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(texts, written => {
      const replayed = written.map((text, place) => message(text, (place % 3) + 1, none))
      const survey = surveyReplay(replayed)
      expect(surveyReplay(replayed.toReversed())).toEqual(survey)
      const grouped = survey.clusters.reduce((sum, { messages }) => sum + messages, 0)
      expect(grouped + survey.ungrouped).toBe(survey.messages)
    }),
    { numRuns: 60 },
  )
})

test('a message is replayed with the nearest scenario, even if none starts', () => {
  const definition = { start_node_id: 'done', nodes: [{ id: 'done', type: 'END' }], edges: [] }
  const scenario = { title: 'Pay', trigger_description: 'Paying', examples: ['how do I pay'], definition }
  const replay = createReplay(createBot([{ key: 'pay', isActive: true, scenario }], botDefaults))
  expect(replay({ text: 'How do I pay?', count: 2 })).toEqual({
    text: 'How do I pay?',
    count: 2,
    decision: { kind: 'start', scenario: 'pay' },
    best: { scenario: 'pay', confidence: 100, min_confidence: 78 },
  })
  expect(replay({ text: 'zzz', count: 1 })).toEqual({ text: 'zzz', count: 1, decision: none })
})

test.each([
  ['call me at [phone], please', 'call me at, please'],
  ['[card] is lost', 'is lost'],
  ['my [debit] card  is lost', 'my [debit] card  is lost'],
  ['[card] [phone]!', ''],
])('as an example, "%s" is "%s"', (message, example) => {
  expect(withoutMasks(message)).toBe(example)
})

test('the word of a mask is no word of the customer', () => {
  const definition = { start_node_id: 'done', nodes: [{ id: 'done', type: 'END' }], edges: [] }
  const scenario = { title: 'Pay', trigger_description: 'Paying', examples: ['is a card accepted'], definition }
  const replay = createReplay(createBot([{ key: 'pay', isActive: true, scenario }], botDefaults))
  const start = { kind: 'start', scenario: 'pay' }
  for (const text of ['[card]', '[card] [phone]']) expect(replay({ text, count: 1 }).decision).toEqual(none)
  for (const text of ['card', '(card)', 'is a [debit] card accepted']) {
    expect(replay({ text, count: 1 }).decision, text).toEqual(start)
  }
  const masked = replay({ text: 'is a card accepted? [email]', count: 1 })
  expect(masked).toMatchObject({ text: 'is a card accepted? [email]', decision: start })
})

function message(
  text: string,
  count: number,
  decision: Decision,
  best?: { readonly scenario: string; readonly confidence: number },
): ReplayedMessage {
  return { text, count, decision, ...(best && { best: { ...best, min_confidence: 78 } }) }
}

function surveyReplay(replayed: readonly ReplayedMessage[]): ReplaySurvey {
  const surveyor = createReplaySurveyor()
  for (const each of replayed) surveyor.add(each)
  return surveyor.survey(replayed.length)
}
