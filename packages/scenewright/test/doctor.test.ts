import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commit, git, put } from '../../workspace/test/git-repository.ts'
import { clockCheck } from '../src/commands/doctor/account-checks.ts'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, scenewright } from './run.ts'

const source = 'scenarios/cost.scenario.yaml'
const scenario = `title: Cost
trigger_description: The customer asks what delivery costs.
examples: [How much is delivery?]
flow: { nodes: { cost: { text: Four euros., next: done }, done: END } }
`

describe('the clock', () => {
  const at = Date.parse('2026-05-04T12:00:10Z')
  test.each<[string, string | undefined, number, 'ok' | 'wrong' | 'missing', string]>([
    ['the same', 'Mon, 04 May 2026 12:00:10 GMT', 100, 'ok', 'the clocks of this machine and the service agree'],
    [
      'a difference below the threshold',
      'Mon, 04 May 2026 12:00:14 GMT',
      100,
      'ok',
      'the clocks of this machine and the service agree',
    ],
    [
      'a difference no longer than the request',
      'Mon, 04 May 2026 12:00:35 GMT',
      30_000,
      'ok',
      'the clocks of this machine and the service agree',
    ],
    ['behind', 'Mon, 04 May 2026 12:01:10 GMT', 0, 'wrong', '60 s behind'],
    ['ahead', 'Mon, 04 May 2026 11:59:09 GMT', 0, 'wrong', '60 s ahead of'],
    ['no time in the answer', undefined, 0, 'missing', 'does not report its time'],
    ['an unreadable time', 'noon', 0, 'missing', 'does not report its time'],
  ])('%s', (_what, date, took, status, detail) => {
    const check = clockCheck({ date, sentAt: at, answeredAt: at + took })
    expect(check).toMatchObject({ status, detail: expect.stringContaining(detail) })
  })
})

test.each<[string, Readonly<Record<string, string>>, readonly string[], number]>([
  ['without a config', {}, [], 0],
  ['a config with an unknown field', { 'own.yaml': 'bots: {}\n' }, ['--config', 'own.yaml'], 1],
  ['a named config that does not exist', {}, ['--config', 'own.yaml'], 2],
  ['an environment that does not exist', { 'scenewright.config.yaml': '' }, ['--env', 'live'], 2],
])('%s: the exit code is the one in the help and in docs/install.md', async (_what, files, args, expected) => {
  const cwd = await folderWith({ [source]: scenario, ...files })
  expect((await scenewright(['doctor', ...args], { cwd })).code).toBe(expected)
  const { stdout } = await scenewright(['doctor', '--help'], { cwd })
  const page = readFileSync(new URL('../../../docs/install.md', import.meta.url), 'utf8')
  expect(stdout).toMatch(new RegExp(`^  ${expected}  `, 'm'))
  expect(page.split('| exit code of `doctor` |')[1]).toMatch(new RegExp(`^\\| ${expected} \\|`, 'm'))
})

