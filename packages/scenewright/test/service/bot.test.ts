import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type LocalService, localService } from '../local-service.ts'
import { folderWith, scenewright } from '../run.ts'

const config = '# ours\nbot:\n  primary_language: en\n  scenario_clarify_enabled: true # ask\n'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

function create(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = service.env) {
  return scenewright(['service', 'bot', 'create', ...args], { cwd, env })
}

async function get(path: string): Promise<Record<string, unknown>> {
  const { SCENEWRIGHT_EMAIL: email, SCENEWRIGHT_API_KEY: key } = service.env
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  return (await (await fetch(`${service.url}/api/v1${path}`, { headers: { authorization } })).json()) as Record<
    string,
    unknown
  >
}

async function countBots(): Promise<unknown> {
  const { meta } = await get('/bots')
  return (meta as { readonly total: unknown }).total
}

describe('a bot is created', () => {
  test('as the options say', async () => {
    const { code, stdout } = await create(await folderWith({}), [
      ...['--name', 'Lamps & tools', '--url', `${service.url}/`, '--language', 'de', '--clarify'],
      ...['--clarify-min-confidence', '60.5', '--clarify-margin', '5', '--provider', 'llm_provider_b'],
      ...['--webhook-url', 'https://bots.example.com/answers', '--format', 'json'],
    ])
    const { unique_id, ...rest } = JSON.parse(stdout)
    expect({ code, ...rest }).toEqual({ code: 0, name: 'Lamps & tools', url: service.url })
    expect(await get(`/bots/${unique_id}`)).toMatchObject({
      name: 'Lamps & tools',
      primary_language: 'de',
      scenario_clarify_enabled: true,
      scenario_clarify_min_confidence: 60.5,
      scenario_clarify_margin: 5,
      gpt_model: 'llm_provider_b',
      webhook_url: 'https://bots.example.com/answers',
    })
  })

  test('with the values of the config where no option is set, and the lines to add are printed', async () => {
    const cwd = await folderWith({ 'scenewright.config.yaml': config })
    const { code, stdout, stderr } = await create(cwd, ['--name', 'Shop', '--url', service.url, '--no-clarify'])
    expect(code).toBe(0)
    const { bot, url } = parse(stdout).environments.local
    expect(url).toBe(service.url)
    expect(await get(`/bots/${bot}`)).toMatchObject({ primary_language: 'en', scenario_clarify_enabled: false })
    expect(stderr).toContain('Add this to scenewright.config.yaml')
    expect(stderr).toContain('creates another bot')
    expect(readFileSync(join(cwd, 'scenewright.config.yaml'), 'utf8')).toBe(config)
  })

  test('if the config has environments, the lines have no heading', async () => {
    const environments = 'environments:\n  production: { url: https://bots.example.com, bot: b }\n'
    const cwd = await folderWith({ 'scenewright.config.yaml': environments })
    const { stdout, stderr } = await create(cwd, ['--name', 'Shop', '--url', service.url])
    expect(Object.keys(parse(environments + stdout).environments)).toEqual(['production', 'local'])
    expect(stderr).toContain('under "environments"')
  })

  test('with --env it is added to the config, comments kept, and can be deployed to', async () => {
    const cwd = await folderWith({})
    expect((await scenewright(['init'], { cwd })).code).toBe(0)
    const before = readFileSync(join(cwd, 'scenewright.config.yaml'), 'utf8')
    const { code, stdout, stderr } = await create(cwd, ['--name', 'Shop', '--url', service.url, '--env', 'local'])
    expect(code).toBe(0)
    expect(readFileSync(join(cwd, 'scenewright.config.yaml'), 'utf8')).toBe(
      `${before}\nenvironments:\n  local:\n    url: ${service.url}\n    bot: ${stdout.trim()}\n`,
    )
    const [, apply = ''] = /^ {2}(?:npx )?scenewright (apply .*)$/m.exec(stderr) ?? []
    const applied = await scenewright([...apply.split(' '), '--yes'], { cwd, env: service.env })
    expect(applied).toMatchObject({ code: 0 })
    const { stdout: plan } = await scenewright(['plan', '--format', 'json'], { cwd, env: service.env })
    const { actions } = JSON.parse(plan)
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(['none', 'none'])
  })

  test('with the credentials of that environment, if it has its own', async () => {
    const cwd = await folderWith({ 'scenewright.config.yaml': '' })
    const { SCENEWRIGHT_EMAIL = '', SCENEWRIGHT_API_KEY = '' } = service.env
    const own = { SCENEWRIGHT_LOCAL_EMAIL: SCENEWRIGHT_EMAIL, SCENEWRIGHT_LOCAL_API_KEY: SCENEWRIGHT_API_KEY }
    const env = { ...own, SCENEWRIGHT_EMAIL: 'nobody@example.com', SCENEWRIGHT_API_KEY: 'sk_nobodys' }
    const args = ['--name', 'Shop', '--url', service.url, '--env', 'local', '--format', 'json']
    const { code, stdout } = await create(cwd, args, env)
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, environment: 'local' })
  })
})

