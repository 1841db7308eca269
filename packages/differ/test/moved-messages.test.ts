import { expect, test } from 'vitest'
import { type BehaviorChange, describeChange, groupMovedMessages } from '../src/index.ts'

type Answer = BehaviorChange['before']

const starts = (scenario: string): Answer => ({ kind: 'start', scenario, confidence: 90, replies: [] }) as Answer
const none = { kind: 'none', replies: [] } as Answer
const asks = (...candidates: readonly string[]): Answer => ({ kind: 'clarify', candidates, replies: [] }) as Answer
const change = (message: string, before: Answer, after: Answer): BehaviorChange => ({ message, before, after })

const question = {
  now: (key: string) => (key === 'old' ? 'cancel' : key),
  isOwn: (message: string) => !message.startsWith('recorded'),
  isMeant: (message: string, key: string) => message === 'meant' && key === 'stop',
}

function told(...behavior: readonly BehaviorChange[]): readonly string[] {
  return groupMovedMessages(behavior, question).map(({ key, changes: [moved] }) => {
    const { level, from, to, asks: offered, count, samples } = moved
    return `${key}: ${level} ${from} > ${to ?? offered?.join('+') ?? 'null'}, ${count}: ${samples?.join(', ')}`
  })
}

test('messages that moved the same way are one change, with a count and three examples', () => {
  const all = ['a', 'b', 'c', 'd'].map(message => change(message, starts('old'), starts('stop')))
  expect(told(change('e', starts('cost'), none), ...all)).toEqual([
    'cancel: risky cancel > stop, 4: a, b, c',
    'cost: risky cost > null, 1: e',
  ])
})

test('a message that now gets a question back, or starts an unintended scenario, has moved too', () => {
  expect(
    told(
      change('a', starts('cancel'), asks('stop', 'cancel')),
      change('b', none, starts('stop')),
      change('meant', none, starts('stop')),
      change('c', asks('cancel', 'stop'), none),
      change('recorded', starts('cancel'), starts('stop')),
    ),
  ).toEqual([
    'cancel: risky cancel > cancel+stop, 1: a',
    'stop: risky null > stop, 1: b',
    'stop: info null > stop, 1: meant',
  ])
})

test('a message for which the bot asked before says between which scenarios, by their keys at the head', () => {
  const before = [change('a', asks('stop', 'old'), starts('stop')), change('b', none, starts('stop'))]
  expect(groupMovedMessages(before, question).map(({ changes: [moved] }) => describeChange(moved))).toEqual([
    '1 message: asks which: cancel, stop \u2192 stop',
    '1 message: nothing \u2192 stop',
  ])
})

test('a fingerprint covers all messages of a group, in any order', () => {
  const print = (...messages: readonly string[]) =>
    groupMovedMessages(
      messages.map(message => change(message, starts('cancel'), none)),
      question,
    )[0]?.changes[0].fingerprint
  expect(print('a', 'b', 'c', 'd')).toBe(print('d', 'c', 'b', 'a'))
  expect(print('a', 'b', 'c', 'd')).not.toBe(print('a', 'b', 'c', 'e'))
})
