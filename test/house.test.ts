import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

test('the structure of the sources is within its limits', async () => {
  // It ends with 1 where a figure is beyond its limit, marked with "!"; `npm run house -- <a word>` lists the files.
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/house.mjs'], { cwd: root })
  expect(stdout.split('\n').filter(line => line.startsWith('!'))).toEqual([])
  expect(stdout).toMatch(/^ {2}files with one importer/)
})
