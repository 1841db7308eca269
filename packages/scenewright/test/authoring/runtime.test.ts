import { end, node, reply, scenario, tests } from 'scenewright'
import { expect, test } from 'vitest'
import { everyField, fragments, otherTypes, pairs } from './accepted.ts'

const calls: readonly [string, unknown, unknown][] = [
  ['a reply', reply('x'), { text: 'x' }],
  ['a reply with fields', reply('x', { title: 'T', next: 'a' }), { title: 'T', text: 'x', next: 'a' }],
  ['an END', end(), 'END'],
  ['an END with a title', end({ title: null }), { type: 'END', title: null }],
  ['another node', node('ASK', { text: 'x', next: ['a'] }), { type: 'ASK', text: 'x', next: ['a'] }],
  ['tests', tests({ triggers: [{ messages: ['x'] }] }), { triggers: [{ messages: ['x'] }] }],
  ['another node alone', node('HANG_UP'), { type: 'HANG_UP' }],
]

test.each(calls)('%s has the form of the YAML source', (_name, made, form) => {
  expect(made).toEqual(form)
})

test('a scenario consists of exactly its fields', () => {
  expect(everyField).toMatchObject({ title: 'Refund status', examples: ['Where is my refund?'], min_confidence: null })
  expect(everyField.flow.nodes).toEqual({
    wait_time: { title: 'How long', text: '3 to 5 business days.', next: 'done', extra: { color: 'red' } },
    done: { type: 'END', title: null, extra: { color: 'green' } },
  })
})

test('nodes keep the order of their pairs, and shared values are included', () => {
  expect(pairs.flow.nodes).toEqual([
    ['2', { text: 'x', next: '1' }],
    ['1', 'END'],
    ['1', { type: 'END', title: 'again' }],
  ])
  expect(Object.keys(fragments.flow.nodes)).toEqual(['contact', 'done', 'start', 'last'])
  expect(Object.values(otherTypes.flow.nodes).at(-1)).toEqual({ type: 'HANG_UP' })
})

test('the result is frozen, and the input is not', () => {
  const nodes = { done: end() }
  const made = scenario({ title: 'x', trigger_description: 'x', examples: [], flow: { nodes } })
  expect([made, made.examples, made.flow, made.flow.nodes].every(Object.isFrozen)).toBe(true)
  expect(Object.isFrozen(nodes)).toBe(false)
})

test('an undefined field is left out', () => {
  expect(Object.keys(node('ASK', JSON.parse('{"text":"x"}')))).toEqual(['type', 'text'])
  const fields: Record<string, unknown> = { queue: undefined }
  expect(Object.keys(node('TRANSFER', fields))).toEqual(['type'])
})
