import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { faults } from './faults/fault-row.ts'
import { newFolder } from './support/data-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(join(root, 'docs/service/durability.md'), 'utf8')

function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n')
  const from = lines.findIndex(line => line.startsWith('| fault | database |'))
  const rows = lines.slice(from + 2)
  return rows
    .slice(
      0,
      rows.findIndex(line => !line.startsWith('|')),
    )
    .map(line => line.slice(2, -2).split(' | '))
}

test('the page about durability has the figures of each fault: nothing lost, changed or stuck', () => {
  const rows = rowsOf(page)
  expect(new Set(rows.map(([fault]) => fault))).toEqual(new Set(Object.values(faults)))
  for (const [fault, , , accepted = '', lost, , different, stuck] of rows) {
    expect(accepted, fault).toMatch(/^[1-9]/)
    expect([lost, different, stuck], fault).toEqual(['0', '0', '0'])
  }
})

test('a run with rows prints them, and replaces the table of a page', () => {
  const { dataFolder: folder, remove } = newFolder()
  onTestFinished(remove)
  const row = { fault: 'a', database: 'b', times: 1000, accepted: 2, lost: 3, again: 4, different: 5, stuck: 6 }
  const code = `test('a', ({ task }) => { task.meta.faultRow = ${JSON.stringify(row)} }); test('b', () => {})`
  writeFileSync(join(folder, 'a.test.ts'), code)
  const copy = join(folder, 'page.md')
  writeFileSync(copy, page)
  const args = ['run', '--globals', '--root', folder, '--reporter', join(root, 'test/fault-table.mjs')]
  const env = { ...process.env, SCENEWRIGHT_FAULT_TABLE: copy }
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    encoding: 'utf8',
    env,
  })
  const line = '| a | b | 1,000 | 2 | 3 | 4 | 5 | 6 |'
  expect(stdout).toContain(line)
  const replaced = readFileSync(copy, 'utf8')
  expect(rowsOf(replaced)).toEqual([line.slice(2, -2).split(' | ')])
  expect(page.split('\n').filter(kept => !replaced.includes(kept)).length).toBe(rowsOf(page).length)
})
