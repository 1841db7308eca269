import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('docs/scale.md shows the table that the simulation prints, which is always the same', () => {
  const program = fileURLToPath(new URL('../scripts/bench/scale.mjs', import.meta.url))
  const table = execFileSync(process.execPath, [program], { encoding: 'utf8' })
  expect(table.split('\n').length).toBeGreaterThan(8)
  expect(readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')).toContain(table)
})
