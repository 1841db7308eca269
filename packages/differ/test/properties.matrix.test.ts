import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import {
  type Change,
  type ChangeKind,
  type ComparedScenario,
  diffScenarios,
  kinds,
  type ScenarioDiff,
} from '../src/index.ts'
import { applyChanges } from './apply-changes.ts'
import { plainScenario, priorities, sorted } from './plain-scenario.ts'
import { anyProjects, anyScenario, anyTwo, scenario } from './scenarios.ts'

const runs = { numRuns: byTier({ once: 75, full: 600 }) }
const fewer = { numRuns: byTier({ once: 20, full: 150 }) }

function changes(base: ComparedScenario, head: ComparedScenario): readonly Change[] {
  return diffScenarios([base], [head]).flatMap(scenario => scenario.changes)
}

describe('of any two scenarios', () => {
  test('a bot has no differences from itself', () => {
    fc.assert(
      fc.property(anyScenario, one => {
        expect(changes(one, structuredClone(one))).toEqual([])
      }),
      runs,
    )
  })

  test('applying the changes to one side results in the other', () => {
    fc.assert(
      fc.property(anyTwo, ([base, head]) => {
        const made = applyChanges(base, changes(base, head))
        expect(sorted(made)).toEqual(sorted(plainScenario(head)))
        const wanted = priorities(plainScenario(head))
        for (const [ends, edge] of priorities(made)) {
          const { priority, isPlace } = wanted.get(ends) ?? edge
          expect(edge.isPlace && isPlace ? priority : edge.priority).toEqual(priority)
        }
      }),
      runs,
    )
  })

  test('every change has its mirror when the two are exchanged', () => {
    fc.assert(
      fc.property(anyTwo, ([base, head]) => {
        const forth = changes(base, head)
        const back = changes(head, base)
        expect(back.map(signature(back, 'head')).sort()).toEqual(forth.map(signature(forth, 'base')).sort())
      }),
      runs,
    )
  })

  test('a move in one direction is a move back in the other', () => {
    const lists = fc.array(fc.constantFrom('one', 'two', 'three', 'four'), { maxLength: 4 })
    const sides = fc.record({ a: lists, b: lists, c: lists })
    const scenarios = (side: Readonly<Record<string, readonly string[]>>) =>
      Object.entries(side).map(([key, examples]) => scenario({ examples, exclusions: examples }, { key }))
    fc.assert(
      fc.property(sides, sides, (base, head) => {
        const forth = diffScenarios(scenarios(base), scenarios(head))
        const back = diffScenarios(scenarios(head), scenarios(base))
        const told = (diffs: typeof forth, mirrored: boolean) =>
          diffs.flatMap(({ key, changes: all }) =>
            all
              .filter(({ kind }) => kind !== 'listed-otherwise')
              .map(({ kind, scenario: other, before, after }) => {
                const name = mirrored ? mirrorOf(kind) : kind
                return [key, name, other, ...(mirrored ? [after, before] : [before, after])].join(' ')
              }),
          )
        expect(told(back, true).sort()).toEqual(told(forth, false).sort())
      }),
      runs,
    )
  })

  test('the fingerprints are the same in every run', () => {
    fc.assert(
      fc.property(anyTwo, ([base, head]) => {
        const again = changes(structuredClone(base), structuredClone(head))
        expect(again).toEqual(changes(base, head))
      }),
      fewer,
    )
  })
})

describe('of any two projects', () => {
  test('a bot has no differences from itself', () => {
    fc.assert(
      fc.property(anyProjects, ([base]) => {
        expect(diffScenarios(base, structuredClone(base).toReversed())).toEqual([])
      }),
      fewer,
    )
  })

  test('every added scenario is a removed one when the sides are exchanged, and a new name is the old one', () => {
    const mirrored = { added: 'removed', removed: 'added', changed: 'changed', renamed: 'renamed' } as const
    const told = ({ key, change, was = key, changes: all }: ScenarioDiff, isBack: boolean) => {
      // Of what overtakes, only that it came can be told from the other side.
      const found = all.map(({ kind }) => (kind === 'edge-overtakes' ? 'edge-added' : kind))
      const names = isBack ? [key, was, mirrored[change]] : [was, key, change]
      return [...names, ...found.map(kind => (isBack ? mirrorOf(kind) : kind)).sort()].join(' ')
    }
    fc.assert(
      fc.property(anyProjects, ([base, head]) => {
        const forth = diffScenarios(base, head).map(diff => told(diff, false))
        const back = diffScenarios(head, base).map(diff => told(diff, true))
        expect(back.sort()).toEqual(forth.sort())
      }),
      fewer,
    )
  })
})

test('the compared bots cover every kind of change of a scenario', () => {
  const samples = [
    ...fc.sample(anyTwo, { numRuns: 600, seed: 1 }).map(([base, head]) => diffScenarios([base], [head])),
    ...fc.sample(anyProjects, { numRuns: 150, seed: 1 }).map(([base, head]) => diffScenarios(base, head)),
  ]
  const found = new Set(samples.flat().flatMap(scenarios => scenarios.changes.map(({ kind }): string => kind)))
  const ofProjects = ['setting-changed', 'messages-moved']
  expect(Object.keys(kinds).filter(kind => !found.has(kind))).toEqual(ofProjects)
})

const mirrors: readonly (readonly [ChangeKind, ChangeKind])[] = [
  ['scenario-added', 'scenario-removed'],
  ['scenario-switched-on', 'scenario-switched-off'],
  ['min-confidence-raised', 'min-confidence-lowered'],
  ['example-added', 'example-removed'],
  ['exclusion-added', 'exclusion-removed'],
  ['example-moved-here', 'example-moved-away'],
  ['exclusion-moved-here', 'exclusion-moved-away'],
  ['node-added', 'node-removed'],
  ['node-inserted', 'node-taken-out'],
  ['edge-added', 'edge-removed'],
  ['some-end-found', 'no-end-left'],
  ['end-gained', 'end-lost'],
  ['way-gained', 'way-lost'],
  ['node-reached', 'node-unreached'],
]

function mirrorOf(kind: string): string {
  return mirrors.flatMap(([one, other]) => (kind === one ? other : kind === other ? one : []))[0] ?? kind
}

/** What a change says, told from the one side of the two that is named. */
function signature(all: readonly Change[], side: 'base' | 'head'): (change: Change) => string {
  const names = new Map(all.flatMap(({ kind, before, after }) => (kind === 'node-renamed' ? [[after, before]] : [])))
  return ({ kind, node, edge, was, field, before, after, walk }) => {
    const known = kind === 'edge-overtakes' ? 'edge-added' : kind
    const mirror = mirrorOf(known)
    const nodes = [names.get(node) ?? node, node]
    const edges = edge === undefined ? undefined : [was ?? edge, edge]
    // The node of an edge is that which it leaves at the head; of the start, where it is.
    const own = edges ?? (kind === 'start-moved' ? undefined : nodes)
    const told = [own, [before, after]].map(each => (side === 'head' ? [...(each ?? [])].reverse() : each))
    return JSON.stringify([side === 'head' ? mirror : known, told[0] ?? [], told[1], field, walk])
  }
}
