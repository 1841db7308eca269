import { reachable, witnessWalks } from '@scenewright/graph'
import type { Definition } from '@scenewright/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { scenarioSubject } from '../src/context.ts'
import { findCutOffRegions } from '../src/flow/cut-off.ts'
import { findEndlessCycles } from '../src/flow/endless.ts'
import { readFlow } from '../src/flow/flow.ts'
import { findMistakes, findTraps } from '../src/flow/root-cause.ts'
import { declared, scenarioOf } from './compile-flow.ts'
import { askOracle } from './oracle.ts'
import { anyFlow } from './random-flow.ts'

const numRuns = Number(process.env.SOUNDNESS_RUNS ?? byTier({ once: 1000, full: 20_000 }))

const subjectOf = (definition: Definition) => scenarioSubject(scenarioOf(definition), declared)
const nodesOf = (regions: readonly { readonly nodes: readonly string[] }[]) =>
  regions.flatMap(({ nodes }) => nodes).sort()
const sorted = (ids: Iterable<string>) => [...ids].sort()

test('dead ends, traps and endless cycles equal those found by enumerating all walks', () => {
  fc.assert(
    fc.property(anyFlow, definition => {
      const subject = subjectOf(definition)
      const flow = readFlow(subject)
      const walks = witnessWalks(flow.walks, definition.start_node_id)
      const oracle = askOracle(definition)
      const cutOff = findCutOffRegions(flow, reachable(flow.graph, [definition.start_node_id]))
      expect(nodesOf(cutOff)).toEqual(sorted(oracle.unreachable))
      expect(nodesOf(findTraps(flow, walks, flow.ends))).toEqual(sorted(oracle.trapped))
      expect(nodesOf(findEndlessCycles(subject, walks))).toEqual(sorted(oracle.endless))
    }),
    { numRuns },
  )
})

test('errors are reported exactly where something is wrong', () => {
  fc.assert(
    fc.property(anyFlow, definition => {
      const { unreachable, trapped, endless } = askOracle(definition)
      const mistakes = findMistakes(subjectOf(definition))
      const { lacksEnd, deadEnds, following } = mistakes
      expect(nodesOf(mistakes.endless)).toEqual(sorted(endless))
      expect(nodesOf([...mistakes.unreachable, ...following])).toEqual(sorted(unreachable))
      for (const id of nodesOf(mistakes.traps)) expect(trapped).toContain(id)
      if (!lacksEnd && deadEnds.length === 0 && endless.size === 0) {
        expect(nodesOf(mistakes.traps)).toEqual(sorted(trapped))
        if (trapped.size === 0) expect(following).toEqual([])
      }
    }),
    { numRuns },
  )
})

test('the walk of a finding exists, from the start to the entry, or around a cycle', () => {
  fc.assert(
    fc.property(anyFlow, definition => {
      const { endless, traps: trapped } = findMistakes(subjectOf(definition))
      const isEdge = (source: string, target: string | undefined) =>
        target === undefined || definition.edges.some(edge => edge.source === source && edge.target === target)
      for (const { entry, walk, nodes } of [...endless, ...trapped]) {
        expect(walk[0]).toBe(definition.start_node_id)
        expect(walk.at(-1)).toBe(entry)
        expect(nodes).toContain(entry)
        expect(walk.every((id, index) => isEdge(id, walk[index + 1]))).toBe(true)
      }
      for (const { entry, walk, nodes } of endless) {
        const around = walk.slice(walk.indexOf(entry))
        expect(around.length).toBeGreaterThan(1)
        for (const id of around) expect(nodes).toContain(id)
      }
    }),
    { numRuns: numRuns / 10 },
  )
})
