import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { terraformServer } from '../../../deployer/test/servers/terraform-state.ts'
import { git, put } from '../../../workspace/test/git-repository.ts'
import { scenewrightProcess } from '../run.ts'
import { config, gitProject, stateProject } from './project.ts'

const configFile = 'scenewright.config.yaml'

function lineageIn(text: string): string | undefined {
  return /lineage: (\S+)/.exec(text)?.[1]
}

describe('state init', () => {
  test('begins a state in a file, and pins it in the config, whose comments stay', async () => {
    const { cwd, run } = await stateProject(config())
    const { code, stderr } = await run('init')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Initialized an empty state') })
    expect(stderr).toContain('`scenewright state move --env prod --to git`')
    const pinned = await readFile(join(cwd, configFile), 'utf8')
    const { lineage, serial } = JSON.parse(await readFile(join(cwd, '.scenewright/state/prod.json'), 'utf8'))
    expect({ pinned: lineageIn(pinned), serial }).toEqual({ pinned: lineage, serial: 1 })
    expect(pinned.replace(/ {4}lineage: .*\n/, '')).toBe(config())
  })

  test('changes nothing the second time', async () => {
    const { cwd, run } = await stateProject(config())
    await run('init')
    const before = await readFile(join(cwd, configFile), 'utf8')
    const { code, stdout } = await run('init', '--format', 'json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ begun: false, serial: 1, config: 'there', lineage: lineageIn(before) })
    expect(await readFile(join(cwd, configFile), 'utf8')).toBe(before)
  })

  test('a missing pinned state is not initialized again: 5', async () => {
    const { cwd, run } = await stateProject(config('', '    lineage: lost\n'))
    const { code, stderr } = await run('init')
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('missing') })
    expect(readdirSync(cwd)).toEqual([configFile])
  })

  test('if the config has no place for it, prints what to add', async () => {
    const { run } = await stateProject('environments:\n  test:\n    url: https://a.example\n    ? bot\n    : b\n')
    const { code, stderr } = await run('init', '--env', 'test')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/Add to the environment "test".*\n\n {4}lineage: \S+\n/),
    })
  })
})

