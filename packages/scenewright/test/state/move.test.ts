import { readFileSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { s3Account, s3Server } from '../../../deployer/test/servers/s3.ts'
import { terraformServer } from '../../../deployer/test/servers/terraform-state.ts'
import { bareEnvironment, commit, git, put } from '../../../workspace/test/git-repository.ts'
import { type LocalService, localService } from '../local-service.ts'
import { folderWith, scenewright } from '../run.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

const configFile = 'scenewright.config.yaml'
const scenario = (text: string) => `title: Hours
trigger_description: The customer asks when the shop is open.
examples: [when do you open]
flow: { nodes: { hours: { text: ${text}, next: done }, done: END } }
`

/** A project in git that was deployed, with its state in a file. */
async function deployed(more = '') {
  const { unique_id: bot } = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  const bare = await folderWith({})
  git(bare, 'init', '--quiet', '--bare')
  const cwd = await folderWith({
    [configFile]: `environments:\n  live:\n    url: ${service.url}\n    bot: ${bot}\n${more}`,
    '.gitignore': '.scenewright/\n',
    'scenarios/hours.scenario.yaml': scenario('At 9.'),
  })
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  git(cwd, 'remote', 'add', 'origin', bare)
  commit(cwd)
  const env = { ...service.env, ...bareEnvironment }
  const run = (args: readonly string[], folder = cwd, more: Readonly<Record<string, string>> = {}) =>
    scenewright(args, { cwd: folder, env: { ...env, ...more } })
  expect((await run(['apply', '--init'])).code).toBe(0)
  commit(cwd)
  return { cwd, run }
}

test('a state moves to another backend, and later users of the old one are rejected', async () => {
  const { cwd, run } = await deployed()
  const left = join(await folderWith({}), 'copy')
  await cp(cwd, left, { recursive: true })
  const moved = await run(['state', 'move', '--to', 'git'])
  expect(moved.code, moved.stderr).toBe(0)
  expect(moved.stderr).toContain('commit that file')
  expect(readFileSync(join(cwd, configFile), 'utf8')).toMatch(/bot: \S+\n {4}state: \{ type: "git" \}\n/)
  commit(cwd)
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0)
  expect((await run(['state', 'log', '--format', 'json'])).stdout).toContain('created')
  expect((await run(['diff', '--against', 'deployed:live'])).code).toBe(0)

  await rm(join(left, '.scenewright'), { recursive: true })
  await cp(join(cwd, '.scenewright'), join(left, '.scenewright'), { recursive: true })
  writeFileSync(join(left, 'scenarios/hours.scenario.yaml'), scenario('At 8.'))
  for (const args of [['plan'], ['status'], ['apply', '--allow-dirty'], ['deactivate', 'hours']]) {
    expect(await run(args, left)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/was moved to refs\/scenewright\/live of origin/),
    })
  }
  for (const command of ['show', 'log', 'export']) {
    expect(await run(['state', command], left)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('This state is out of date: it was moved to refs/scenewright/live of origin'),
    })
  }
})

test('a backend that was only named in the config has no state, and the error says how to move it there', async () => {
  const { cwd, run } = await deployed()
  const before = readFileSync(join(cwd, configFile), 'utf8')
  writeFileSync(join(cwd, configFile), `${before}    state: { type: git }\n`)
  const call = ['state', 'move', '--env', 'live', '--to', 'git']
  for (const args of [['plan'], ['state', 'init'], call]) {
    const { code, stderr } = await run(args)
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringMatching(/is missing.*\n.*undo that edit/) })
    expect(stderr).toContain(`\`scenewright ${call.join(' ')}\``)
  }
  writeFileSync(join(cwd, configFile), before)
  const moved = await run(call)
  expect(moved.code, moved.stderr).toBe(0)
})

test('a state moves back, and its payloads with it', async () => {
  const { cwd, run } = await deployed()
  expect((await run(['state', 'move', '--to', 'git'])).code).toBe(0)
  const back = await run(['state', 'move', '--to', 'file', '--path', '.scenewright/state/live.json'])
  expect(back.code, back.stderr).toBe(0)
  commit(cwd)
  put(cwd, { 'scenarios/hours.scenario.yaml': scenario('At 8.') })
  commit(cwd)
  expect((await run(['apply'])).code).toBe(0)
  expect((await run(['rollback', 'hours'])).code).toBe(0)
})

