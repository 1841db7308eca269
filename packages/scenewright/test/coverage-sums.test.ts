import { describe, expect, test } from 'vitest'
import { gapLines, percent } from '../src/commands/test/coverage/formats/text.ts'
import { lcov } from '../src/commands/test/coverage/judge-coverage.ts'
import {
  findShortfalls,
  type LocatedPart,
  type LocatedScenario,
  locateCoverage,
} from '../src/commands/test/coverage/locate-coverage.ts'

function part(id: string, line: number, hits: number, isSimulable = true): LocatedPart {
  return { id, line, hits, failedHits: 0, isSimulable }
}

function scenario(key: string, fields: Partial<LocatedScenario> = {}): LocatedScenario {
  const own = {
    key,
    file: `${key}.scenario.yaml`,
    line: 5,
    starts: 1,
    failedStarts: 0,
    nodes: [],
    edges: [],
    outcomes: {},
  }
  return { ...own, ...fields }
}

test.each([
  [0, 0, '100.0 %'],
  [0, 3, '0.0 %'],
  [1, 3, '33.3 %'],
  [2, 3, '66.6 %'],
  [9999, 10_000, '99.9 %'],
  [3, 3, '100.0 %'],
])('%i of %i is %s, and never rounded up', (covered, total, text) => {
  expect(percent({ covered, total })).toBe(text)
})

test.each([
  [[3, 4], 75, []],
  [[3, 4], 76, [1]],
  [[0, 3], 50, [2]],
  [[0, 3], 0, []],
  [[0, 0], 100, []],
  [[999, 1000], 100, [1]],
])('of %j covered, %i %% lacks %j', ([covered = 0, total = 0], least, missing) => {
  const nothing = { covered: 0, total: 0 }
  const sum = { nodes: { covered, total }, edges: nothing, scenarios: nothing, notSimulable: { nodes: 9, edges: 9 } }
  expect(findShortfalls(sum, least).map(shortfall => shortfall.missing)).toEqual(missing)
})

describe('a tracefile', () => {
  test('lists the lowest coverage of several parts on one line, and only what can be simulated', () => {
    const nodes = [part('a', 5, 2), part('b', 5, 0), part('c', 6, 3), part('d', 6, 0, false), part('e', 7, 0, false)]
    const text = lcov({ scenarios: [scenario('s', { nodes })], inactive: [] })
    expect(text.match(/^DA:.*$/gm)).toEqual(['DA:5,0', 'DA:6,3'])
    expect(text).toContain('LF:2\nLH:1\n')
  })

  test('has one record for several scenarios of one file, and the files in their order', () => {
    const file = 'a.scenario.ts'
    const scenarios = [
      scenario('z'),
      scenario('m', { file, edges: [part('e', 9, 1)] }),
      scenario('n', { file, starts: 0 }),
    ]
    const text = lcov({ scenarios, inactive: [] })
    expect(text.match(/^SF:.*$/gm)).toEqual(['SF:a.scenario.ts', 'SF:z.scenario.yaml'])
    expect(text).toContain('FN:5,m\nFN:5,n\nFNDA:1,m\nFNDA:0,n\nFNF:2\nFNH:1\nBRDA:9,0,0,1\nBRF:1\nBRH:1\n')
  })
})

describe('uncovered parts', () => {
  const plain = (_style: string, text: string) => text

  test('is named with its place', () => {
    const missed = { ...part('b', 8, 0), failedHits: 1 }
    const scenarios = [
      scenario('s', { nodes: [part('a', 7, 1), missed, part('c', 9, 0, false)] }),
      scenario('t', { starts: 0 }),
    ]
    expect(gapLines(scenarios, plain)).toEqual([
      '  s.scenario.yaml:8  no passing test visits the node "b" (only failing tests do)',
      '  t.scenario.yaml:5  no passing test starts "t"',
    ])
  })

  test('is truncated when it is too long', () => {
    const scenarios = Array.from({ length: 60 }, (_, index) => scenario(`s${index}`, { starts: 0 }))
    const lines = gapLines(scenarios, plain)
    expect([lines.length, lines.at(-1)]).toEqual([51, '  and 10 more; see --format json'])
  })

  test('cannot move the cursor', () => {
    expect(gapLines([scenario('\u001b[2J', { starts: 0 })], plain).join('')).not.toContain('\u001b')
  })
})

test('the first of several parts with one id, or scenarios with one key, has the place', () => {
  const { line: _line, ...node } = part('a', 0, 0)
  const { file: _file, line: _at, ...bare } = scenario('s')
  const flow = (line: number) => ({
    key: 's',
    file: `f${line}`,
    nodes: [
      ['a', line],
      ['a', 99],
    ] as const,
    edges: [],
  })
  const located = locateCoverage({ scenarios: [{ ...bare, nodes: [node], edges: [] }], inactive: [] }, [
    flow(3),
    flow(4),
  ])
  expect(located.scenarios[0]).toMatchObject({ file: 'f3', line: 3, nodes: [{ id: 'a', line: 3 }] })
})
