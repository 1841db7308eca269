import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oldGit } from '../../workspace/test/git-repository.ts'
import { stateBranch, stateRef } from '../src/store/git/state-ref.ts'
import { git, gitEnvironment, projectWithRemote, updateHook } from './git-repositories.ts'
import { gitState } from './git-state-in.ts'
import { bundle } from './process/bundle.ts'
import { readRefusal } from './read-refusal.ts'
import { type Reply, serve } from './servers/http-server.ts'
import { describeStore } from './store-contract.ts'
import { testClock } from './test-clock.ts'

describeStore('git', async () => {
  const { project, bare } = await projectWithRemote()
  git(project, 'remote', 'set-url', 'origin', `file://${bare}`)
  return { open: () => gitState(project) }
})

function commit(folder: string): void {
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'a change')
}

test('one of eight writers in separate processes wins each of four rounds', async () => {
  const { project } = await projectWithRemote()
  await gitState(project).compareAndSwap(null, '0 at first')
  const { start } = await bundle('swap-rounds')
  const wins = join(project, 'wins')
  const writers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const ends = writers.map(writer => once(start([project, '4', writer, wins], gitEnvironment), 'exit'))
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual(writers.map(() => 0))
  expect(readFileSync(wins, 'utf8').trim().split('\n').sort()).toEqual(['1', '2', '3', '4'])
})

describe('any kind of clone works, and is not changed', () => {
  const kinds: readonly (readonly [name: string, make: (project: string, bare: string) => string])[] = [
    ['a repository without a commit', project => project],
    [
      'a detached HEAD',
      project => {
        commit(project)
        git(project, 'checkout', '--quiet', '--detach')
        return project
      },
    ],
    [
      'a shallow clone',
      (project, bare) => {
        commit(project)
        commit(project)
        git(project, 'push', '--quiet', 'origin', 'main')
        git(dirname(project), 'clone', '--quiet', '--depth=1', '--branch', 'main', `file://${bare}`, 'shallow')
        return join(dirname(project), 'shallow')
      },
    ],
    [
      'a linked worktree',
      project => {
        commit(project)
        git(project, 'worktree', 'add', '--quiet', '../tree')
        return join(dirname(project), 'tree')
      },
    ],
    [
      'a submodule',
      (project, bare) => {
        commit(project)
        git(project, 'push', '--quiet', 'origin', 'main')
        git(dirname(project), 'init', '--quiet', 'outer')
        git(join(dirname(project), 'outer'), 'submodule', '--quiet', 'add', '--branch', 'main', bare, 'inner')
        return join(dirname(project), 'outer', 'inner')
      },
    ],
    [
      'a remote with a relative address, from a subfolder',
      project => {
        git(project, 'remote', 'set-url', 'origin', '../remote.git')
        writeFileSync(join(project, 'x'), '')
        git(project, 'init', '--quiet')
        return project
      },
    ],
    [
      'a bare clone',
      (project, bare) => {
        commit(project)
        git(project, 'push', '--quiet', 'origin', 'main')
        git(dirname(project), 'clone', '--quiet', '--bare', bare, 'mirror.git')
        return join(dirname(project), 'mirror.git')
      },
    ],
  ]

  test.each(kinds)('%s', async (_name, make) => {
    const { project, bare } = await projectWithRemote()
    const clone = make(project, bare)
    const seen = () => [
      git(clone, 'for-each-ref'),
      git(clone, 'rev-parse', '--is-shallow-repository'),
      git(clone, 'config', '--list', '--local'),
      git(clone, 'count-objects'),
    ]
    const before = seen()
    const store = gitState(clone, { scratch: join(dirname(project), 'scratch') })
    const first = await store.compareAndSwap(null, 'first')
    await store.putBlob('payload')
    expect(await store.compareAndSwap(first.isSwapped ? first.token : '', 'second')).toMatchObject({ isSwapped: true })
    expect((await gitState(clone, { scratch: join(dirname(project), 'scratch') }).read())?.text).toBe('second')
    expect(seen()).toEqual(before)
    expect(git(bare, 'log', '--format=%s', 'refs/scenewright/prod').trim().split('\n')).toHaveLength(2)
  })

  test('the one around the project, even if the process runs in a hook of another one', async () => {
    const { project, bare } = await projectWithRemote()
    const other = await projectWithRemote()
    const env = { ...gitEnvironment, GIT_DIR: other.bare, GIT_INDEX_FILE: '/nonexistent', GIT_WORK_TREE: other.project }
    await gitState(project, { env }).compareAndSwap(null, 'state')
    expect(git(bare, 'for-each-ref', '--format=%(refname)').trim()).toBe('refs/scenewright/prod')
    expect(git(other.bare, 'for-each-ref')).toBe('')
  })
})

