import { describe, expect, test } from 'vitest'
import type { Coverage } from '../src/coverage/coverage.ts'
import { createCoverageMeter } from '../src/coverage/coverage-meter.ts'
import { sumCoverage } from '../src/coverage/sum-coverage.ts'
import type { SimulatedScenario } from '../src/index.ts'
import { bot, edge, end, flow, reply, scenario, talk } from './fixture.ts'

const refund = scenario('refund', {
  examples: ['where is my refund'],
  exclusions: ['how do I ask for a refund'],
  definition: flow(
    'first',
    [reply('first'), reply('second'), end('done'), reply('island'), end('shore')],
    [edge('first', 'second'), edge('second', 'done'), edge('island', 'shore')],
  ),
})
const ask = scenario('ask', {
  examples: ['about my order'],
  definition: flow(
    'hello',
    [reply('hello'), { id: 'number', type: 'ASK' }, end('done')],
    [edge('hello', 'number'), edge('number', 'done')],
  ),
})
const off: SimulatedScenario = { ...scenario('off', { examples: ['nobody hears this'] }), isActive: false }

type Talk = readonly [status: 'passed' | 'failed', ...messages: string[]]

function coverageOf(scenarios: readonly SimulatedScenario[], talks: readonly Talk[], settings = {}): Coverage {
  const asked = bot(scenarios, settings)
  const meter = createCoverageMeter(asked, scenarios)
  for (const [status, ...messages] of talks) meter.add({ status, turns: talk(asked, ...messages) })
  return meter.coverage()
}

describe('the parts of flows', () => {
  const all = [refund, ask, off]
  test.each<[what: string, talks: readonly Talk[], nodes: number, edges: number, scenarios: number]>([
    ['nothing', [], 0, 0, 0],
    ['a message that starts nothing', [['passed', 'zzz']], 0, 0, 0],
    ['one scenario', [['passed', 'where is my refund']], 3, 2, 1],
    [
      'one scenario twice',
      [
        ['passed', 'where is my refund'],
        ['passed', 'where is my refund'],
      ],
      3,
      2,
      1,
    ],
    ['both', [['passed', 'where is my refund', 'about my order']], 5, 3, 2],
    ['a test that fails', [['failed', 'where is my refund']], 0, 0, 0],
    [
      'a failing test next to a passing one',
      [
        ['failed', 'where is my refund'],
        ['passed', 'about my order'],
      ],
      2,
      1,
      1,
    ],
  ])('are covered by tests that pass: %s', (_what, talks, nodes, edges, scenarios) => {
    expect(sumCoverage(coverageOf(all, talks))).toEqual({
      nodes: { covered: nodes, total: 5 },
      edges: { covered: edges, total: 3 },
      scenarios: { covered: scenarios, total: 2 },
      notSimulable: { nodes: 3, edges: 2 },
    })
  })

  test('report how often tests visited, and whether any could', () => {
    const { scenarios, inactive } = coverageOf(all, [
      ['passed', 'where is my refund'],
      ['failed', 'where is my refund'],
      ['failed', 'about my order'],
    ])
    expect(inactive).toEqual(['off'])
    expect(scenarios.map(({ key, starts, failedStarts }) => [key, starts, failedStarts])).toEqual([
      ['ask', 0, 1],
      ['refund', 1, 1],
    ])
    expect(
      scenarios[1]?.nodes.map(({ id, isSimulable, hits, failedHits }) => [id, isSimulable, hits, failedHits]),
    ).toEqual([
      ['first', true, 1, 1],
      ['second', true, 1, 1],
      ['done', true, 1, 1],
      ['island', false, 0, 0],
      ['shore', false, 0, 0],
    ])
    expect(scenarios[0]?.edges).toEqual([
      { id: 'hello--number', isSimulable: true, hits: 0, failedHits: 1 },
      { id: 'number--done', isSimulable: false, hits: 0, failedHits: 0 },
    ])
  })
})

describe('the outcomes of triggers', () => {
  const twins = [
    scenario('one', { examples: ['my refund'], clarification_label: 'first' }),
    scenario('two', { examples: ['my refund'], exclusions: ['not this'], clarification_label: 'second' }),
  ]
  const none = { won: 0, lost: 0, none: 0 }
  const asking = { ...none, picked: 0, clarified: 0 }

  test.each<[what: string, talk: Talk, canClarify: boolean, one: object, two: object]>([
    [
      'one wins, and the other loses',
      ['passed', 'my refund'],
      false,
      { ...none, won: 1 },
      { ...none, lost: 1, excluded: 0 },
    ],
    [
      'the other wins after the first has run, which then has not lost',
      ['passed', 'my refund', 'my refund'],
      false,
      { ...none, won: 1 },
      { ...none, won: 1, lost: 1, excluded: 0 },
    ],
    [
      'both are offered, and one is picked',
      ['passed', 'my refund', 'second'],
      true,
      { ...asking, clarified: 1 },
      { ...asking, clarified: 1, picked: 1, excluded: 0 },
    ],
    ['an exclusion rules one out', ['passed', 'not this'], false, none, { ...none, excluded: 1 }],
    ['a failing test shows none', ['failed', 'my refund'], false, none, { ...none, excluded: 0 }],
  ])('%s', (_what, talk, canClarify, one, two) => {
    const { scenarios } = coverageOf(twins, [talk], { scenario_clarify_enabled: canClarify })
    const [first, second] = scenarios
    expect([first?.outcomes, { ...second?.outcomes, none: 0 }]).toEqual([one, two])
  })

  test('a near message that starts nothing counts for the nearest scenario', () => {
    const { scenarios } = coverageOf(
      [refund],
      [
        ['passed', 'where is my refund', 'where is my refund'],
        ['passed', 'zzz'],
      ],
    )
    expect(scenarios[0]?.outcomes).toEqual({ won: 1, lost: 0, excluded: 0, none: 1 })
  })
})
