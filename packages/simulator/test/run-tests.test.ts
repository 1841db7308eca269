import type { Place } from '@scenewright/model'
import type { ConversationTests, Expectation, ReplyExpectation } from '@scenewright/model/conversation-tests'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTests } from '../src/conversation/run-tests.ts'
import { listTestCases } from '../src/conversation/test-case.ts'
import type { TestResult } from '../src/conversation/test-result.ts'
import type { Bot } from '../src/index.ts'
import { bot, confident, edge, end, flow, reply, scenario } from './fixture.ts'

const greeting = flow(
  'hello',
  [reply('hello', 'Hello there.'), reply('hours', 'We open at 9.'), reply('bye', 'Until soon!'), end('done')],
  [edge('hello', 'hours'), edge('hours', 'bye'), edge('bye', 'done')],
)
const stuck = flow('only', [reply('only', 'This leads nowhere.')], [])
const shop = bot([
  scenario('hours', { definition: greeting, examples: ['when do you open'] }),
  scenario('stuck', { definition: stuck, examples: ['where does it end'], exclusions: ['where does it start'] }),
])
const settings = { scenario_clarify_enabled: true }
const unsure = confident(bot([scenario('a'), scenario('b'), scenario('c')], settings), { a: 80, b: 80 })

const at = (line: number): Place => ({
  file: 'a.test.yaml',
  range: { start: { line, column: 1 }, end: { line, column: 2 } },
})

type ToldTurn = readonly [user: string, expect?: Expectation]

/** One conversation; the message of turn n stands on line 10n, what is expected of it on the line below. */
const conversation = (...turns: readonly ToldTurn[]): ConversationTests => ({
  conversations: [
    {
      name: 'one',
      place: at(1),
      tags: ['smoke'],
      turns: turns.map(([user, expected], index) => ({
        user,
        place: at(10 * (index + 1)),
        ...(expected && { expect: expected }),
        places: expected === undefined ? {} : { expect: at(10 * (index + 1) + 1) },
      })),
    },
  ],
  tables: [],
})

async function results(given: Bot, tests: ConversationTests): Promise<readonly TestResult[]> {
  const all: TestResult[] = []
  for await (const result of runTests(given, listTestCases(tests), async () => {})) all.push(result)
  return all
}

async function failuresOf(given: Bot, ...turns: readonly ToldTurn[]): Promise<readonly string[]> {
  const [result] = await results(given, conversation(...turns))
  return (result?.failures ?? []).map(({ turn, about, line }) => `${turn} ${about} ${line}`)
}

const open = 'When do you open?'

describe('an expectation is met', () => {
  test.each<[string, Expectation]>([
    ['no field', {}],
    ['the scenario that starts', { starts: 'hours' }],
    ['its END', { ends: true }],
    ['its walk', { walk: ['hello', 'hours', 'bye', 'done'] }],
    ['its confidence', { confidence: { at_least: 100 } }],
    ['a reply word for word', { replies: ['We open at 9.'] }],
    ['a part of one', { replies: [{ contains: 'open at' }] }],
    ['a pattern within one', { replies: [{ matches: 'at \\d' }] }],
    ['two replies with another in between', { replies: ['Hello there.', 'Until soon!'] }],
    ['all replies, exactly', { replies: ['Hello there.', { contains: '9' }, { matches: '^Until' }], exactly: true }],
    ['an empty list of replies', { replies: [] }],
    ['no offer', { clarifies: [] }],
  ])('%s', async (_what, expected) => {
    expect(await failuresOf(shop, [open, expected])).toEqual([])
  })
})

