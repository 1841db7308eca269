import type { Definition, FlowNode } from '@scenewright/model'
import { expect, test } from 'vitest'
import { bot, edge, end, flow, reply, scenario, talk } from './fixture.ts'

function walk(definition: Definition | undefined) {
  const fields = { examples: ['go'], ...(definition === undefined ? {} : { definition }) }
  const made = scenario('a', fields)
  const { definition: _default, ...without } = made.scenario
  const given = definition === undefined ? { ...made, scenario: without } : made
  const [turn] = talk(bot([given]), 'go')
  return { replies: turn?.replies, walk: turn?.walk, edges: turn?.edges, outcome: turn?.outcome, stop: turn?.stoppedAt }
}

const keyword = { type: 'KEYWORD', words: ['yes'] }
const always = { type: 'ALWAYS' }
const ask: FlowNode = { id: 'ask', type: 'ASK', text: 'Which one?' }

test('replies are sent one after the other until END', () => {
  const nodes = [reply('one'), reply('two'), end('done')]
  expect(walk(flow('one', nodes, [edge('one', 'two'), edge('two', 'done')]))).toEqual({
    replies: ['one says', 'two says'],
    walk: ['one', 'two', 'done'],
    edges: ['one--two', 'two--done'],
    outcome: 'ended',
    stop: { node: 'done', reason: 'end' },
  })
})

test.each([
  ['the lowest priority', [edge('a', 'c', { priority: 2 }), edge('a', 'b', { priority: 1 })], 'b'],
  ['a negative priority before zero', [edge('a', 'c', { priority: 0 }), edge('a', 'b', { priority: -1 })], 'b'],
  ['the first in the list of equal priority', [edge('a', 'c', { priority: 1 }), edge('a', 'b', { priority: 1 })], 'c'],
  ['the first in the list without priorities', [edge('a', 'b'), edge('a', 'c')], 'b'],
  ['a priority before an edge without one', [edge('a', 'c'), edge('a', 'b', { priority: 900 })], 'b'],
  [
    'ALWAYS, even after another condition',
    [edge('a', 'c', { priority: 1, condition: keyword }), edge('a', 'b', { priority: 2, condition: always })],
    'b',
  ],
])('of several edges the walk takes %s', (_what, edges, taken) => {
  expect(walk(flow('a', [reply('a'), end('b'), end('c')], edges)).walk).toEqual(['a', taken])
})

test.each([
  ['a node type that is not simulated', flow('a', [reply('a'), ask], [edge('a', 'ask')]), ['a', 'ask'], 1, 'node-type'],
  ['such a node at the start', flow('ask', [ask], []), ['ask'], 0, 'node-type'],
  [
    'edges that all have conditions, after the reply',
    flow('a', [reply('a'), end('b')], [edge('a', 'b', { condition: keyword })]),
    ['a'],
    1,
    'conditions',
  ],
  ['a reply without a text', flow('a', [{ id: 'a', type: 'FIXED_REPLY' }], []), ['a'], 0, 'reply-without-text'],
])('%s stops the walk as unsupported', (_what, definition, nodes, replies, reason) => {
  const walked = walk(definition)
  expect(walked).toMatchObject({ walk: nodes, outcome: 'unsupported', stop: { node: nodes.at(-1), reason } })
  expect(walked.replies).toHaveLength(replies)
})

test.each([
  ['no edge', flow('a', [reply('a')], []), ['a'], { node: 'a', reason: 'no-edge' }],
  [
    'an edge to an unknown node',
    flow('a', [reply('a')], [edge('a', 'gone')]),
    ['a'],
    { node: 'a', reason: 'no-such-node', detail: 'gone' },
  ],
  [
    'a start that is not a node',
    flow('gone', [reply('a')], []),
    [],
    { node: null, reason: 'no-start', detail: 'gone' },
  ],
  ['no nodes', flow('a', [], []), [], { node: null, reason: 'no-start', detail: 'a' }],
  ['no flow', undefined, [], { node: null, reason: 'no-start' }],
])('%s stops the walk as stuck', (_what, definition, nodes, stop) => {
  expect(walk(definition)).toMatchObject({ walk: nodes, outcome: 'stuck', stop })
})

test('a node visited twice ends the walk as endless, without a second reply', () => {
  const looped = flow('a', [reply('a'), reply('b')], [edge('a', 'b'), edge('b', 'a')])
  expect(walk(looped)).toEqual({
    replies: ['a says', 'b says'],
    walk: ['a', 'b', 'a'],
    edges: ['a--b', 'b--a'],
    outcome: 'endless',
    stop: { node: 'a', reason: 'met-twice' },
  })
  expect(walk(flow('a', [reply('a')], [edge('a', 'a')]))).toMatchObject({ walk: ['a', 'a'], outcome: 'endless' })
})

function chain(length: number): Definition {
  const ids = Array.from({ length }, (_, at) => `n${at}`)
  const nodes = [...ids.map(id => reply(id)), end('done')]
  return flow('n0', nodes, [...ids.slice(1).map((id, at) => edge(`n${at}`, id)), edge(`n${length - 1}`, 'done')])
}

test.each([
  [9_999, 'ended', 'end'],
  [10_000, 'endless', 'step-limit'],
])('a walk of %i replies before END is %s', (length, outcome, reason) => {
  const walked = walk(chain(length))
  expect(walked).toMatchObject({ outcome, stop: { reason } })
  expect(walked.walk).toHaveLength(10_000)
})

test('an END ends the walk, even if it has edges', () => {
  expect(walk(flow('a', [end('a'), reply('b')], [edge('a', 'b')]))).toMatchObject({ walk: ['a'], outcome: 'ended' })
})

test('ids may be property names of JavaScript objects', () => {
  const nodes = [reply('__proto__'), reply('constructor'), end('toString')]
  const edges = [edge('__proto__', 'constructor'), edge('constructor', 'toString')]
  expect(walk(flow('__proto__', nodes, edges))).toMatchObject({
    walk: ['__proto__', 'constructor', 'toString'],
    outcome: 'ended',
  })
  expect(walk(flow('__proto__', [end('done')], []))).toMatchObject({ outcome: 'stuck' })
})
