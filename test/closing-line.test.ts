import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'scenewright-closing-line-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  'tests.test.ts': "test('a', () => {}); test('b', () => { throw new Error() }); test.skip('c', () => {})",
  'suites.test.ts': `describe('a', () => { beforeAll(() => { throw new Error() }); test('b', () => {}) })
describe('c', () => { describe('d', () => { afterAll(() => { throw new Error() }); test('e', () => {}) }) })`,
  'hook.test.ts': "beforeAll(() => { throw new Error() }); test('a', () => {})",
  'file.test.ts': 'throw new Error()',
}

test('the closing line counts each test, and errors outside of tests as a failure', () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { SCENEWRIGHT_TEST_COUNTS: _counts, ...env } = process.env
  const args = ['run', '--globals', '--no-isolate', '--root', folder, '--reporter', join(root, 'test/closing-line.mjs')]
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    encoding: 'utf8',
    env,
  })
  expect(status).toBe(1)
  // One of the tests, two suites, the hook and the file.
  expect(stdout.trim().split('\n').at(-1)).toBe('2 passed, 5 failed, 3 skipped')
})