describe('no bot is created', () => {
  const named = ['--name', 'Shop', '--env', 'local']

  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['without a config', named, {}, 'scenewright init'],
    [
      'if the environment exists',
      named,
      { 'scenewright.config.yaml': 'environments: { local: { url: https://a.example, bot: b } }\n' },
      'already has an environment "local"',
    ],
    [
      'if the config has no place for it',
      named,
      { 'scenewright.config.yaml': '{ sources: [a] }\n', 'a/b': '' },
      'no place',
    ],
    [
      'under a name that CI cannot carry',
      ['--name', 'Shop', '--env', 'a b'],
      { 'scenewright.config.yaml': '' },
      '"a b"',
    ],
    [
      'if the config is invalid',
      ['--name', 'Shop'],
      { 'scenewright.config.yaml': 'bto: {}\n' },
      'scenewright.config.yaml:1:1',
    ],
    ['without a name', [], {}, '--name'],
    ['with an empty name', ['--name', ''], {}, 'name'],
    ['with a name that is too long', ['--name', 'x'.repeat(256)], {}, '255'],
    ['in a language that the service does not have', ['--name', 'Shop', '--language', 'xx'], {}, 'xx'],
    ['with a margin that is too wide', ['--name', 'Shop', '--clarify-margin', '100.5'], {}, '--clarify-margin'],
    ['with a margin that is no number', ['--name', 'Shop', '--clarify-margin', '1e1'], {}, '--clarify-margin'],
    [
      'with a webhook that leads into a private network',
      ['--name', 'Shop', '--webhook-url', 'https://10.0.0.1/'],
      {},
      'webhook_url',
    ],
  ])('%s: 2', async (_why, args, files, said) => {
    const cwd = await folderWith(files)
    const before = await countBots()
    const { code, stdout, stderr } = await create(cwd, [...args, '--url', service.url])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(await countBots()).toBe(before)
  })

  test.each([
    ['no credentials', {}, 2, 'scenewright service init'],
    ['an unknown key', { SCENEWRIGHT_EMAIL: 'team@example.com', SCENEWRIGHT_API_KEY: 'sk_nobodys' }, 3, 'API key'],
  ])('with %s', async (_what, env, expected, said) => {
    const { code, stdout, stderr } = await create(await folderWith({}), ['--name', 'Shop', '--url', service.url], env)
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('sk_nobodys')
  })

  test('over plain http to another machine: 2', async () => {
    const { code, stderr } = await create(await folderWith({}), ['--name', 'Shop', '--url', 'http://192.0.2.1'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('not https') })
  })

  test('if the service is not running: 3, and how to start it', async () => {
    const { code, stderr } = await create(await folderWith({}), ['--name', 'Shop', '--url', 'http://127.0.0.1:9'])
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('Start it: scenewright service start --data DIR --port 9\n'),
    })
  })
})

describe('on an error in between,', () => {
  /** A service that takes one kind of call, and what it does then. */
  async function answering(answer: (response: ServerResponse) => void): Promise<string> {
    const server = createServer((_request, response) => answer(response))
    afterAll(() => new Promise(resolve => server.close(resolve)))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }

  test('the error names the bot that could not be added to the config', async () => {
    const cwd = await folderWith({ 'scenewright.config.yaml': '' })
    const others = 'environments: { local: { url: https://a.example, bot: b } }\n'
    const url = await answering(response => {
      // Somebody else is quicker.
      writeFileSync(join(cwd, 'scenewright.config.yaml'), others)
      response.writeHead(201, { 'content-type': 'application/json' }).end('{ "unique_id": "b0b" }')
    })
    const { code, stderr } = await create(cwd, ['--name', 'Shop', '--url', url, '--env', 'local'])
    expect(code).toBe(2)
    expect(stderr).toContain('the bot b0b was created, but not added')
    expect(readFileSync(join(cwd, 'scenewright.config.yaml'), 'utf8')).toBe(others)
  })

  test('a lost answer: 3, and a note that a bot may exist', async () => {
    const url = await answering(response => response.destroy())
    const { code, stderr } = await create(await folderWith({}), ['--name', 'Shop', '--url', url])
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('the bot may exist') })
  })
})