describe('state init in git', () => {
  test('writes the state into a ref of the remote, and changes nothing else in the repository', async () => {
    const { cwd, bare } = await gitProject()
    // What git is given to work in is gone when the process ends.
    const { code, stdout } = await scenewrightProcess(['state', 'init', '--format', 'json'], { cwd })
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, begun: true, config: 'written' })
    expect(git(bare, 'for-each-ref', '--format=%(refname)').trim()).toBe('refs/scenewright/prod')
    expect(git(bare, 'log', '--format=%an %s', 'refs/scenewright/prod').trim()).toBe('Scenewright prod 1')
    expect(git(cwd, 'for-each-ref')).toBe('')
    expect(git(cwd, 'status', '--porcelain').trim()).toBe(`?? ${configFile}`)
    expect(readdirSync(join(cwd, '.scenewright/git'))).toEqual([])
  })

  test('uses an orphan branch if the remote rejects other refs, and then writes it to the config', async () => {
    const { cwd, bare, run } = await gitProject()
    const hook = join(bare, 'hooks/update')
    writeFileSync(hook, '#!/bin/sh\ncase $1 in refs/heads/*) exit 0;; esac\necho "only branches" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const { code, stdout } = await run('init', '--format', 'json')
    expect({ code, ref: JSON.parse(stdout).ref }).toEqual({ code: 0, ref: 'refs/heads/scenewright-state/prod' })
    expect(await readFile(join(cwd, configFile), 'utf8')).toContain(
      '{ type: git, ref: refs/heads/scenewright-state/prod }',
    )
    expect(JSON.parse((await run('init', '--format', 'json')).stdout)).toMatchObject({ begun: false, config: 'there' })
    expect(JSON.parse((await run('show', '--format', 'json')).stdout)).toMatchObject({ serial: 1 })
  })

  test('finds the branch that another clone began', async () => {
    const { cwd, bare, run } = await gitProject()
    const hook = join(bare, 'hooks/update')
    writeFileSync(hook, '#!/bin/sh\ncase $1 in refs/heads/*) exit 0;; esac\nexit 1\n')
    chmodSync(hook, 0o755)
    const first = JSON.parse((await run('init', '--format', 'json')).stdout)
    put(cwd, { [configFile]: config('{ type: git }') })
    expect(JSON.parse((await run('init', '--format', 'json')).stdout)).toMatchObject({
      begun: false,
      lineage: first.lineage,
      config: 'written',
    })
  })

  test('a remote that rejects everything: 5, with its message', async () => {
    const { bare, run } = await gitProject()
    const hook = join(bare, 'hooks/update')
    writeFileSync(hook, '#!/bin/sh\necho "closed for today" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const { code, stderr } = await run('init')
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('closed for today') })
  })

  test('run again, an existing state that cannot be written is an error, with the reason', async () => {
    const { cwd, bare, run } = await gitProject()
    expect((await run('init')).code).toBe(0)
    git(cwd, 'remote', 'set-url', '--push', 'origin', join(bare, 'not-there'))
    const { code, stderr } = await run('init')
    expect({ code, stderr }).toEqual({ code: expect.any(Number), stderr: expect.stringContaining('not-there') })
    expect(code).not.toBe(0)
    expect(stderr).not.toContain('nothing to do')
  })

  test('run again, a ref that is protected since is an error, and the state is unchanged', async () => {
    const { bare, run } = await gitProject()
    expect((await run('init')).code).toBe(0)
    expect(JSON.parse((await run('init', '--format', 'json')).stdout)).toMatchObject({ begun: false, serial: 1 })
    const hook = join(bare, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho "protected" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const { code, stderr } = await run('init')
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('does not accept refs/scenewright') })
    expect(JSON.parse((await run('show', '--format', 'json')).stdout)).toMatchObject({ serial: 1 })
  })

  test.each([
    ['a missing remote', '{ type: git, remote: orign }', 2, 'did you mean "origin"?'],
    ['an unknown field', '{ type: git, remot: origin }', 2, 'Did you mean "remote"?'],
    ['a field of another kind', '{ type: git, path: x }', 2, '"state", which has the type "git"\n'],
    ['an unknown kind', '{ type: gti }', 2, 'Did you mean "git"?'],
  ])('%s', async (_name, state, code, said) => {
    const outcome = await (await gitProject(state)).run('show')
    expect(outcome).toMatchObject({ code, stderr: expect.stringContaining(said) })
  })

  test('a folder in no repository: 2', async () => {
    const { run } = await stateProject(config('{ type: git }'))
    expect(await run('show')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not in a git repository') })
  })
})

test('run again, a server that accepts no document is an error', async () => {
  const server = await terraformServer()
  const { run } = await stateProject(config(`{ type: http, url: "${server.url}/state" }`))
  expect((await run('init')).code).toBe(0)
  server.before = ({ method }) => (method === 'POST' ? { status: 403 } : undefined)
  const { code, stderr } = await run('init')
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('responded with 403 to "write"') })
})

test('a state in a bucket without credentials: 2, and the variables to set', async () => {
  const { run } = await stateProject(config('{ type: s3, bucket: bots, key: prod.json }'))
  expect(await run('show')).toMatchObject({ code: 2, stderr: expect.stringContaining('AWS_ACCESS_KEY_ID') })
})

test.each([
  ['plain http to another machine', 'http://192.0.2.1/state'],
  ['credentials in the address', 'https://me:secret@example.com/state'],
])('%s: 2, and no secret is printed', async (_name, address) => {
  const { run } = await stateProject(config(`{ type: http, url: "${address}" }`))
  const { code, stderr, stdout } = await run('show')
  expect({ code, hasSecret: (stdout + stderr).includes('secret@') }).toEqual({ code: 2, hasSecret: false })
})

test('without an environment: 2', async () => {
  const { run } = await stateProject('')
  expect((await run('init')).code).toBe(2)
})
