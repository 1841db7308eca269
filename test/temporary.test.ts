import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isRunning } from '../packages/model/src/system.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'scenewright-temporary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A process of tests that shares a program, and is so busy at its end that Vitest kills it. */
const busy = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
test('a', async () => {
  const program = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], { stdio: 'pipe' })
  await new Promise(resolve => program.stdout.once('data', resolve))
  writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(program.pid))
  process.once('SIGTERM', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
})`

test.runIf(process.platform === 'linux')('a run ends the programs of a process that Vitest had to kill', () => {
  writeFileSync(join(folder, 'busy.test.ts'), busy)
  const config = { globals: true, isolate: false, root: folder, globalSetup: join(root, 'test/temporary.ts') }
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(config)} }`)
  const { SCENEWRIGHT_TEST_KEPT: _kept, SCENEWRIGHT_TEST_COUNTS: _counts, ...env } = process.env
  const args = ['run', '--config', join(folder, 'vitest.config.mjs')]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    { encoding: 'utf8', env },
  )
  expect(status, stdout + stderr).toBe(0)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  expect(isRunning({ pid, host: hostname(), started: '' })).toBe(false)
})