describe('an expectation is not met', () => {
  test.each<[string, Expectation, readonly string[]]>([
    ['another scenario', { starts: 'stuck' }, ['0 starts 11']],
    ['an unknown scenario', { starts: 'huors' }, ['0 starts 11']],
    ['a scenario with the name of an object member', { starts: '__proto__' }, ['0 starts 11']],
    ['none, but one starts', { starts: 'none' }, ['0 starts 11']],
    ['an offer, but one starts', { clarifies: ['hours'] }, ['0 clarifies 11']],
    ['a start and an offer at once', { starts: 'none', clarifies: ['hours'] }, ['0 starts 11', '0 clarifies 11']],
    ['consequences are not reported', { starts: 'none', walk: [], ends: false }, ['0 starts 11']],
    ['no END', { ends: false }, ['0 ends 11']],
    ['a shorter walk', { walk: ['hello'] }, ['0 walk 11']],
    ['the walk in another order', { walk: ['hours', 'hello', 'bye', 'done'] }, ['0 walk 11']],
    ['a reply that differs by one letter', { replies: ['We open at 9'] }, ['0 replies 11']],
    ['replies in another order', { replies: ['Until soon!', 'Hello there.'] }, ['0 replies 11']],
    ['one reply twice', { replies: ['Hello there.', 'Hello there.'] }, ['0 replies 11']],
    ['fewer replies, exactly', { replies: ['Hello there.'], exactly: true }, ['0 replies 11']],
    ['no reply, exactly', { replies: [], exactly: true }, ['0 replies 11']],
    ['a part in capitals', { replies: [{ contains: 'OPEN' }] }, ['0 replies 11']],
    ['an invalid regular expression', { replies: [{ matches: '(' }] }, ['0 replies 11']],
    ['a regular expression that is too large', { replies: [{ matches: '.'.repeat(10_000) }] }, ['0 replies 11']],
    ['walk, replies and END', { walk: [], replies: ['x'], ends: false }, ['0 walk 11', '0 replies 11', '0 ends 11']],
  ])('%s', async (_what, expected, failures) => {
    expect(await failuresOf(shop, [open, expected])).toEqual(failures)
  })
})

test.each<[string, readonly string[], readonly string[]]>([
  ['both, in any order', ['b', 'a'], []],
  ['one named twice', ['b', 'a', 'b'], []],
  ['one too few', ['a'], ['0 clarifies 11']],
  ['one too many', ['a', 'b', 'c'], ['0 clarifies 11']],
])('an offer is compared with exactly the named scenarios: %s', async (_what, clarifies, failures) => {
  expect(await failuresOf(unsure, ['anything', { clarifies }])).toEqual(failures)
})

test('an offer counts as no start, and what is picked from it starts', async () => {
  expect(await failuresOf(unsure, ['anything', { starts: 'none' }], ['2', { starts: 'b', ends: true }])).toEqual([
    '0 starts 11',
  ])
})

test('a walk that is stuck matches ends: false', async () => {
  expect(await failuresOf(shop, ['where does it end', { ends: false }])).toEqual([])
  expect(await failuresOf(shop, ['where does it end', { ends: true }])).toEqual(['0 ends 11'])
})

test('a conversation continues after a failed turn, and remembers what ran', async () => {
  const turns = [
    [open, { starts: 'stuck' }],
    [open, { starts: 'none' }],
    ['where does it end', { starts: 'none' }],
  ] as const
  expect(await failuresOf(shop, ...turns)).toEqual(['0 starts 11', '2 starts 31'])
})

test('every message of a table is a test in a new dialogue, at its own line', async () => {
  const messages = [open, open, '', 'where does it start'].map((text, index) => ({ text, place: at(index + 3) }))
  const tables = [{ place: at(1), tags: ['t'], starts: 'hours', messages, places: { starts: at(2) } }]
  const found = await results(shop, { conversations: [], tables })
  expect(found.map(({ name, line, status, failures }) => [name, line, status, failures[0]?.line])).toEqual([
    [open, 3, 'passed', undefined],
    [open, 4, 'passed', undefined],
    ['', 5, 'failed', 5],
    ['where does it start', 6, 'failed', 6],
  ])
  expect(found.every(({ kind, tags }) => kind === 'message' && tags[0] === 't')).toBe(true)
})

