import { expect, test } from 'vitest'
import { assumptions } from '../src/index.ts'

test('the register is numbered without a gap', () => {
  expect(assumptions.map(({ id }) => id)).toEqual(
    assumptions.map((_, index) => `A-${String(index + 1).padStart(2, '0')}`),
  )
})

test('docs/assumptions.md is the register (`npm run update-golden` updates it)', async () => {
  const head = [
    '# Assumptions about the service',
    '',
    '<!-- Generated from the register of assumptions: `npm run update-golden` updates it. -->',
    '',
    'The contract of the service leaves some things open. This page lists what Scenewright assumes there. `scenewright doctor`',
    'prints the same list. The numbers are stable and never reused.',
    '',
    '| number | open in the contract | assumption | affects |',
    '|---|---|---|---|',
  ]
  const rows = assumptions.map(({ id, gap, taken, affects }) => `| ${id} | ${gap} | ${taken} | ${affects} |`)
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot('../../../docs/assumptions.md')
})
