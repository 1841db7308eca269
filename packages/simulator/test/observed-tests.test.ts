import type { Place } from '@scenewright/model'
import type { Expectation } from '@scenewright/model/conversation-tests'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestJudge } from '../src/conversation/observed/observe-tests.ts'
import { describeDecision, type ObservedTest, type ServiceAnswer } from '../src/conversation/observed/observed-test.ts'
import type { TestCase } from '../src/conversation/test-case.ts'
import { type Bot, newDialogue, type SimulatedScenario, takeTurn } from '../src/index.ts'
import { bot, confident, edge, end, flow, reply, scenario } from './fixture.ts'

const hours = flow(
  'hours',
  [reply('hours', 'We open at 9 and close at 18.'), reply('bye', 'Until soon!'), end('done')],
  [edge('hours', 'bye'), edge('bye', 'done')],
)
const asks = flow('say', [reply('say', 'Which order is it about?'), { id: 'ask', type: 'ASK' }], [edge('say', 'ask')])
const shop = bot([
  scenario('hours', { definition: hours, examples: ['when do you open'], clarification_label: 'Opening hours' }),
  scenario('order', { definition: asks, examples: ['my order'], clarification_label: '3 orders' }),
  scenario('twin', { examples: ['a twin'], definition: hours }),
  scenario('other', { examples: ['something else'] }),
])
const unsure = confident(
  bot([scenario('a', { clarification_label: 'Ah' }), scenario('b')], { scenario_clarify_enabled: true }),
  { a: 80, b: 80 },
)
const whole = 'We open at 9 and close at 18.\n\nUntil soon!'

const place: Place = { file: 'a.test.yaml', range: { start: { line: 3, column: 1 }, end: { line: 3, column: 2 } } }

function testOf(...turns: readonly (readonly [user: string, expect?: Expectation])[]): TestCase {
  return {
    kind: 'conversation',
    name: 'one',
    tags: [],
    place,
    turns: turns.map(([user, expected]) => ({ user, place, places: {}, ...(expected && { expect: expected }) })),
  }
}

const said = (text: string | null): ServiceAnswer => ({ kind: 'answered', text })

/** What comes of one message, expected so and answered so. */
async function judged(
  given: Bot,
  [user, expected, answer]: readonly [user: string, expected: Expectation, answer: ServiceAnswer],
  deployed: readonly SimulatedScenario[] = [],
): Promise<ObservedTest> {
  const one = testOf([user, expected])
  const judge = await createTestJudge(given, [one], deployed)
  return judge(one, [answer])
}

const open = 'When do you open?'

describe('an answer shows', () => {
  test.each<[string, string, ServiceAnswer, string, boolean]>([
    ['the scenario that the simulator starts', open, said(whole), 'answers as hours', false],
    [
      'it with any text between the replies',
      open,
      said(' We open at 9 and close\nat 18. Until soon! '),
      'answers as hours',
      false,
    ],
    ['the one that the simulator starts of two with the same replies', 'a twin', said(whole), 'answers as twin', false],
    ['every scenario with that answer', 'my order', said(whole), 'answers as hours or twin', true],
    ['another scenario', open, said('this is other'), 'answers as other', true],
    ['a scenario within other text', open, said(`Welcome! ${whole} Yours, shop`), 'answers as hours', false],
    [
      'a beginning that the simulator cannot follow',
      'my order',
      said('Which order is it about? 1 or 2'),
      'answers as order',
      false,
    ],
    [
      'an offer by number',
      open,
      said('Please choose:\n1. Opening hours\n2. 3 orders'),
      'asks which of hours, order',
      true,
    ],
    ['an offer by label', open, said('Which?\n- opening hours!\n- 3 orders'), 'asks which of hours, order', true],
    ['that one label is not an offer', open, said('Opening hours'), 'answers as no scenario does', true],
    ['no known scenario', open, said('Paris.'), 'answers as no scenario does', true],
    ['no known scenario if nothing starts', 'xyzzy', said('Paris.'), 'answers as no scenario does', false],
    ['no known scenario in an empty text', 'xyzzy', said(null), 'answers as no scenario does', false],
    ['an operator', 'xyzzy', { kind: 'operator', text: 'One moment.' }, 'passes the customer on to an operator', false],
    [
      'an operator instead of a scenario',
      open,
      { kind: 'operator', text: whole },
      'passes the customer on to an operator',
      true,
    ],
  ])('%s', async (_name, user, answer, words, differs) => {
    const { observed } = await judged(shop, [user, {}, answer])
    expect(observed.map(turn => [describeDecision(turn.seen), turn.differs])).toEqual([[words, differs]])
  })

  test('an offer of those that the simulator offers, in any order', async () => {
    const { observed } = await judged(unsure, ['x', {}, said('Which?\n1. b\n2. Ah')])
    expect(observed[0]).toMatchObject({ seen: { kind: 'clarify', candidates: ['b', 'a'] }, differs: false })
  })

  test('a scenario by its deployed texts, and one that exists only there', async () => {
    const older = flow('hours', [reply('hours', 'We open at 8.'), end('done')], [edge('hours', 'done')])
    const gone = flow('gone', [reply('gone', 'We have moved.'), end('done')], [edge('gone', 'done')])
    const deployed = [scenario('hours', { definition: older }), scenario('gone', { definition: gone })]
    const first = await judged(
      shop,
      [open, { starts: 'hours', replies: ['We open at 8.'] }, said('We open at 8.')],
      deployed,
    )
    expect(first).toMatchObject({ status: 'passed', observed: [{ differs: false, seen: { asDeployed: true } }] })
    const second = await judged(shop, [open, {}, said('We have moved.')], deployed)
    expect(second.observed[0]).toMatchObject({ differs: true, seen: { scenarios: ['gone'], asDeployed: true } })
    const third = await judged(shop, [open, {}, said(whole)], deployed)
    expect(third.observed[0]?.seen).toEqual({ kind: 'start', scenarios: ['hours'] })
  })
})