test('a misspelled key is reported with a suggestion', async () => {
  const [result] = await results(shop, conversation([open, { starts: 'huors' }]))
  expect(result?.failures[0]?.actual).toContain('"hours"')
})

test('few scores are kept, including those that the test names', async () => {
  const many = bot(Array.from({ length: 60 }, (_, index) => scenario(`s${index}`, { examples: [`topic ${index}`] })))
  const [failed] = await results(many, conversation(['topic 3', { starts: 's58' }]))
  const kept = failed?.turns[0]?.scores.map(score => score.scenario) ?? []
  expect(kept).toContain('s3')
  expect(kept).toContain('s58')
  expect(kept.length).toBeLessThan(20)
  const [passed] = await results(many, conversation(['topic 3', { starts: 's3' }]))
  expect(passed?.turns[0]?.scores.every(({ reasons }) => reasons.length === 0)).toBe(true)
})

test('messages are prepared in batches before the bot runs, each once', async () => {
  const messages = Array.from({ length: 1000 }, (_, index) => ({ text: `m${index}`, place: at(index + 1) }))
  const tests = listTestCases({ conversations: [], tables: [{ place: at(1), tags: [], messages, places: {} }] })
  const batches: (readonly string[])[] = []
  const made = new Set<string>()
  for await (const { name } of runTests(shop, tests, async batch => {
    batches.push(batch)
    for (const message of batch) made.add(message)
  })) {
    expect(made.has(name)).toBe(true)
  }
  expect(batches.flat()).toEqual(messages.map(({ text }) => text))
  expect(batches.length).toBeLessThan(10)
})

test('a long message, and thousands of conversations, terminate', async () => {
  const {
    conversations: [one],
  } = conversation(['x'.repeat(100_000), { starts: 'none' }])
  const {
    conversations: [other],
  } = conversation([open, { starts: 'hours' }], ['', { starts: 'none' }])
  if (one === undefined || other === undefined) throw new Error('no conversation')
  const conversations = [one, ...Array.from({ length: 5000 }, () => other)]
  expect((await results(shop, { conversations, tables: [] })).every(({ status }) => status === 'passed')).toBe(true)
})

const texts = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 6 })
const wanted = fc.array(
  fc.oneof(
    fc.constantFrom('a', 'b', 'ab'),
    fc.record({ contains: fc.constantFrom('a', 'b') }),
    fc.record({ matches: fc.constantFrom('^a', 'b$') }),
  ),
  { maxLength: 4 },
)

test('replies match exactly if some choice of them fits in its order', async () => {
  const cases = fc.asyncProperty(texts, wanted, fc.boolean(), async (said, replies, exactly) => {
    const nodes = [...said.map((text, index) => reply(`n${index}`, text)), end('done')]
    const edges = nodes.slice(1).map(({ id }, index) => edge(`n${index}`, id))
    const given = bot([scenario('a', { definition: flow(nodes[0]?.id ?? '', nodes, edges), examples: ['go'] })])
    const failures = await failuresOf(given, ['go', { starts: 'a', replies, exactly }])
    expect(failures.length === 0).toBe(canFit(said, replies, exactly))
  })
  await fc.assert(cases, { numRuns: 200 })
})

/** Tries every choice. */
function canFit([text, ...said]: readonly string[], replies: readonly ReplyExpectation[], exactly: boolean): boolean {
  const [first, ...rest] = replies
  if (text === undefined) return first === undefined
  if (!exactly && canFit(said, replies, exactly)) return true
  return first !== undefined && fits(first, text) && canFit(said, rest, exactly)
}

function fits(reply: ReplyExpectation, text: string): boolean {
  if (typeof reply === 'string') return text === reply
  return 'contains' in reply ? text.includes(reply.contains) : new RegExp(reply.matches).test(text)
}
