import type { Expectation } from '@scenewright/model/conversation-tests'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coverage } from '../src/coverage/coverage.ts'
import { createCoverageMeter } from '../src/coverage/coverage-meter.ts'
import { type GeneratedTests, generateTests } from '../src/coverage/generate/generate-tests.ts'
import { listCandidateMessages } from '../src/coverage/generate/suggested-messages.ts'
import { sumCoverage } from '../src/coverage/sum-coverage.ts'
import type { Bot, SimulatedScenario, Turn } from '../src/index.ts'
import { bot, edge, end, flow, reply, scenario, talk } from './fixture.ts'

const asking = { scenario_clarify_enabled: true }

function covered(
  given: Bot,
  scenarios: readonly SimulatedScenario[],
  dialogues: readonly (readonly Turn[])[],
): Coverage {
  const meter = createCoverageMeter(given, scenarios)
  for (const turns of dialogues) meter.add({ status: 'passed', turns })
  return meter.coverage()
}

function generated(
  scenarios: readonly SimulatedScenario[],
  settings = {},
  ...shown: readonly string[]
): GeneratedTests {
  const given = bot(scenarios, settings)
  return generateTests(
    given,
    scenarios,
    covered(
      given,
      scenarios,
      shown.map(message => talk(given, message)),
    ),
  )
}

describe('for uncovered parts', () => {
  const refund = scenario('refund', {
    examples: ['where is my refund'],
    exclusions: ['how do I ask for a refund'],
    definition: flow(
      'first',
      [reply('first', 'Gladly.'), reply('second', `${'long '.repeat(20)}\nand more`), end('done')],
      [edge('first', 'second'), edge('second', 'done')],
    ),
  })
  const order = scenario('order', { examples: ['about my order'], exclusions: ['how do I ask for a refund'] })
  const startsRefund = {
    name: 'starts refund',
    turns: [
      {
        user: 'where is my refund',
        expect: {
          starts: 'refund',
          walk: ['first', 'second', 'done'],
          replies: ['Gladly.', { contains: 'long '.repeat(12).trim() }],
          ends: true,
        },
      },
    ],
  }

  test('there is a conversation for each scenario, and a message for each exclusion', () => {
    const { conversations, triggers, unstarted } = generated([refund, order])
    expect(conversations.map(({ name }) => name)).toEqual(['starts order', 'starts refund'])
    expect(conversations[1]).toEqual(startsRefund)
    expect(triggers).toEqual([{ starts: 'none', messages: ['how do I ask for a refund'] }])
    expect(unstarted).toEqual([])
  })

  test('nothing is generated if tests cover it', () => {
    const { conversations, triggers } = generated([refund, order], {}, 'about my order', 'how do I ask for a refund')
    expect({ conversations, triggers }).toEqual({ conversations: [startsRefund], triggers: [] })
  })

  test('the first example that starts the scenario is used', () => {
    const first = scenario('a', { examples: ['hello'] })
    const second = scenario('b', { examples: ['hello', 'about my order'] })
    const turns = generated([first, second]).conversations.flatMap(conversation => conversation.turns)
    expect(turns.map(({ user, expect: must }) => [user, must.starts])).toEqual([
      ['hello', 'a'],
      ['about my order', 'b'],
    ])
  })

  test('a scenario that none of its messages starts is named', () => {
    const first = scenario('a', { examples: ['hello'] })
    const second = scenario('b', { title: 'hello', examples: ['hello'] })
    expect(generated([first, second]).unstarted).toEqual([
      { scenario: 'b', tried: { message: 'hello', decision: { kind: 'start', scenario: 'a' } } },
    ])
  })

  test('a scenario that the bot only offers is picked, and the offer needs no separate test', () => {
    const twins = ['a', 'b'].map(key =>
      scenario(key, { title: 'hello', examples: ['hello'], clarification_label: key }),
    )
    const { conversations, triggers, unstarted } = generated(twins, asking)
    expect(conversations[1]?.turns.map(({ user, expect: must }) => [user, must.clarifies ?? must.starts])).toEqual([
      ['hello', ['a', 'b']],
      ['b', 'b'],
    ])
    expect({ triggers, unstarted }).toEqual({ triggers: [], unstarted: [] })
  })

  test('a message that the bot asks back about is in a table', () => {
    const twins = ['a', 'b'].map(key => scenario(key, { examples: ['hello', `only ${key.repeat(5)}`] }))
    expect(generated(twins, asking).triggers).toEqual([{ clarifies: ['a', 'b'], messages: ['hello'] }])
  })
})

