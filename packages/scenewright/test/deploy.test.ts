import { readdirSync, readFileSync } from 'node:fs'
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/plan'
import { beforeAll, describe, expect, test } from 'vitest'
import { planFormatNames } from '../src/commands/deploy/formats/index.ts'
import { type LocalService, localService, receiveWebhooks, type Webhook } from './local-service.ts'
import { copyOf, folderWith, type Outcome, scenewright } from './run.ts'
import { scriptedService } from './scripted-service.ts'

/** A project that deploys to a bot of its own on the service. */
interface Deployment {
  readonly cwd: string
  readonly bot: string
  run(...args: string[]): Promise<Outcome>
  actions(): Promise<Record<string, string>>
  ask(prompt: string): Promise<Webhook>
}

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

async function deployment(): Promise<Deployment> {
  const webhooks = await receiveWebhooks()
  const bot = await service.post('/bots', {
    name: 'Clinic',
    gpt_model: 'llm_provider_d',
    primary_language: 'ru',
    webhook_url: webhooks.url,
  })
  const cwd = await copyOf('clinic')
  await appendFile(
    join(cwd, 'scenewright.config.yaml'),
    `\nenvironments:\n  test:\n    url: ${service.url}\n    bot: ${bot.unique_id}\n`,
  )
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  expect((await run('state', 'init')).code).toBe(0)
  return {
    cwd,
    bot: String(bot.unique_id),
    run,
    async actions() {
      const { stdout } = await run('plan', '--format', 'json')
      const plan = JSON.parse(stdout)
      expect(validate(plan), JSON.stringify(validate.errors)).toBe(true)
      return Object.fromEntries(plan.actions.map(({ key, action }: { key: string; action: string }) => [key, action]))
    },
    async ask(prompt) {
      const request = await service.post(`/bots/${bot.unique_id}/completion`, {
        prompt,
        mode: 'SUPPORT',
        meta: { n: 1 },
      })
      const webhook = await webhooks.next()
      expect(webhook.meta.unique_id).toBe(request.unique_id)
      return webhook
    },
  }
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  await writeFile(file, after)
}

test.each(['text', 'json', 'ndjson'])('a delay is reported on standard error: --format %s', async format => {
  const { url } = await scriptedService({
    journal: () => null,
    refuse: (path, times) => (path.endsWith('/import') ? (times === 1 ? 429 : 400) : undefined),
  })
  const cwd = await folderWith({
    'scenewright.config.yaml': `environments: { live: { url: '${url}', bot: bot-1 } }\n`,
    'scenarios/hours.scenario.yaml':
      'title: Hours\ntrigger_description: Opening hours.\nexamples: [When are you open?]\nflow: { nodes: { reply: { text: At nine., next: done }, done: END } }\n',
  })
  const env = { SCENEWRIGHT_EMAIL: 'a@b.example', SCENEWRIGHT_API_KEY: 'key' }
  const { code, stderr, stdout } = await scenewright(['apply', '--init', '--format', format], { cwd, env })
  expect(code).toBe(3)
  expect(stderr).toContain('hours: create again in 1 s: the service refused "import a scenario" (429): No.')
  if (format === 'json') expect(JSON.parse(stdout).event).toBe('summary')
})

