import { expect, test } from 'vitest'
import { assumptions } from '../src/index.ts'

test('the register is numbered without a gap', () => {
  expect(assumptions.map(({ id }) => id)).toEqual(
    assumptions.map((_, index) => `A-${String(index + 1).padStart(2, '0')}`),
  )
})

test('docs/assumptions.md is the register (`npm run update-golden` updates it)', async () => {
  const head = [
    '# What is assumed of the service',
    '',
    "The service's contract leaves things open. Where it does, Scenewright does not guess in silence: each assumption has a number, stands here and in",
    '`scenewright doctor`, and is never given that number again.',
    '',
    '| number | the contract leaves open | we take it to be | what depends on it |',
    '|---|---|---|---|',
  ]
  const rows = assumptions.map(({ id, gap, taken, affects }) => `| ${id} | ${gap} | ${taken} | ${affects} |`)
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot('../../../docs/assumptions.md')
})