test('a state moves to GitLab, from there into a bucket of another service, and back', async () => {
  const { cwd, run } = await deployed()
  const [server, bucket] = [await terraformServer(), await s3Server()]
  server.account = 'bot:hunter2'
  const accounts = { ...s3Account, SCENEWRIGHT_STATE_USERNAME: 'bot', SCENEWRIGHT_STATE_PASSWORD: 'hunter2' }
  const move = async (...args: string[]) => {
    const { code, stderr } = await run(['state', 'move', '--to', ...args], cwd, accounts)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('is now in') })
    expect((await run(['plan', '--detailed-exitcode'], cwd, accounts)).code).toBe(0)
    const text = readFileSync(join(cwd, configFile), 'utf8')
    return /state: .*\n/.exec(text)?.[0]
  }
  // GitLab does not know the methods LOCK and UNLOCK.
  server.before = ({ method }) => (['LOCK', 'UNLOCK'].includes(method) ? { status: 405 } : undefined)
  const url = `${server.url}/api/v4/projects/1/terraform/state/live`
  const toGitlab = [
    'http',
    '--url',
    url,
    '--lock-url',
    `${url}/lock`,
    '--lock-method',
    'POST',
    '--unlock-method',
    'DELETE',
  ]
  expect(await move(...toGitlab)).toBe(
    `state: { type: "http", url: "${url}", lock_url: "${url}/lock", lock_method: "POST", unlock_method: "DELETE" }\n`,
  )
  const toBucket = [
    's3',
    '--bucket',
    'bots',
    '--key',
    'a/live.json',
    '--region',
    bucket.region,
    '--endpoint',
    bucket.url,
  ]
  expect(await move(...toBucket, '--path-style')).toBe(
    `state: { type: "s3", bucket: "bots", key: "a/live.json", region: "eu-north-1", endpoint: "${bucket.url}", path_style: true }\n`,
  )
  expect(await move(...toGitlab)).toContain('lock_method')
})

test.each([
  [['--to', 'http', '--url', 'https://a.example/s', '--lock-method', 'FOO'], 'expected LOCK, POST, PUT'],
  [['--to', 'http', '--url', 'https://a.example/s', '--region', 'x'], '--to http does not take --region'],
  [['--to', 'git', '--ref', 'main'], '"ref" does not match the pattern ^refs/'],
  [['--to', 'file'], '--to file needs --path'],
  [['--to', 'http'], '--to http needs --url'],
  [['--to', 's3', '--bucket', 'b'], '--to s3 needs --bucket and --key'],
  [['--to', 'file', '--path', '.scenewright/state/live.json'], 'already'],
  [['--to', 'disk'], 'Allowed choices are'],
  [[], 'required option'],
] as const)('%j is wrong usage', async (args, said) => {
  const { run } = await deployed()
  const { code, stderr } = await run(['state', 'move', ...args])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) })
})

test('a remote that accepts only branches says which ref works for an existing state', async () => {
  const { cwd, run } = await deployed()
  const bare = git(cwd, 'remote', 'get-url', 'origin').trim()
  const hook = '#!/bin/sh\ncase $1 in refs/heads/*) exit 0;; esac\necho "only branches" >&2\nexit 1\n'
  writeFileSync(join(bare, 'hooks/update'), hook, { mode: 0o755 })
  const refused = await run(['state', 'move', '--to', 'git'])
  expect(refused.code).toBe(5)
  const [, call = ''] = /`scenewright (state move --to git --ref \S+)`/.exec(refused.stderr) ?? []
  expect(call).toContain('refs/heads/scenewright-state/live')
  expect((await run(call.split(' '))).code).toBe(0)
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0)
  writeFileSync(join(bare, 'hooks/update'), '#!/bin/sh\necho "protected" >&2\nexit 1\n', { mode: 0o755 })
  const { code, stderr } = await run(['deactivate', 'hours', '--yes'])
  expect(code).toBe(5)
  expect(stderr).toContain('if the branch is protected, let this account push to it')
  expect(stderr).not.toContain('--ref refs/heads/scenewright-state/')
})