const id = fc.constantFrom('n1', 'n2', 'n3', '__proto__')
const text = fc.constantFrom('my refund', 'where is it', 'an order', 'Lieferung', 'x', '', 'how much')
const texts = fc.array(text, { maxLength: 3 })
const definition = fc.record({
  start_node_id: id,
  nodes: fc.array(fc.record({ id, type: fc.constantFrom('FIXED_REPLY', 'FIXED_REPLY', 'END', 'ASK'), text })),
  edges: fc.array(
    fc.record({
      id: fc.constantFrom('e1', 'e2', 'e3', 'e4'),
      source: id,
      target: id,
      condition: fc.record({ type: fc.constantFrom('ALWAYS', 'ALWAYS', 'KEYWORD') }),
    }),
  ),
})
const scenarios = fc
  .array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
      isActive: fc.constantFrom(true, true, true, false),
      scenario: fc.record({
        title: text,
        trigger_description: text,
        clarification_label: text,
        examples: texts,
        exclusions: texts,
        definition,
      }),
    }),
    { maxLength: 5 },
  )
  .map(list => list.filter((one, place) => list.findIndex(({ key }) => key === one.key) === place))

test('for any flows, the tests pass unchanged and cover all that can be covered, except for what they name', () => {
  fc.assert(
    fc.property(scenarios, fc.boolean(), (given, scenario_clarify_enabled) => {
      const asked = bot(given, { scenario_clarify_enabled })
      const { conversations, triggers, unstarted } = generateTests(asked, given, covered(asked, given, []))
      const told = conversations.map(({ turns }) => {
        const came = talk(asked, ...turns.map(({ user }) => user))
        for (const [place, turn] of came.entries()) expectMet(turns[place]?.expect ?? {}, turn)
        return came
      })
      const heard = triggers.flatMap(({ messages, ...expected }) =>
        messages.map(message => {
          const came = talk(asked, message)
          expectMet(expected, came[0])
          return came
        }),
      )
      const { scenarios: shown } = covered(asked, given, [...told, ...heard])
      const left = new Set(unstarted.map(({ scenario: key }) => key))
      for (const { key, starts, nodes, edges, outcomes } of shown) {
        expect(starts > 0).toBe(!left.has(key))
        for (const part of [...nodes, ...edges]) expect(part.hits > 0).toBe(part.isSimulable && !left.has(key))
        expect(outcomes.excluded === 0).toBe(outcomes.excluded !== undefined && !canExclude(given, key))
      }
    }),
    { numRuns: 300 },
  )
})

test('what is covered can be simulated, and what can be simulated exists', () => {
  fc.assert(
    fc.property(scenarios, fc.array(text), (given, messages) => {
      const asked = bot(given)
      const coverage = covered(asked, given, [talk(asked, ...messages)])
      const { nodes, edges, scenarios: started } = sumCoverage(coverage)
      for (const { covered: some, total } of [nodes, edges, started]) expect(some).toBeLessThanOrEqual(total)
      for (const { key, nodes: own } of coverage.scenarios) {
        expect(own.filter(({ isSimulable, hits }) => hits > 0 && !isSimulable)).toEqual([])
        expect(own.map(part => part.id).sort()).toEqual([...(asked.scenarios.get(key)?.flow.nodes.keys() ?? [])].sort())
      }
    }),
    { numRuns: 200 },
  )
})

test('the vectors of every message can be loaded in advance', () => {
  const given = [
    scenario('a', { examples: ['hello', 'only a'], exclusions: ['bye'] }),
    scenario('b', { examples: ['hello'] }),
  ]
  const asked: string[] = []
  const { scorer, ...rest } = bot(given, asking)
  const spied: Bot = {
    ...rest,
    scorer: {
      score: message => {
        asked.push(message)
        return scorer.score(message)
      },
      contenders: (message, least, without) => {
        asked.push(message)
        return scorer.contenders(message, least, without)
      },
    },
  }
  generateTests(spied, given, covered(spied, given, []))
  const ready = new Set(listCandidateMessages(given))
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.filter(message => !ready.has(message))).toEqual([])
})

function expectMet({ starts, clarifies, walk, replies = [], ends }: Expectation, turn: Turn | undefined): void {
  const decision = turn?.decision ?? { kind: 'none' }
  if (starts !== undefined) expect(decision.kind === 'start' ? decision.scenario : decision.kind).toBe(starts)
  if (clarifies !== undefined) {
    expect(decision.kind === 'clarify' ? [...decision.candidates].sort() : decision).toEqual([...clarifies].sort())
  }
  if (walk !== undefined) expect(turn?.walk).toEqual(walk)
  if (ends !== undefined) expect(turn?.outcome === 'ended').toBe(ends)
  let from = 0
  for (const must of replies) {
    const fits = (said: string) =>
      typeof must === 'string' ? said === must : 'contains' in must && said.includes(must.contains)
    const place = (turn?.replies ?? []).findIndex((said, at) => at >= from && fits(said))
    expect(place).toBeGreaterThanOrEqual(from)
    from = place + 1
  }
}

/** An empty exclusion is equal to nothing that a customer says. */
function canExclude(scenarios: readonly SimulatedScenario[], key: string): boolean {
  const exclusions = scenarios.find(one => one.key === key)?.scenario.exclusions ?? []
  return exclusions.some(exclusion => exclusion !== '')
}
