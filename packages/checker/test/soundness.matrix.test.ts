import type { Definition } from '@scenewright/model'
import type { DocumentPath } from '@scenewright/model/compilation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { check, rules } from '../src/index.ts'
import { compilationOf, declared, edge, node, placeOf, scenarioOf } from './compile-flow.ts'
import { type Mutant, mutations } from './mutations.ts'
import { validFlow } from './random-flow.ts'

const numRuns = Number(process.env.SOUNDNESS_RUNS ?? byTier({ once: 6, full: 60 }))
/** So few flows are the same ones each time: chance could miss a defect altogether. */
const runs = { numRuns, ...byTier({ once: { seed: 7 }, full: {} }) }

test('a valid flow has no findings', () => {
  fc.assert(
    fc.property(validFlow, definition => {
      expect(check(compilationOf(scenarioOf(definition)), declared).findings).toEqual([])
    }),
    runs,
  )
})

test('every rule of the group has a defect', () => {
  const flows = fc.sample(validFlow, { numRuns: 20, seed: 7 })
  const seeded = flows.flatMap(flow => Object.values(mutations).flatMap(mutate => mutate(flow)))
  const graph = rules.flatMap(({ id }) => (id.startsWith('graph/') ? id : []))
  expect(new Set(seeded.map(({ rule }) => rule))).toEqual(new Set(graph))
})

test.each(Object.entries(mutations))(
  'one defect in a valid flow causes one finding, at its place: %s',
  (_name, mutate) => {
    let mutants = 0
    fc.assert(
      fc.property(validFlow, flow => {
        for (const { definition, rule, at } of mutate(flow)) {
          mutants += 1
          const { findings } = check(compilationOf(scenarioOf(definition)), declared)
          expect(findings.map(found => ({ rule: found.rule, range: found.range }))).toEqual([
            { rule, range: placeOf(at).range },
          ])
        }
      }),
      runs,
    )
    expect(mutants).toBeGreaterThan(0)
  },
)

/** Defects that do not hide each other's findings. A cut-off region, for example, can follow from another defect. */
const independent: readonly (keyof typeof mutations)[] = [
  'misspelled target',
  'duplicate edge',
  'every edge from a node removed',
  'edge to a new dead end',
  'reply that leads to itself',
  'edge of a reply redirected to the reply',
  'edge to a new waiting loop without an exit',
  'edge redirected to a waiting loop without an exit',
  'edge that leaves an END',
  'edge behind an unconditional one',
  'undeclared condition',
]

test('two defects in two halves of a flow cause two findings, each at its place', () => {
  const half = fc.tuple(validFlow, fc.constantFrom(...independent), fc.nat()).map(([flow, name, choice]) => {
    const mutants = mutations[name](flow)
    return mutants[choice % Math.max(1, mutants.length)]
  })
  fc.assert(
    fc.property(half, half, (left, right) => {
      fc.pre(left !== undefined && right !== undefined)
      const { definition, expected } = sideBySide(left, right)
      const { findings } = check(compilationOf(scenarioOf(definition)), declared)
      const found = findings.map(({ rule, range }) => `${rule} ${range.start.line}:${range.start.column}`)
      expect(found.sort()).toEqual(expected)
    }),
    { ...runs, numRuns: numRuns * 5 },
  )
})

/** One flow that leads from a node of its own to both halves, and to an END. A defect that both have alike stays two. */
function sideBySide(left: Mutant, right: Mutant) {
  const halves = [marked(left, 'left '), marked(right, 'right ')]
  const starts = halves.map(({ definition: { start_node_id } }, index) => ({
    ...edge(`ask hub>${index}`),
    target: start_node_id,
  }))
  const definition = {
    start_node_id: 'ask hub',
    nodes: [node('ask hub'), node('end hub'), ...halves.flatMap(each => each.definition.nodes)],
    edges: [edge('ask hub>end hub'), ...starts, ...halves.flatMap(each => each.definition.edges)],
  }
  const expected = halves.map(({ rule, at }, index) => {
    const [list, place] = at.slice(2)
    const before = index === 0 ? undefined : halves[0]?.definition
    const offset = list === 'nodes' ? 2 + (before?.nodes.length ?? 0) : 3 + (before?.edges.length ?? 0)
    const moved: DocumentPath = [...at.slice(0, 3), Number(place) + offset]
    const { start } = placeOf(moved).range
    return `${rule} ${start.line}:${start.column}`
  })
  return { definition, expected: expected.sort() }
}

/** The same with every id marked, types and the type that nothing declares as well, so that no name is in both halves. */
function marked({ definition, rule, at }: Mutant, mark: string): Mutant {
  const moved: Definition = {
    start_node_id: mark + definition.start_node_id,
    nodes: definition.nodes.map(each => ({ ...each, id: mark + each.id })),
    edges: definition.edges.map(each => ({
      ...each,
      id: mark + each.id,
      source: mark + each.source,
      target: mark + each.target,
      ...(each.condition?.type === 'MYSTERY' ? { condition: { type: `${mark}MYSTERY` } } : {}),
    })),
  }
  return { definition: moved, rule, at }
}
