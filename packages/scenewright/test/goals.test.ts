import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/plan-file'
import { beforeAll, describe, expect, test } from 'vitest'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

const scenario = (text: string, more = '') => `title: Refund
trigger_description: The customer asks for the money.
examples: [Where is my refund?]
flow:
  nodes:
    wait: { text: ${text}, next: done }
    done: END
${more}`
const source = 'scenarios/refund.scenario.yaml'

interface Place {
  readonly cwd: string
  readonly bots: { readonly staging: string; readonly production: string }
  run(...args: string[]): Promise<Outcome>
  edit(text: string, more?: string): Promise<void>
  answer(environment: 'staging' | 'production'): Promise<unknown>
}

/** A project with one scenario and two bots of its own. */
async function place(more = ''): Promise<Place> {
  const bot = async () => {
    const made = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d', primary_language: 'en' })
    return String(made.unique_id)
  }
  const bots = { staging: await bot(), production: await bot() }
  const environments = Object.entries(bots).map(([name, id]) => `  ${name}: { url: "${service.url}", bot: ${id} }\n`)
  const cwd = await folderWith({
    'scenewright.config.yaml': `bot: { primary_language: en }\nenvironments:\n${environments.join('')}`,
    [source]: scenario('A week.', more),
    'scenarios/hours.scenario.yaml': scenario('From nine to five.')
      .replaceAll('refund', 'shop')
      .replace('Refund', 'Hours'),
  })
  const run: Place['run'] = (...args) => scenewright(args, { cwd, env: service.env })
  for (const name of Object.keys(bots)) expect((await run('state', 'init', '--env', name)).code).toBe(0)
  return {
    cwd,
    bots,
    run,
    edit: (text, extra) => writeFile(join(cwd, source), scenario(text, extra)),
    async answer(environment) {
      const { unique_id } = await service.post(`/bots/${bots[environment]}/completion`, {
        prompt: 'Where is my refund?',
        mode: 'SUPPORT',
      })
      return answerTo(service, String(unique_id))
    },
  }
}

async function answerTo({ url, env }: LocalService, id: string): Promise<unknown> {
  const account = `${env.SCENEWRIGHT_EMAIL}:${env.SCENEWRIGHT_API_KEY}`
  const headers = { authorization: `Basic ${Buffer.from(account).toString('base64')}`, accept: 'application/json' }
  for (let tries = 0; tries < 200; tries += 1) {
    const response = await fetch(`${url}/api/v1/completion-log/journal?unique_id=${id}`, { headers })
    const { data } = (await response.json()) as { data: { status: string; answer?: string }[] }
    if (data[0] !== undefined && !['PENDING', 'PROCESSING'].includes(data[0].status)) return data[0].answer
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return undefined
}

const lastEvent = ({ stdout }: Outcome) => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')

describe('a saved plan', () => {
  test('works without the sources, does nothing the second time, and skips later changes', async () => {
    const { cwd, run, edit, answer } = await place()
    expect((await run('plan', '--env', 'staging', '--out', 'plans/one.json')).code).toBe(0)
    const file = JSON.parse(await readFile(join(cwd, 'plans/one.json'), 'utf8'))
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
    await rm(join(cwd, source))
    expect((await run('apply', 'plans/one.json')).code).toBe(0)
    expect(await answer('staging')).toBe('A week.')
    expect(lastEvent(await run('apply', 'plans/one.json', '--format', 'ndjson'))).toMatchObject({
      counts: { unchanged: 2, done: 0 },
    })

    await edit('Two weeks.')
    const { stdout } = await run('plan', '--env', 'staging', '--out', 'two.json')
    expect(stdout).toContain('1 text changed')
    expect(stdout).toMatch(/\[-A week-\]\{\+Two weeks\+\}\..*scenarios\/refund\.scenario\.yaml:6/)
    await edit('Three weeks.')
    expect((await run('apply', '--env', 'staging')).code).toBe(0)
    const stale = await run('apply', 'two.json')
    expect(stale.code).toBe(5)
    expect(stale.stdout).toContain('create a new plan')
    expect(await answer('staging')).toBe('Three weeks.')
  })

  test('is for its own environment, and is read unchanged or not at all', async () => {
    const { cwd, run } = await place()
    await run('plan', '--env', 'staging', '--out', 'plan.json')
    expect((await run('apply', 'plan.json', '--env', 'production')).code).toBe(5)
    expect((await run('apply', 'plan.json', '--strategy', 'replace')).code).toBe(2)
    expect(await run('apply', 'plan.json', 'hours')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the plan file "plan.json" is applied as a whole'),
    })
    const text = await readFile(join(cwd, 'plan.json'), 'utf8')
    await writeFile(join(cwd, 'plan.json'), text.replace('A week.', 'A year.'))
    const { code, stderr } = await run('apply', 'plan.json')
    expect(code).toBe(2)
    expect(stderr).toContain('plan --out')
  })
})