describe('a first deploy', () => {
  test('imports and publishes every scenario, and the bot answers with them', async () => {
    const { cwd, run, actions, ask } = await deployment()
    expect(new Set(Object.values(await actions()))).toEqual(new Set(['create']))
    const applied = await run('apply', '--format', 'ndjson')
    const events = applied.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(events.at(-1)).toMatchObject({ event: 'summary', verdict: 'done', counts: { done: 8 } })
    expect(applied.code).toBe(0)

    const simulated = await run('simulate', 'как вызвать врача на дом', '--format', 'json')
    const webhook = await ask('как вызвать врача на дом')
    expect(webhook).toMatchObject({ type: 'SUCCESS', error: false, meta: { meta: { n: 1 } } })
    expect(webhook.response.message).toBe(JSON.parse(simulated.stdout).turns[0].replies.join('\n\n'))

    expect((await run('status')).stdout).toContain('appointments/house-call')
    const receipts = readFileSync(join(cwd, '.scenewright/receipts/test.ndjson'), 'utf8').trimEnd().split('\n')
    const done = receipts.map(line => JSON.parse(line)).map(({ kind, key }) => `${kind} ${key}`)
    const keys = Object.keys(await actions())
    expect(keys).toHaveLength(8)
    expect(done.sort()).toEqual(keys.flatMap(key => [`create ${key}`, `publish ${key}`]).sort())
  })

  test('leaves nothing to do: a second apply sends and writes nothing', async () => {
    const { cwd, run, actions } = await deployment()
    await run('apply')
    expect(new Set(Object.values(await actions()))).toEqual(new Set(['none']))
    const state = readFileSync(join(cwd, '.scenewright/state/test.json'), 'utf8')
    const again = await run('apply', '--format', 'ndjson')
    expect(again.code).toBe(0)
    expect(again.stdout).not.toContain('"sending"')
    expect(readFileSync(join(cwd, '.scenewright/state/test.json'), 'utf8')).toBe(state)
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0)
  })
})

describe('a plan', () => {
  const long = `${'слово '.repeat(150)}конец.`

  test('shows every new and every changed text completely, in each format', async () => {
    const { cwd, run } = await deployment()
    await run('apply')
    await writeFile(
      join(cwd, 'scenarios/visit/parking.scenario.yaml'),
      [
        'title: Парковка',
        'trigger_description: Клиент спрашивает про парковку.',
        'description: Наша пометка.',
        'examples: [есть ли у вас парковка]',
        'exclusions: [где вы находитесь]',
        'flow: { nodes: { answer: { text: "Есть парковка.\\nДва часа бесплатно.", next: done }, done: END } }',
        '',
      ].join('\n'),
    )
    const file = join(cwd, 'scenarios/visit/hours-and-address.scenario.yaml')
    await edit(file, text => text.replace(/text: >-\n\s+.*/, `text: >-\n        ${long}`))
    const said = [
      'trigger description: Клиент спрашивает про парковку.',
      'description: Наша пометка.',
      'example: есть ли у вас парковка',
      'exclusion: где вы находитесь',
      'Есть парковка.',
      'Два часа бесплатно.',
      long,
    ]
    for (const format of planFormatNames.filter(name => name !== 'json')) {
      const { stdout } = await run('plan', '--format', format)
      expect(said.filter(text => !stdout.includes(text))).toEqual([])
      expect(stdout).not.toMatch(/<details>/)
    }
  })

  test('shows how many characters are omitted, and how to see them', async () => {
    const { cwd, run } = await deployment()
    await run('apply')
    const reply = (id: number) =>
      `    r${id}: { text: "${id} ${long.repeat(10)}", next: ${id === 9 ? 'done' : `r${id + 1}`} }\n`
    const replies = Array.from({ length: 10 }, (_, id) => reply(id)).join('')
    await writeFile(
      join(cwd, 'scenarios/visit/long.scenario.yaml'),
      `title: Долго\ntrigger_description: Клиент просит рассказать всё.\nflow:\n  nodes:\n${replies}    done: END\n`,
    )
    const { stdout } = await run('plan')
    expect(stdout).toMatch(/\n\s+1 change with 9\d{4} characters more: scenewright diff --against deployed:test\n/)
    expect(stdout).not.toContain(long)
  })
})

