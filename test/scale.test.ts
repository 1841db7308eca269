import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../scripts/bench/scale.mjs', import.meta.url))
const page = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

test('docs/scale.md shows the table that the simulation prints, which is always the same', () => {
  const table = execFileSync(process.execPath, [program], { encoding: 'utf8' })
  expect(table.split('\n').length).toBeGreaterThan(8)
  expect(page('scale.md')).toContain(table)
})

test('only docs/scale.md says how many completions a process answers per second, as the simulation assumes', () => {
  const [, process = ''] = /process: (\d+)/.exec(readFileSync(program, 'utf8')) ?? []
  const figures = page('scale.md').match(/[\d,]+(?=\scompletions\sper\ssecond for one process)/g)
  expect(figures).toEqual([Number(process).toLocaleString('en-US')])
  expect(page('service/durability.md')).not.toMatch(/completions per second \|/)
})
