import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '../src/index.ts'
import { compilationOf, declared, placeOf, scenarioOf } from './compile-flow.ts'
import { mutations } from './mutations.ts'
import { validFlow } from './random-flow.ts'

const numRuns = Number(process.env.SOUNDNESS_RUNS ?? 100)

test('a valid flow gives no finding', () => {
  fc.assert(
    fc.property(validFlow, definition => {
      expect(check(compilationOf(scenarioOf(definition)), declared).findings).toEqual([])
    }),
    { numRuns },
  )
})

test.each(Object.entries(mutations))(
  'one defect in a valid flow gives one finding, at its place: %s',
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
      { numRuns },
    )
    expect(mutants).toBeGreaterThan(0)
  },
)