describe('without the sources', () => {
  test('the scenarios of one environment are promoted to another', async () => {
    const { run, edit, answer } = await place()
    await run('apply', '--env', 'staging')
    await edit('Two weeks.')
    const promoted = await run('promote', '--from', 'staging', '--env', 'production', '--format', 'ndjson')
    expect(promoted.code).toBe(0)
    expect(lastEvent(promoted)).toMatchObject({ environment: 'production', counts: { done: 2 } })
    expect(await answer('production')).toBe('A week.')
    expect((await run('promote', '--from', 'staging', '--env', 'staging')).code).toBe(2)
  })

  test('a scenario is deactivated, activated, and rolled back', async () => {
    const { run, edit, answer } = await place()
    await run('apply', '--env', 'staging')
    await edit('Two weeks.')
    await run('apply', '--env', 'staging')
    expect((await run('rollback', 'refund', '--env', 'staging')).code).toBe(0)
    expect(await answer('staging')).toBe('A week.')
    expect((await run('deactivate', 'refund', '--env', 'staging')).code).toBe(0)
    expect(await answer('staging')).not.toBe('A week.')
    expect((await run('activate', 'refund', '--env', 'staging')).code).toBe(0)
    expect(await answer('staging')).toBe('A week.')
    expect(JSON.parse((await run('plan', '--env', 'staging', '--format', 'json')).stdout).actions).toContainEqual({
      key: 'refund',
      action: 'update',
      reason: 'changed',
    })
  })

  test.each([
    ['deactivate', ['refnd'], 'did you mean "refund"?'],
    ['activate', [], 'missing required argument'],
    ['rollback', ['refund'], 'no earlier version'],
    ['rollback', ['refund', '--to', 'xyz'], 'names no version'],
    ['promote', ['--from', 'prodction'], 'did you mean "production"?'],
    ['promote', ['--from', 'production'], 'nothing was deployed to "production"'],
  ])('%s %j is rejected with 2 and a remedy', async (command, args, message) => {
    const { run } = await place()
    await run('apply', '--env', 'staging')
    const { code, stderr } = await run(command, ...args, '--env', 'staging')
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

test('a new record replaces the old one if the service is configured that way', async () => {
  const { run, edit, answer } = await place()
  await run('apply', '--env', 'staging')
  await edit('Two weeks.')
  const replaced = await run('apply', '--env', 'staging', '--strategy', 'replace', '--format', 'ndjson')
  expect(lastEvent(replaced).scenarios).toMatchObject([
    { key: 'hours', outcome: 'unchanged' },
    { key: 'refund', done: ['create', 'publish', 'deactivate'] },
  ])
  expect(await answer('staging')).toBe('Two weeks.')
  expect((await run('plan', '--env', 'staging', '--detailed-exitcode')).code).toBe(0)
})

test('a function that the bot lacks stops the plan with its name, before anything is sent', async () => {
  const { cwd, run, bots } = await place('dependencies: { functions: [{ name: order_status }] }\n')
  const { code, stderr } = await run('plan', '--env', 'staging')
  expect(code).toBe(2)
  expect(stderr).toContain('"order_status" that "refund" needs')
  expect((await run('apply', '--env', 'staging')).code).toBe(2)
  const unasked = await scenewright(['plan', '--env', 'staging'], { cwd })
  expect(unasked.code).toBe(0)
  expect(unasked.stderr).toContain('were not checked')
  await service.post('/bot-tools', {
    bot_unique_id: bots.staging,
    name: 'order_status',
    description: 'Where an order is.',
    request_method: 'GET',
    request_url: 'https://shop.example.com/orders/{order}',
    input_schema_json: { type: 'object', properties: { order: { type: 'string' } } },
  })
  expect((await run('plan', '--env', 'staging')).code).toBe(0)
  expect((await run('apply', '--env', 'staging')).code).toBe(0)
})