describe('an expectation', () => {
  const failed: ServiceAnswer = { kind: 'failed', text: null, reason: 'no' }
  test.each<[string, Expectation, ServiceAnswer, readonly string[]]>([
    ['of a scenario is met by its answer', { starts: 'hours' }, said(whole), []],
    ['of a scenario is not met by another', { starts: 'hours' }, said('this is other'), ['starts']],
    ['of another is met by it', { starts: 'other' }, said('this is other'), []],
    ['of no start is met by an unknown text', { starts: 'none' }, said('Paris.'), []],
    ['of no start is met by an operator', { starts: 'none' }, { kind: 'operator', text: null }, []],
    ['of no start is not met by a scenario', { starts: 'none' }, said(whole), ['starts']],
    ['of an offer is met by it', { clarifies: ['order', 'hours'] }, said('1. Opening hours\n2. 3 orders'), []],
    [
      'of an offer is not met by another',
      { clarifies: ['hours', 'twin'] },
      said('1. Opening hours\n2. 3 orders'),
      ['clarifies'],
    ],
    ['of replies is met by them', { replies: ['Until soon!'] }, said(whole), []],
    ['of replies is met in their order', { replies: [{ contains: '9' }, { matches: 'soon.$' }] }, said(whole), []],
    [
      'of replies is not met in reverse order',
      { replies: ['Until soon!', { contains: '9' }] },
      said(whole),
      ['replies'],
    ],
    ['of all replies is met by all', { replies: [{ contains: '9' }, 'Until soon!'], exactly: true }, said(whole), []],
    ['of all replies is not met by more', { replies: [{ contains: '9' }], exactly: true }, said(whole), ['replies']],
    ['of a reply is met by a paragraph of an unknown answer', { replies: ['b'] }, said('a\n\nb'), []],
    ['of a reply is met by the whole of one', { replies: ['a\n\nb'] }, said('a\n\nb'), []],
    ['of no reply is met by an unknown text', { replies: [], exactly: true }, said('Paris.'), []],
    ['of no reply is not met by the reply of a scenario', { replies: [], exactly: true }, said(whole), ['replies']],
    ['of replies is not reported after another decision', { starts: 'other', replies: ['x'] }, said(whole), ['starts']],
    ['without fields is not met without an answer', {}, failed, ['answer']],
    ['of no start is not met without an answer', { starts: 'none' }, { kind: 'late', text: null }, ['answer']],
  ])('%s', async (_name, expected, answer, about) => {
    const result = await judged(shop, [open, expected, answer])
    expect(result.failures.map(failure => failure.about)).toEqual(about)
    expect(result.status).toBe(about.length === 0 ? 'passed' : 'failed')
  })

  test('that no answer shows is named, and neither met nor missed', async () => {
    const expected = { walk: ['nowhere'], ends: false, confidence: { at_least: 100 }, starts: 'hours' }
    const result = await judged(shop, [open, expected, said(whole)])
    expect(result).toMatchObject({ status: 'passed', unobservable: ['walk', 'confidence', 'ends'] })
  })
})

describe('a conversation', () => {
  test('continues from what the service has started or offered', async () => {
    const one = testOf([open], ['a twin'], ['1'], [open])
    const judge = await createTestJudge(shop, [one], [])
    const offer = said('Please choose:\n1. 3 orders\n2. Opening hours')
    const { observed } = judge(one, [said('this is other'), offer, said('Which order is it about?'), said(whole)])
    expect(observed.map(({ differs }) => differs)).toEqual([true, true, false, false])
  })

  test('that was not run to its end is judged as far as it was run', async () => {
    const one = testOf([open, { ends: true }], [open, { starts: 'none', ends: false }])
    const judge = await createTestJudge(shop, [one], [])
    const result = judge(one, [{ kind: 'late', text: null, reason: 'no answer within 1 s' }])
    expect(result).toMatchObject({ status: 'failed', unobservable: ['ends'] })
    expect(result.failures).toEqual([
      { turn: 0, about: 'answer', expected: 'an answer', actual: 'no answer within 1 s', line: 3 },
    ])
    expect(result.observed).toHaveLength(1)
  })

  test('with a service that answers as the simulator does never differs', async () => {
    const messages = fc.array(fc.constantFrom(open, 'a twin', 'my order', 'something else', 'xyzzy', '1', ''), {
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(messages, fc.constantFrom('\n', '\n\n', ' '), async (said_, between) => {
        const one = testOf(...said_.map(user => [user] as const))
        let dialogue = newDialogue
        const answers = said_.map(user => {
          const result = takeTurn(shop, dialogue, user)
          dialogue = result.dialogue
          return said(result.turn.replies.join(between))
        })
        const { observed, status } = (await createTestJudge(shop, [one], []))(one, answers)
        expect([status, ...observed.map(({ differs }) => differs)]).toEqual(['passed', ...said_.map(() => false)])
      }),
      { numRuns: 60 },
    )
  })
})
