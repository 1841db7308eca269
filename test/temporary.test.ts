import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isRunning } from '../packages/model/src/system.ts'
import { onSmallDisk, withoutDisks } from '../packages/service/test/support/small-disk.ts'

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
  runTest('busy', busy)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  expect(isRunning({ pid, host: hostname(), started: '' })).toBe(false)
})

test.skipIf(withoutDisks)(`a run removes the folder of a run that was killed, ${onSmallDisk}`, () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const own = process.env.TMPDIR ?? ''
  const abandoned = mkdtempSync(join(dirname(own), `scenewright-tests-${ended}-`))
  const disk = mkdtempSync(join(abandoned, 'disk-'))
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk])
  writeFileSync(join(disk, 'file'), '')
  runTest('quick', "test('a', () => {})")
  expect(existsSync(abandoned)).toBe(false)
  expect(existsSync(own)).toBe(true)
})

/** Runs a test file in a Vitest of its own, with the temporary folder of a run. */
function runTest(name: string, content: string): void {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'one.test.ts'), content)
  const config = { globals: true, isolate: false, root: cwd, globalSetup: join(root, 'test/temporary.ts') }
  writeFileSync(join(cwd, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(config)} }`)
  const { SCENEWRIGHT_TEST_KEPT: usual, SCENEWRIGHT_TEST_COUNTS: _counts, ...env } = process.env
  const args = ['run', '--config', join(cwd, 'vitest.config.mjs')]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    { encoding: 'utf8', env: { ...env, TMPDIR: usual } },
  )
  expect(status, stdout + stderr).toBe(0)
}