describe('git', () => {
  const check = async (cwd: string) => {
    const { stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
    const { checks }: { checks: readonly { name: string; status: string; detail: string }[] } = JSON.parse(stdout)
    return checks.find(({ name }) => name === 'git')
  }
  const missing = { name: 'git', status: 'missing', detail: expect.stringContaining('add the line ".scenewright/"') }
  const ok = { name: 'git', status: 'ok', detail: '.scenewright/ is ignored' }

  test('ignores the caches by any file, also one above the project', async () => {
    const top = await folderWith({ [`bots/shop/${source}`]: scenario, 'bots/shop/scenewright.config.yaml': '{}\n' })
    const cwd = join(top, 'bots/shop')
    expect(await check(cwd)).toEqual(missing)
    put(cwd, { '.gitignore': '.scenewright/\n' })
    expect(await check(cwd)).toEqual(ok)
    git(top, 'init', '--quiet', '--initial-branch', 'main')
    put(top, { 'bots/shop/.gitignore': '', '.gitignore': '.scenewright/\n' })
    expect(await check(cwd)).toEqual(ok)
    put(top, { '.gitignore': '' })
    expect(await check(cwd)).toEqual(missing)
  })

  test('that refuses the repository is reported', async () => {
    const cwd = await folderWith({ [source]: scenario, '.gitignore': '.scenewright/\n' })
    git(cwd, 'init', '--quiet', '--initial-branch', 'main')
    git(cwd, 'config', 'core.repositoryformatversion', '1')
    git(cwd, 'config', 'extensions.later', 'true')
    const detail = expect.stringMatching(/unknown repository extensions? found: later/)
    expect(await check(cwd)).toEqual({ name: 'git', status: 'wrong', detail })
  })
})

describe('an environment', () => {
  let service: LocalService
  let bot: string
  beforeAll(async () => {
    service = await localService()
    bot = String((await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })).unique_id)
  })

  /** A project whose environment has these lines besides its bot, and its state in a bare repository. */
  async function project(more: Readonly<Record<string, string>> = {}): Promise<string> {
    const [origin, cwd] = [await folderWith({}), await folderWith({ [source]: scenario })]
    git(origin, 'init', '--quiet', '--bare')
    git(cwd, 'init', '--quiet', '--initial-branch', 'main')
    git(cwd, 'remote', 'add', 'origin', origin)
    const lines = { url: service.url, bot, state: '{ type: git }', ...more }
    const text = Object.entries(lines).map(([name, value]) => `    ${name}: ${value}\n`)
    put(cwd, { 'scenewright.config.yaml': `environments:\n  production:\n${text.join('')}` })
    return cwd
  }

  async function doctor(cwd: string, env: Readonly<Record<string, string>> = service.env) {
    const { code, stdout, stderr } = await scenewright(['doctor', '--env', 'production', '--format', 'json'], {
      cwd,
      env,
    })
    const checks: readonly { name: string; status: string; detail: string }[] = JSON.parse(stdout || '{}').checks ?? []
    const own = checks.flatMap(({ name, ...rest }) => {
      return name.startsWith('production: ') ? [[name.slice('production: '.length), rest] as const] : []
    })
    return { code, stdout, stderr, checks: Object.fromEntries(own) }
  }

  test('without problems passes, and changes nothing', async () => {
    const cwd = await project()
    commit(cwd)
    expect(await scenewright(['apply', '--init'], { cwd, env: service.env })).toMatchObject({ code: 0 })
    const before = git(cwd, 'ls-remote', 'origin')
    const found = await doctor(cwd)
    expect(found.checks).toEqual({
      account: { status: 'ok', detail: expect.stringContaining('among its') },
      clock: { status: 'ok', detail: expect.any(String) },
      state: { status: 'ok', detail: expect.stringMatching(/^serial \d+ in refs\/scenewright/) },
      'state home': { status: 'ok', detail: expect.stringContaining('only a write is a full test') },
      records: { status: 'ok', detail: expect.stringContaining('an empty update returns') },
    })
    expect(found.code).toBe(0)
    git(cwd, 'checkout', '--quiet', '--', 'scenewright.config.yaml')
    expect((await doctor(cwd)).checks.state).toEqual({
      status: 'missing',
      detail: expect.stringMatching(/^serial \d+ in refs\/scenewright.*lineage: /),
    })
    expect(git(cwd, 'ls-remote', 'origin')).toBe(before)
  })

  test('a record that the bot does not have is found', async () => {
    const cwd = await project({ state: '{ type: file, path: state.json }' })
    expect(await scenewright(['apply', '--init', '--allow-dirty'], { cwd, env: service.env })).toMatchObject({
      code: 0,
    })
    const file = join(cwd, 'state.json')
    const unknown = '4f0c2d0e-0000-4000-8000-000000000000'
    put(cwd, { 'state.json': readFileSync(file, 'utf8').replace(/(?<="remote_id": *")[^"]+/, unknown) })
    const { code, checks } = await doctor(cwd)
    expect([code, checks.records]).toEqual([
      1,
      {
        status: 'wrong',
        detail: `the bot has no scenario ${unknown} ("cost"); \`scenewright drift --env production\` shows all that are missing`,
      },
    ])
  })

  test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string, string]>([
    ['no credentials', {}, { SCENEWRIGHT_API_KEY: '' }, 'account', 'SCENEWRIGHT_EMAIL'],
    ['a key with a line break', {}, { SCENEWRIGHT_API_KEY: 'sk_1\n' }, 'account', 'ends with white space'],
    ['an unknown key', {}, { SCENEWRIGHT_API_KEY: 'sk_nobodys' }, 'account', '401'],
    ['a bot of another account', { bot: 'b0b' }, {}, 'account', 'but not "b0b"'],
    ['an unreachable service', { url: 'http://127.0.0.1:9' }, {}, 'account', 'was not sent'],
    ['plain http to another machine', { url: 'http://192.0.2.1' }, {}, 'account', 'not https'],
    ['a lineage whose state is missing', { lineage: '9b1c' }, {}, 'state', 'is missing'],
    ['a missing remote', { state: '{ type: git, remote: upstream }' }, {}, 'state', 'no remote "upstream"'],
  ])(
    '%s is found',
    async (_what, more, env, check, detail) => {
      const found = await doctor(await project(more), { ...service.env, ...env })
      expect(found.code).toBe(1)
      expect(found.checks[check]).toMatchObject({ status: 'wrong', detail: expect.stringContaining(detail) })
      expect(found.stdout).not.toContain('sk_nobodys')
    },
    60_000,
  )

  test('a state of another bot, and a remote without write access, are found', async () => {
    const cwd = await project()
    commit(cwd)
    expect(await scenewright(['apply', '--init'], { cwd, env: service.env })).toMatchObject({ code: 0 })
    const origin = git(cwd, 'remote', 'get-url', 'origin').trim()
    git(cwd, 'remote', 'set-url', '--push', 'origin', join(origin, 'not-there'))
    expect((await doctor(cwd)).checks['state home']).toMatchObject({ status: 'wrong' })
    const other = (await service.post('/bots', { name: 'Other', gpt_model: 'llm_provider_d' })).unique_id
    put(cwd, {
      'scenewright.config.yaml': `environments:\n  production: { url: "${service.url}", bot: "${other}", state: { type: git } }\n`,
    })
    const found = await doctor(cwd)
    expect(found).toMatchObject({ code: 1, checks: { state: { status: 'wrong' } } })
    expect(found.checks).not.toHaveProperty('state home')
  })

  test('a state that is older than one that this machine has seen is found', async () => {
    const cwd = await project()
    expect(await scenewright(['apply', '--init', '--yes', '--allow-dirty'], { cwd, env: service.env })).toMatchObject({
      code: 0,
    })
    const seen = '.scenewright/receipts/production.seen.json'
    put(cwd, { [seen]: JSON.stringify({ ...JSON.parse(readFileSync(join(cwd, seen), 'utf8')), serial: 1000 }) })
    const found = await doctor(cwd)
    expect(found.code).toBe(1)
    expect(found.checks.state).toMatchObject({ status: 'wrong', detail: expect.stringContaining('has seen 1000') })
  })

  test('checks for functions that the scenarios need', async () => {
    const cwd = await project()
    appendFileSync(join(cwd, source), 'dependencies:\n  functions: [get_price]\n')
    expect((await doctor(cwd)).checks.functions).toMatchObject({
      status: 'wrong',
      detail: expect.stringContaining('get_price'),
    })
    await service.post('/bot-tools', {
      bot_unique_id: bot,
      name: 'get_price',
      description: 'The price.',
      request_method: 'GET',
      request_url: 'https://shop.example.com/price',
      input_schema_json: { type: 'object', properties: {} },
    })
    expect((await doctor(cwd)).checks.functions).toMatchObject({ status: 'ok' })
  })

  test('a bot on a later page of the account is found, though the service returns smaller pages than requested', async () => {
    const ids = ['b1', 'b2', 'b3']
    const server = createServer((request, response) => {
      const skip = Number(new URL(request.url ?? '', 'http://bots').searchParams.get('skip'))
      const data = ids.slice(skip, skip + 1).map(unique_id => ({ unique_id }))
      response.setHeader('date', 'Mon, 04 May 2015 12:00:00 GMT')
      response.end(JSON.stringify({ data, meta: { total: 3, skip, take: 1 } }))
    })
    afterAll(() => new Promise(resolve => server.close(resolve)))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const { code, checks } = await doctor(await project({ url, bot: 'b3' }))
    expect(checks.account).toMatchObject({ status: 'ok', detail: expect.stringContaining('3 bots') })
    expect(checks.clock).toMatchObject({ status: 'wrong', detail: expect.stringContaining('ahead of') })
    expect(code).toBe(1)
  })

  test('that the config does not have is wrong usage', async () => {
    const { code, stderr } = await scenewright(['doctor', '--env', 'produktion'], { cwd: await project() })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('"production"') })
  })
})