test('the history of the ref is a log of the deploys', async () => {
  const { project, bare } = await projectWithRemote()
  const store = gitState(project)
  const event = (what: string, key: string) => ({ at: '2030', run: 'r1', key, what })
  const lease = { run: 'r1' }
  const first = { serial: 1, lease, journal: { entries: [event('created', 'a')] } }
  const second = { serial: 3, lease, journal: { entries: [event('created', 'a'), event('published', 'a\nb')] } }
  const open = {
    a: { intent: { op_id: 'o1', kind: 'publish' } },
    b: { intent: { op_id: 'o2', kind: 'activate', activate: false } },
  }
  const many = ['c', 'd', 'e', 'f', 'g'].map(key => event('created', key))
  let token: string | null = null
  for (const state of [
    first,
    { ...first, serial: 2, scenarios: open },
    second,
    { serial: 4, journal: { entries: many } },
  ]) {
    const swap = await store.compareAndSwap(token, JSON.stringify(state))
    token = swap.isSwapped ? swap.token : null
  }
  expect(git(bare, 'log', '--format=%s', 'refs/scenewright/prod').trim().split('\n')).toEqual([
    'prod 4, run r1: created c, created d, created e, 2 more',
    'prod 3, run r1: published a b',
    'prod 2, run r1: about to publish a, about to deactivate b',
    'prod 1, run r1: created a',
  ])
})

test('a push whose answer is lost is found in the remote', async () => {
  const { project, bare } = await projectWithRemote()
  updateHook(bare, 'exit 0')
  writeFileSync(join(bare, 'hooks/post-receive'), '#!/bin/sh\nkill -9 $PPID\n', { mode: 0o755 })
  expect(await gitState(project).compareAndSwap(null, 'state')).toMatchObject({ isSwapped: true })
  expect((await gitState(project).read())?.text).toBe('state')
})

