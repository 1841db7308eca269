import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGit, runLocalGit } from '../src/index.ts'

let folder: string
const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: '/nowhere' }
const { signal } = new AbortController()
const watch = () => () => {}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'run-git-')))
  await runLocalGit({ folder, env, signal }, ['init', '--quiet'])
})

afterAll(() => rmSync(folder, { recursive: true }))

/** An environment whose git runs until it is stopped. */
function withEndlessGit(): Record<string, string | undefined> {
  const program = join(folder, 'git')
  writeFileSync(program, '#!/bin/sh\nexec tail -f /dev/null\n')
  chmodSync(program, 0o755)
  return { ...env, PATH: `${folder}:${process.env.PATH}` }
}

test.each(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_QUARANTINE_PATH', 'GIT_SHALLOW_FILE'])(
  'the repository is that of the folder, for any value of %s',
  async name => {
    const other = { ...env, [name]: '/nowhere/else' }
    const local = await runLocalGit({ folder, env: other, signal }, ['rev-parse', '--show-toplevel'])
    const remote = await runGit({ folder, env: other, watch }, ['rev-parse', '--show-toplevel'])
    expect([local, remote].map(({ stdout }) => stdout.toString())).toEqual([`${folder}\n`, `${folder}\n`])
  },
)

test('a local run reaches no remote, not even on this disk', async () => {
  const args = ['ls-remote', pathToFileURL(folder).href]
  expect(await runGit({ folder, env, watch }, args)).toMatchObject({ code: 0 })
  expect(await runLocalGit({ folder, env, signal }, args)).toMatchObject({
    code: 128,
    stderr: expect.stringContaining("transport 'file' not allowed"),
  })
})

test.skipIf(process.platform === 'win32')('an aborted local run rejects with the reason', async () => {
  const controller = new AbortController()
  const run = runLocalGit({ folder, env: withEndlessGit(), signal: controller.signal }, ['status'])
  controller.abort(new Error('enough'))
  await expect(run).rejects.toThrow('enough')
  await expect(runLocalGit({ folder, env, signal: controller.signal }, ['status'])).rejects.toThrow('enough')
})

test.skipIf(process.platform === 'win32')('a canceled run is reported as such', async () => {
  let ended = 0
  const outcome = await runGit(
    {
      folder,
      env: withEndlessGit(),
      watch(giveUp) {
        giveUp()
        return () => {
          ended += 1
        }
      },
    },
    ['status'],
  )
  expect(outcome).toMatchObject({ isGivenUp: true })
  expect(ended).toBe(1)
})

test('a failure of git is an outcome, and its message contains no credentials', async () => {
  const args = ['ls-remote', 'https://me:secret@127.0.0.1:9/x']
  const { code, stderr } = await runGit({ folder, env, watch }, args)
  expect(code).toBe(128)
  expect(stderr).not.toContain('secret')
})

test('a missing git is an error with a remedy', async () => {
  await expect(runGit({ folder, env: { PATH: '/nowhere' }, watch }, ['status'])).rejects.toMatchObject({
    message: 'git not found',
    help: 'install git, or add it to the PATH',
  })
})

test('a missing working folder is no missing git', async () => {
  const missing = join(folder, 'missing')
  for (const run of [
    runGit({ folder: missing, env, watch }, ['status']),
    runLocalGit({ folder: missing, env, signal }, ['status']),
  ]) {
    await expect(run).rejects.toMatchObject({ code: 'usage', message: `there is no folder "${missing}"` })
  }
})