test('a ref that no longer takes changes is replaced by a branch with a backup', async () => {
  const { cwd, run } = await deployed()
  const bare = git(cwd, 'remote', 'get-url', 'origin').trim()
  git(cwd, 'remote', 'rename', 'origin', 'upstream')
  expect((await run(['state', 'move', '--to', 'git', '--remote', 'upstream'])).code).toBe(0)
  commit(cwd)
  const hook = '#!/bin/sh\ncase $1 in refs/heads/*) exit 0;; esac\necho "only branches" >&2\nexit 1\n'
  writeFileSync(join(bare, 'hooks/update'), hook, { mode: 0o755 })

  const branch = 'refs/heads/scenewright-state/live'
  const moved = await run(['state', 'move', '--to', 'git', '--remote', 'upstream', '--ref', branch])
  const refused = await run(['deactivate', 'hours', '--yes'])
  for (const { code, stderr } of [moved, refused]) {
    expect(code).toBe(5)
    expect(stderr).toContain('state export --out state.json')
    expect(stderr).toContain(`set \`ref: ${branch}\``)
    expect(stderr).toContain('state restore state.json')
  }
  expect(git(bare, 'for-each-ref', 'refs/heads/')).toBe('')

  expect((await run(['state', 'export', '--out', 'state.json'])).code).toBe(0)
  const config = readFileSync(join(cwd, configFile), 'utf8')
  writeFileSync(join(cwd, configFile), config.replace('remote: "upstream"', `remote: "upstream", ref: "${branch}"`))
  const restored = await run(['state', 'restore', 'state.json'])
  expect(restored.code, restored.stderr).toBe(0)
  commit(cwd)
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0)
  expect((await run(['deactivate', 'hours', '--yes'])).code).toBe(0)
})

test('the advice for a new state in another remote names that remote', async () => {
  const { cwd, run } = await deployed()
  const bare = git(cwd, 'remote', 'get-url', 'origin').trim()
  git(cwd, 'remote', 'rename', 'origin', 'upstream')
  writeFileSync(join(bare, 'hooks/update'), '#!/bin/sh\necho "only branches" >&2\nexit 1\n', { mode: 0o755 })
  const { code, stderr } = await run(['state', 'move', '--to', 'git', '--remote', 'upstream'])
  expect(code).toBe(5)
  expect(stderr).toContain(
    '`scenewright state move --to git --remote upstream --ref refs/heads/scenewright-state/live`',
  )
})

test('a server whose lock is not safe, and a bucket that ignores conditions, get no state', async () => {
  const { cwd, run } = await deployed()
  const config = readFileSync(join(cwd, configFile), 'utf8')
  const [server, bucket] = [await terraformServer(), await s3Server()]
  server.before = ({ method }) => (['LOCK', 'UNLOCK'].includes(method) ? { status: 200 } : undefined)
  bucket.ignoresConditions = true
  const ways = [
    ['http', '--url', `${server.url}/state`],
    ['s3', '--bucket', 'bots', '--key', 'shop.json', '--endpoint', bucket.url, '--region', bucket.region],
  ]
  for (const way of ways) {
    const { code, stderr } = await run(['state', 'move', '--to', ...way], cwd, s3Account)
    expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining('not safe') })
  }
  expect([server.document, bucket.objects.size]).toEqual([undefined, 0])
  expect(readFileSync(join(cwd, configFile), 'utf8')).toBe(config)
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0)
})

test('a backend with another state is rejected', async () => {
  const { cwd, run } = await deployed()
  const other = await deployed()
  const path = join(other.cwd, '.scenewright/state/live.json')
  const before = readFileSync(path, 'utf8')
  expect(await run(['state', 'move', '--to', 'file', '--path', path])).toMatchObject({ code: 5 })
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0)
  expect(git(cwd, 'status', '--porcelain')).toBe('')
})