describe('rejections by git', () => {
  test.each([
    ['a hook', 'echo "no such refs here" >&2; exit 1', 'state', 'no such refs here', 'state init'],
    [
      'no write access',
      'echo "Permission to o/r denied to bot" >&2; exit 1',
      'state',
      'denies access',
      'contents: write',
    ],
  ])('%s', async (_name, script, code, message, help) => {
    const { project, bare } = await projectWithRemote()
    updateHook(bare, script)
    expect(await readRefusal(gitState(project).compareAndSwap(null, 'state'))).toEqual({
      code,
      message: expect.stringContaining(message),
      help: expect.stringContaining(help),
    })
  })

  test.each([
    ['an unknown host', 'https://127.0.0.1:9/r.git', 'network', 'could not be reached'],
    ['a missing folder', '/nonexistent/r.git', 'state', 'no repository'],
  ])('%s', async (_name, address, code, message) => {
    const { project } = await projectWithRemote()
    git(project, 'remote', 'set-url', 'origin', address)
    expect(await readRefusal(gitState(project).read())).toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  test.each<[name: string, reply: Reply]>([
    ['a host that is not well', { status: 503 }],
    ['too many requests', { status: 429 }],
    ['a connection that is cut', 'drop'],
  ])('%s: network, for a read and a write', async (_name, reply) => {
    const { project } = await projectWithRemote()
    git(project, 'remote', 'set-url', 'origin', `${await serve(() => reply)}/r.git`)
    const store = gitState(project)
    const refusals = [await readRefusal(store.read()), await readRefusal(store.compareAndSwap(null, 'state'))]
    expect(refusals).toMatchObject([{ code: 'network' }, { code: 'network' }])
  })

  test.each([
    ['a process that ends before it has moved the ref', 'kill -9 $PPID', 'network'],
    ['a hook that mentions a status', 'echo "The policy failed with HTTP 403" >&2; exit 1', 'state'],
  ])('%s', async (_name, script, code) => {
    const { project, bare } = await projectWithRemote()
    updateHook(bare, script)
    expect(await readRefusal(gitState(project).compareAndSwap(null, 'state'))).toMatchObject({ code })
  })

  test('a push that the host finds too large: state', async () => {
    const { project, bare } = await projectWithRemote()
    const advertised = execFileSync('git', ['receive-pack', '--http-backend-info-refs', bare], { env: gitEnvironment })
    const url = await serve(({ method }) =>
      method === 'POST'
        ? { status: 413 }
        : {
            status: 200,
            headers: { 'content-type': 'application/x-git-receive-pack-advertisement' },
            body: `001f# service=git-receive-pack\n0000${advertised}`,
          },
    )
    git(project, 'config', 'remote.origin.pushurl', `${url}/r.git`)
    expect(await readRefusal(gitState(project).compareAndSwap(null, 'state'))).toMatchObject({
      code: 'state',
      message: expect.stringContaining('413'),
    })
  })

  test('a repository of another user, and how to trust it', async () => {
    const { project } = await projectWithRemote()
    const env = { ...gitEnvironment, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    expect(await readRefusal(gitState(project, { env }).read())).toMatchObject({
      code: 'usage',
      help: expect.stringContaining('safe.directory'),
    })
  })

  test('a ref with other contents is neither read nor overwritten', async () => {
    const { project, bare } = await projectWithRemote()
    commit(project)
    git(project, 'push', '--quiet', 'origin', 'main:refs/scenewright/prod')
    const before = git(bare, 'for-each-ref')
    expect(await readRefusal(gitState(project).read())).toMatchObject({ code: 'state' })
    expect(await readRefusal(gitState(project).compareAndSwap(null, 'state'))).toMatchObject({ code: 'state' })
    expect(git(bare, 'for-each-ref')).toBe(before)
  })

  /** Reads from a remote that never answers, up to the moment at which it has been asked. */
  async function silentRemote() {
    const { project } = await projectWithRemote()
    const asked = join(project, 'asked')
    git(project, 'remote', 'set-url', 'origin', 'ssh://nobody@127.0.0.1/r.git')
    git(project, 'config', 'core.sshCommand', `touch '${asked}'; sleep 3600 #`)
    const [clock, controller] = [testClock(), new AbortController()]
    const deadline = { timeoutMs: 20_000, graceMs: 300, signal: controller.signal, clock }
    const refusal = readRefusal(gitState(project, { deadline }).read())
    await expect.poll(() => existsSync(asked), { timeout: 600_000 }).toBe(true)
    return { clock, controller, refusal }
  }

  test('a remote that never responds times out', async () => {
    const { clock, refusal } = await silentRemote()
    clock.advance(20_000)
    expect(await refusal).toMatchObject({ code: 'network' })
  })

  test('after the run begins to end, the wait for a remote is short', async () => {
    const { clock, controller, refusal } = await silentRemote()
    controller.abort()
    clock.advance(300)
    expect(await refusal).toMatchObject({ code: 'network' })
  })
})

test('the credentials of the checkout are sent to the remote once, and no message shows those of the address', async () => {
  const headers: (string | undefined)[] = []
  const url = await serve(request => {
    headers.push(request.headers.authorization)
    return { status: 403 }
  })
  const { project } = await projectWithRemote()
  git(project, 'remote', 'set-url', 'origin', `${url.replace('//', '//user:hunter2@')}/r.git`)
  git(project, 'config', 'http.extraheader', 'AUTHORIZATION: basic Y2k6dG9rZW4=')
  const { code, message, help } = await readRefusal(gitState(project).read())
  expect({ code, help }).toEqual({ code: 'state', help: expect.stringContaining('contents: write') })
  expect(message + help).not.toContain('hunter2')
  expect(headers[0]).toBe('basic Y2k6dG9rZW4=')
})

test("the user's git settings apply, once, in addition to those of the repository", async () => {
  const headers: (string | undefined)[] = []
  const url = await serve(request => {
    headers.push(request.headers['x-from'])
    return { status: 403 }
  })
  const { project } = await projectWithRemote()
  const settings = join(dirname(project), 'gitconfig')
  git(project, 'config', '--file', settings, 'http.extraheader', 'x-from: user')
  git(project, 'config', '--file', settings, `url.${url}/.insteadOf`, 'https://bots.example/')
  git(project, 'config', 'http.extraheader', 'x-from: repository')
  git(project, 'remote', 'set-url', 'origin', 'https://bots.example/r.git')
  const command = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: 'x-from: command' }
  const env = { ...gitEnvironment, ...command, GIT_CONFIG_GLOBAL: settings }
  expect(await readRefusal(gitState(project, { env }).read())).toMatchObject({ code: 'state' })
  expect(headers[0]).toBe('user, repository, command')
})

test.each([
  ['the exact folder', 'gitdir', '.git'],
  ['the branch', 'onbranch:main', ''],
])('what the user sets under the condition of %s holds for the state', async (_what, condition, below) => {
  const { project, bare } = await projectWithRemote()
  const [settings, included] = ['gitconfig', 'included'].map(name => join(dirname(project), name))
  git(project, 'config', '--file', included ?? '', `url.${bare}.insteadOf`, 'corp:bots')
  const name = condition === 'gitdir' ? `gitdir:${join(project, below)}` : condition
  git(project, 'config', '--file', settings ?? '', `includeIf.${name}.path`, included ?? '')
  git(project, 'remote', 'set-url', 'origin', 'corp:bots')
  const env = { ...gitEnvironment, GIT_CONFIG_GLOBAL: settings ?? '' }
  const store = gitState(project, { env })
  expect(await store.read()).toBe(null)
  expect((await store.compareAndSwap(null, '{}')).isSwapped).toBe(true)
})

test('a git without variables for settings is too old', async () => {
  const { project } = await projectWithRemote()
  const env = { ...gitEnvironment, PATH: `${oldGit(dirname(project))}:${gitEnvironment.PATH}` }
  const refusal = await readRefusal(gitState(project, { env }).read())
  expect(refusal).toMatchObject({ code: 'usage', message: 'this git is too old' })
  expect(refusal.help).toContain('git 2.32 or newer')
})

test('a repository that git cannot use is named with the reason of git', async () => {
  const { project } = await projectWithRemote()
  git(project, 'config', 'core.repositoryformatversion', '1')
  git(project, 'config', 'extensions.later', 'true')
  const refusal = await readRefusal(gitState(project).read())
  expect(refusal).toMatchObject({ code: 'usage', help: 'run `git status` there: it shows the same error' })
  // Until 2.35, git used the plural.
  const said = refusal.message.replace('extensions found', 'extension found')
  expect(said).toBe(`git does not work in "${project}": unknown repository extension found: later`)
})

test('a project that is reached through a link has the same ref', async () => {
  const { project } = await projectWithRemote()
  mkdirSync(join(project, 'bots/shop'), { recursive: true })
  symlinkSync('bots/shop', join(project, 'current'))
  symlinkSync(join(project, 'bots'), join(dirname(project), 'mine'))
  const roots = [join(project, 'current'), join(dirname(project), 'mine/shop')]
  expect(roots.map(root => stateRef('prod', root))).toEqual(roots.map(() => 'refs/scenewright/bots/shop/prod'))
})

test('each project in a folder of a repository has separate refs', async () => {
  const { project } = await projectWithRemote()
  const [shop, travel] = ['bots/shop', 'bots/tra vel'].map(folder => join(project, folder))
  for (const folder of [shop, travel]) mkdirSync(folder ?? '', { recursive: true })
  expect([project, shop, travel].map(root => stateRef('prod', root ?? ''))).toEqual([
    'refs/scenewright/prod',
    'refs/scenewright/bots/shop/prod',
    'refs/scenewright/bots/tra%20vel/prod',
  ])
  expect(stateBranch('prod', shop ?? '')).toBe('refs/heads/scenewright-state/bots/shop/prod')
})

test.each(['prod', 'a.lock', '..', 'a b', '-x', '@{', 'é/ü', '*', 'x'.repeat(60), '\u{1F600}', '~^:?[\\'])(
  'the environment %j has a separate ref and branch',
  name => {
    for (const ref of [stateRef(name, '/'), stateBranch(name, '/')]) {
      expect(git(tmpdir(), 'check-ref-format', ref)).toBe('')
      expect(decodeURIComponent(ref).endsWith(`/${name}`)).toBe(true)
    }
  },
)