describe('a later deploy', () => {
  test('updates only what has changed; the customer reads the new text', async () => {
    const { cwd, run, actions, ask } = await deployment()
    await run('apply')
    const file = join(cwd, 'scenarios/visit/hours-and-address.scenario.yaml')
    await edit(file, text => text.replace(/text: >-\n\s+.*/, 'text: >-\n        Мы работаем круглосуточно.'))
    expect(changes(await actions())).toEqual({ 'visit/hours-and-address': 'update' })
    expect((await run('plan', '--detailed-exitcode')).code).toBe(2)
    expect((await run('apply')).code).toBe(0)
    const [example = ''] = readFileSync(file, 'utf8').match(/(?<=examples:\n\s+- ).*/) ?? []
    expect((await ask(example)).response.message).toContain('круглосуточно')
  })

  test('deactivates and activates a scenario', async () => {
    const { cwd, run, actions } = await deployment()
    await run('apply')
    const file = join(cwd, 'scenarios/tests/results.scenario.yaml')
    await appendFile(file, 'is_active: false\n')
    expect(changes(await actions())).toEqual({ 'tests/results': 'deactivate' })
    await run('apply')
    await edit(file, text => text.replace('is_active: false\n', ''))
    expect(changes(await actions())).toEqual({ 'tests/results': 'activate' })
    await run('apply')
    expect(changes(await actions())).toEqual({})
  })

  test('deactivates removed scenarios, and reuses the same record when they return', async () => {
    const { cwd, run, actions } = await deployment()
    await run('apply')
    const file = join(cwd, 'scenarios/tests/results.scenario.yaml')
    const text = await readFile(file)
    const recordOf = async (key: string) => new Map(await records(cwd)).get(key)
    const before = await recordOf('tests/results')
    expect(before).toBeDefined()
    await rm(file)
    expect(changes(await actions())).toEqual({ 'tests/results': 'deactivate' })
    await run('apply')
    await writeFile(file, text)
    expect(changes(await actions())).toEqual({ 'tests/results': 'activate' })
    await run('apply')
    expect(await recordOf('tests/results')).toBe(before)
  })

  test.each([
    ['the whole bot', []],
    ['the former key', ['tests/results']],
    ['both keys', ['tests/results', 'tests/outcome']],
  ])('keeps the record of a renamed scenario, deploying %s', async (_name, keys) => {
    const { cwd, run, actions } = await deployment()
    await run('apply')
    const before = await records(cwd)
    await renameResults(cwd)
    expect(changes(await actions())).toEqual({})
    expect((await run('apply', ...keys)).code).toBe(0)
    const ids = (entries: readonly string[][]) => entries.map(([, id]) => id).sort()
    expect(ids(await records(cwd))).toEqual(ids(before))
    expect((await run('status')).stdout).toMatch(/on +tests\/outcome /)
    const again = await run('plan', '--format', 'json', ...keys)
    expect(again.code, again.stderr).toBe(0)
    expect(JSON.parse(again.stdout).actions).toContainEqual({
      key: 'tests/outcome',
      action: 'none',
      reason: 'unchanged',
    })
  })

  test('names the key of a hold that began before the scenario was renamed', async () => {
    const { cwd, run } = await deployment()
    await run('apply')
    await run('deactivate', 'tests/results', '--hold', 'wrong price')
    await renameResults(cwd)
    const { stdout, stderr } = await run('apply')
    const [, release = ''] = /`scenewright ([^`]+)` ends the hold/.exec(stdout + stderr) ?? []
    expect((await run(...release.split(' '))).code).toBe(0)
    await run('apply')
    expect((await run('status')).stdout).toMatch(/on +tests\/outcome /)
  })

  test('is known by its former key in the commands that docs/deploying.md lists, and by the present one there', async () => {
    const { cwd, run } = await deployment()
    await run('apply')
    await edit(join(cwd, 'scenarios/tests/results.scenario.yaml'), text => text.replace(/title: .*/, 'title: Анализы'))
    await run('apply')
    await renameResults(cwd)
    const bot = await service.post('/bots', { name: 'Next', gpt_model: 'llm_provider_d' })
    const next = `  next:\n    url: ${service.url}\n    bot: ${bot.unique_id}\n`
    await appendFile(join(cwd, 'scenewright.config.yaml'), next)
    expect((await run('state', 'init', '--env', 'next')).code).toBe(0)
    const calls = {
      plan: ['plan'],
      apply: ['apply'],
      promote: ['promote', '--from', 'test', '--env', 'next', '--allow-uncommitted'],
      rollback: ['rollback'],
      activate: ['activate'],
      deactivate: ['deactivate', '--hold', 'wrong'],
      release: ['release'],
      'state show': ['state', 'show'],
    }
    const page = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8')
    const [, list = ''] = /also accept a former key.*?: ([^.]*)\./s.exec(page) ?? []
    expect(list.match(/(?<=`)[a-z][a-z ]*(?=`)/g)).toEqual(Object.keys(calls))
    for (const [name, [...call]] of Object.entries(calls)) {
      const environment = call.includes('--env') ? [] : ['--env', 'test']
      const { code, stdout, stderr } = await run(...call, 'tests/results', ...environment)
      expect([name, code, stdout + stderr]).toEqual([name, 0, expect.stringContaining('tests/outcome')])
    }
  })
})

async function renameResults(cwd: string): Promise<void> {
  const moved = join(cwd, 'scenarios/tests/outcome.scenario.yaml')
  await rename(join(cwd, 'scenarios/tests/results.scenario.yaml'), moved)
  await appendFile(moved, 'renamed_from: tests/results\n')
}

describe('errors that stop a deploy', () => {
  test('no credentials: 2, and the variables to set', async () => {
    const { cwd } = await deployment()
    const { code, stderr } = await scenewright(['apply'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('SCENEWRIGHT_API_KEY')
  })

  test.each(['SCENEWRIGHT_API_KEY', 'SCENEWRIGHT_EMAIL'])('a line break at the end of %s: 2', async name => {
    const { cwd } = await deployment()
    const env = { ...service.env, [name]: `${service.env[name]}\n` }
    const { code, stdout, stderr } = await scenewright(['apply'], { cwd, env })
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${name} ends with white space`),
    })
    expect(stdout + stderr).not.toContain(service.env[name])
  })

  test('a wrong key: 3, and the key is never shown', async () => {
    const { cwd } = await deployment()
    const key = 'sk_0123456789abcdef'
    const { code, stdout, stderr } = await scenewright(['apply'], {
      cwd,
      env: { ...service.env, SCENEWRIGHT_API_KEY: key, SCENEWRIGHT_DEBUG: '1' },
    })
    expect(code).toBe(3)
    expect(stdout + stderr + filesBelow(join(cwd, '.scenewright'))).not.toContain(key)
  })

  test('an unreachable service: 3, and no request stays open', async () => {
    const { cwd, run } = await deployment()
    await rm(join(cwd, '.scenewright'), { recursive: true })
    const elsewhere = (text: string) => text.replace(service.url, 'http://127.0.0.1:9').replace(/\n +lineage: .*/, '')
    await edit(join(cwd, 'scenewright.config.yaml'), elsewhere)
    expect((await run('apply', '--init')).code).toBe(3)
    expect((await run('plan')).code).toBe(0)
  })

  test('plain http to another machine: 2, before anything is sent', async () => {
    const { cwd, run } = await deployment()
    await edit(join(cwd, 'scenewright.config.yaml'), text => text.replace(service.url, 'http://192.0.2.1'))
    expect((await run('apply')).code).toBe(2)
  })

  test('a state of another bot: 5', async () => {
    const [first, second] = [await deployment(), await deployment()]
    await first.run('apply')
    await edit(join(first.cwd, 'scenewright.config.yaml'), text => text.replace(first.bot, second.bot))
    expect((await first.run('plan')).code).toBe(5)
    expect(await first.run('status')).toMatchObject({ code: 5, stdout: '' })
  })

  test('a damaged state: 5', async () => {
    const { cwd, run } = await deployment()
    await run('apply')
    await writeFile(join(cwd, '.scenewright/state/test.json'), '{"format":1,')
    expect((await run('apply')).code).toBe(5)
  })

  test('a pinned lineage whose state is missing: 5', async () => {
    const { cwd, run } = await deployment()
    await rm(join(cwd, '.scenewright'), { recursive: true })
    expect((await run('plan')).code).toBe(5)
    expect(await run('status', '--format', 'json')).toMatchObject({ code: 5, stdout: '' })
    expect((await run('apply', '--init')).code).toBe(5)
  })

  test('an environment that is not in the config: 2, and a suggestion', async () => {
    const { run } = await deployment()
    const { code, stderr } = await run('plan', '--env', 'tset')
    expect(code).toBe(2)
    expect(stderr).toContain('"test"')
  })

  test('with --detailed-exitcode, where 2 means changes, errors of the call, the config and the sources: 64', async () => {
    const { cwd, run } = await deployment()
    const plan = async (...args: readonly string[]) => (await run('plan', '--detailed-exitcode', ...args)).code
    expect(await plan()).toBe(2)
    expect(await plan('--env', 'tset')).toBe(64)
    expect(await plan('never-there')).toBe(64)
    expect(await plan('--config', 'never-there.yaml')).toBe(64)
    expect(await plan('--unknown')).toBe(64)
    await edit(join(cwd, 'scenarios/appointments/house-call.scenario.yaml'), text => text.replace('flow:', 'flaw:'))
    expect(await plan()).toBe(64)
    expect((await run('plan')).code).toBe(2)
  })
})

