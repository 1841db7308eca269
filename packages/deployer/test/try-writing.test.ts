import type { StateBackend } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import { openState, type StateSetting } from '../src/store/open-state.ts'
import { tryWriting } from '../src/store/try-writing.ts'
import { git, gitEnvironment, projectWithRemote } from './git-repositories.ts'
import { readRefusal } from './read-refusal.ts'
import { serve } from './servers/http-server.ts'
import { terraformServer } from './servers/terraform-state.ts'
import { temporaryFolder } from './workplace.ts'

function settingOf(root: string): StateSetting {
  return { environment: 'production', root, env: gitEnvironment, signal: new AbortController().signal }
}

/** What is there before and after the home was tried, with a state in it. */
async function tried(home: StateBackend | undefined, root: string) {
  const setting = settingOf(root)
  await (await openState(home, setting)).compareAndSwap(null, 'state')
  const before = await (await openState(home, setting)).read()
  const isTold = await tryWriting(home, setting)
  return { isTold, before, after: await (await openState(home, setting)).read() }
}

test('a file, a ref and an address are tested without changing their contents; that of a file is a full test', async () => {
  const { url } = await terraformServer()
  const { project } = await projectWithRemote()
  const homes: readonly [StateBackend | undefined, string, boolean][] = [
    [undefined, await temporaryFolder(), true],
    [{ type: 'git' }, project, false],
    [{ type: 'http', url: `${url}/state` }, project, false],
  ]
  for (const [home, root, isFull] of homes) {
    const { isTold, before, after } = await tried(home, root)
    expect(isTold).toBe(isFull)
    expect(before?.text).toBe('state')
    expect(after).toEqual(before)
  }
})

test('a missing state is not initialized', async () => {
  const { project, bare } = await projectWithRemote()
  expect(await tryWriting({ type: 'git' }, settingOf(project))).toBe(false)
  expect(git(bare, 'for-each-ref')).toBe('')
})

test('a read-only remote is detected without a push', async () => {
  const { project } = await projectWithRemote()
  const asked: string[] = []
  const address = await serve(request => {
    asked.push(`${request.method} ${request.url.pathname}`)
    return { status: 403 }
  })
  await (await openState({ type: 'git' }, settingOf(project))).compareAndSwap(null, 'state')
  git(project, 'remote', 'set-url', '--push', 'origin', `${address}/team/bots.git`)
  const refusal = await readRefusal(tryWriting({ type: 'git' }, settingOf(project)))
  expect(refusal).toMatchObject({ code: 'state', message: expect.stringContaining('403') })
  expect(asked.every(line => line.startsWith('GET '))).toBe(true)
})

test('a bucket is not tested, because that requires writing to it', async () => {
  const home = { type: 's3', bucket: 'b', key: 'k' } as const
  expect(await tryWriting(home, settingOf(await temporaryFolder()))).toBe(false)
})
