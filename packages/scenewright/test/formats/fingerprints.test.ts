import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeFingerprints } from '../../src/commands/check/formats/fingerprints.ts'
import { finding } from './sample.ts'

describe('a fingerprint', () => {
  const first = finding({ node: 'a' })
  const of = (given: Parameters<typeof finding>[0]) => [
    ...computeFingerprints([finding({ node: 'a', ...given })]).values(),
  ]

  test.each([
    ['its line', { range: { start: { line: 9, column: 1 }, end: { line: 9, column: 2 } } }, true],
    ['its message', { message: 'no more than 7' }, true],
    ['its severity', { severity: 'info' as const }, true],
    ['the file of its scenario', { file: 'elsewhere.scenario.yaml' }, true],
    ['its rule', { rule: 'graph/no-end' }, false],
    ['its scenario', { scenario: 'other' }, false],
    ['its node', { node: 'b' }, false],
  ])('with another value of %s: is it the same? (%#)', (_name, given, isSame) => {
    expect(of(given).every(print => print === computeFingerprints([first]).get(first))).toBe(isSame)
  })

  test('is unique, and does not depend on the order of findings', () => {
    const findings = fc.array(
      fc.record({
        rule: fc.constantFrom('graph/trap', 'graph/no-end'),
        scenario: fc.constantFrom('a', 'b', null),
        file: fc.constantFrom('a', 'b'),
        node: fc.constantFrom('a', 'b'),
        message: fc.constantFrom('x', 'y'),
      }),
    )
    fc.assert(
      fc.property(findings, given => {
        const made = given.map(finding)
        const prints = computeFingerprints(made)
        expect(new Set(prints.values()).size).toBe(made.length)
        expect(new Set(computeFingerprints(made.toReversed()).values())).toEqual(new Set(prints.values()))
      }),
    )
  })
})