function changes(actions: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(actions).filter(([, action]) => action !== 'none'))
}

async function records(cwd: string): Promise<[key: string, remoteId: string][]> {
  const { scenarios } = JSON.parse(await readFile(join(cwd, '.scenewright/state/test.json'), 'utf8'))
  return Object.entries<{ remote_id: string }>(scenarios).map(([key, { remote_id }]) => [key, remote_id])
}

function filesBelow(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n')
}

test('a first apply without a terminal does not initialize a state: 5, and a remedy', async () => {
  const bot = await service.post('/bots', { name: 'New', gpt_model: 'llm_provider_d', primary_language: 'ru' })
  const cwd = await copyOf('clinic')
  const configFile = join(cwd, 'scenewright.config.yaml')
  await appendFile(configFile, `\nenvironments:\n  test: { url: "${service.url}", bot: "${bot.unique_id}" }\n`)
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  const refused = await run('apply', '--yes')
  expect(refused).toMatchObject({ code: 5, stdout: '' })
  expect(refused.stderr).toMatch(/no state of "test" yet[\s\S]*state init --env test[\s\S]*--init/)
  expect((await run('plan', '--out', 'plan.json')).code).toBe(0)
  expect((await run('apply', 'plan.json')).code).toBe(5)

  const begun = await run('apply', '--init', '--format', 'json')
  expect(begun.code).toBe(0)
  expect(begun.stderr).toMatch(
    /would create the existing scenarios of the bot again[\s\S]*state move --env test --to git/,
  )
  expect(await readFile(configFile, 'utf8')).toMatch(/lineage: [0-9a-f-]{36}/)
  expect(JSON.parse(begun.stdout)).toMatchObject({ verdict: 'done' })
  expect(await run('apply', '--init')).toMatchObject({ code: 0, stderr: '' })
})

test('a state that is older than the last one this machine has seen stops a deploy, and is restored only by force', async () => {
  const { cwd, run } = await deployment()
  const [stateFile = '', receipts = ''] = ['state/test.json', 'receipts/test.ndjson'].map(path => {
    return join(cwd, '.scenewright', path)
  })
  await run('apply')
  const old = await readFile(stateFile)
  expect((await run('state', 'export', '--out', 'backup.json')).code).toBe(0)
  expect((await run('deactivate', 'visit/hours-and-address')).code).toBe(0)
  await writeFile(stateFile, old)
  await rm(receipts)
  for (const command of ['plan', 'apply']) {
    const { code, stderr } = await run(command)
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringMatching(/serial \d+, but this machine has seen \d+/),
    })
  }
  await rm(stateFile)
  expect(await run('state', 'restore', 'backup.json')).toMatchObject({ code: 5 })
  expect((await run('state', 'restore', 'backup.json', '--force')).code).toBe(0)
  expect((await run('plan')).code).toBe(0)
})
