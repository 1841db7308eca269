import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { put } from '../../workspace/test/git-repository.ts'
import { editorOf } from './edit-by-hand.ts'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

const exported = (title: string, text = 'A week.') => ({
  format: 'service.bot-scenario',
  schema_version: 2,
  scenario: {
    title,
    trigger_description: `The customer asks about ${title}.`,
    examples: [`what about ${title}`, `tell me of ${title}`],
    min_confidence: 70,
    definition: {
      start_node_id: 'reply',
      nodes: [
        { id: 'reply', type: 'FIXED_REPLY', title: 'Reply', text },
        { id: 'done', type: 'END', title: 'Done' },
      ],
      edges: [{ id: 'e1', source: 'reply', target: 'done', priority: 1, condition: { type: 'ALWAYS' } }],
    },
  },
})

interface Made {
  readonly bot: string
  readonly cwd: string
  /** The ids of its records, by title. */
  readonly ids: ReadonlyMap<string, string>
  run(...args: string[]): Promise<Outcome>
  records(): Promise<number>
}

/** A bot with scenarios that were made by hand, published and on, and an empty project for it. */
async function botWith(...titles: readonly string[]): Promise<Made> {
  const created = await service.post('/bots', { name: 'Old', gpt_model: 'llm_provider_d' })
  const bot = String(created.unique_id)
  const ids = new Map<string, string>()
  for (const title of titles) {
    const made = (await service.post(`/bots/${bot}/scenarios/import`, exported(title))) as {
      readonly unique_id: string
      readonly versions: readonly [{ readonly unique_id: string }]
    }
    const [draft] = made.versions
    await service.post(`/bots/${bot}/scenarios/${made.unique_id}/versions/${draft.unique_id}/publish`, {
      activate: true,
    })
    ids.set(title, made.unique_id)
  }
  const cwd = await folderWith({
    'scenewright.config.yaml': `environments:\n  live:\n    url: ${service.url}\n    bot: ${bot}\n`,
  })
  const env = { ...service.env, USER: 'ada' }
  const authorization = `Basic ${Buffer.from(`${service.account.email}:${service.account.api_key}`).toString('base64')}`
  return {
    bot,
    cwd,
    ids,
    run: (...args) => scenewright(args, { cwd, env }),
    async records() {
      const response = await fetch(`${service.url}/api/v1/bots/${bot}/scenarios?take=100`, {
        headers: { authorization },
      })
      return ((await response.json()) as { data: unknown[] }).data.length
    },
  }
}

const idOf = ({ ids }: Made, title: string) => ids.get(title) ?? ''

test('a manually created bot is adopted from its exports, and the plan is empty', async () => {
  const titles = ['refunds', 'delivery', 'hours']
  const made = await botWith(...titles)
  const { cwd, run } = made
  put(cwd, Object.fromEntries(titles.map(title => [`exports/${title}.json`, JSON.stringify(exported(title))])))
  const rows = titles.map(title => `- { key: shop/${title}, id: ${idOf(made, title)}, document: ${title}.json }\n`)
  put(cwd, { 'exports/adopt.yaml': rows.join('') })
  const adopted = await run('adopt', '--map', 'exports/adopt.yaml', '--init')
  expect(adopted.code, adopted.stderr).toBe(0)
  expect(adopted.stderr).toContain('Adopted 3 scenarios.')
  expect(adopted.stdout).toContain('Nothing to do')
  expect(existsSync(join(cwd, 'scenarios/shop/refunds.scenario.yaml'))).toBe(true)
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 })

  const file = join(cwd, 'scenarios/shop/refunds.scenario.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('A week.', 'Two weeks.'))
  expect((await run('apply')).code).toBe(0)
  expect(await made.records()).toBe(3)
  expect((await run('state', 'log')).stdout).toContain('adopted')
})

test('a scenario that is off stays off: its source says so', async () => {
  const made = await botWith('refunds')
  const { cwd, run, bot } = made
  const id = idOf(made, 'refunds')
  await editorOf(service).switchScenario(bot, id, false)
  put(cwd, { 'refunds.json': JSON.stringify(exported('refunds')) })
  const adopted = await run('adopt', 'refunds', '--id', id, '--document', 'refunds.json', '--init')
  expect(adopted).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to do') })
  expect(readFileSync(join(cwd, 'scenarios/refunds.scenario.yaml'), 'utf8')).toMatch(/^is_active: false\ntitle: /)
  expect((await run('fmt', '--check')).code).toBe(0)
})

test.each([
  ['with renamed_from', 'renamed_from: refunds\n', 'was refunds', ''],
  ['without renamed_from', '', 'source removed', 'add `renamed_from: refunds`'],
])('a source that was moved %s is not written again', async (_how, line, planned, advice) => {
  const made = await botWith('refunds')
  const { cwd, run } = made
  const row = `- { key: refunds, id: ${idOf(made, 'refunds')}, document: refunds.json }\n`
  put(cwd, { 'refunds.json': JSON.stringify(exported('refunds')), 'adopt.yaml': row })
  expect((await run('adopt', '--map', 'adopt.yaml', '--init')).code).toBe(0)
  const file = join(cwd, 'scenarios/refunds.scenario.yaml')
  put(cwd, { 'scenarios/money/back.scenario.yaml': line + readFileSync(file, 'utf8') })
  rmSync(file)
  const again = await run('adopt', '--map', 'adopt.yaml')
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining(advice) })
  expect(again.stdout).toContain(planned)
  expect(existsSync(file)).toBe(false)
})

test('an existing source is kept, and its differences from the deployed scenario are shown', async () => {
  const made = await botWith('refunds')
  const { cwd, run } = made
  put(cwd, { 'refunds.json': JSON.stringify(exported('refunds', 'Two weeks.')) })
  expect((await run('decompile', 'refunds.json', '--out', 'scenarios/refunds.scenario.yaml')).code).toBe(0)
  const source = readFileSync(join(cwd, 'scenarios/refunds.scenario.yaml'), 'utf8')
  const adopted = await run('adopt', 'refunds', '--id', idOf(made, 'refunds'), '--init')
  expect(adopted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/~ refunds +update, publish[\s\S]*A week|Two weeks/),
  })
  expect(readFileSync(join(cwd, 'scenarios/refunds.scenario.yaml'), 'utf8')).toBe(source)
  expect((await run('apply')).code).toBe(0)
  expect(await made.records()).toBe(1)
})

test('an adopted scenario with an unpublished draft is updated only with the --overwrite that adopt names', async () => {
  const made = await botWith('refunds')
  const { cwd, run, bot } = made
  const id = idOf(made, 'refunds')
  const { definition } = exported('refunds', 'Three weeks.').scenario
  await editorOf(service).updateScenario(bot, id, { definition })
  put(cwd, { 'refunds.json': JSON.stringify(exported('refunds')) })
  const adopted = await run('adopt', 'refunds', '--id', id, '--document', 'refunds.json', '--init')
  const remedy = ['apply', '--overwrite', 'refunds']
  expect(adopted).toMatchObject({ code: 0, stderr: expect.stringContaining(`scenewright ${remedy.join(' ')}`) })
  const file = join(cwd, 'scenarios/refunds.scenario.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('A week.', 'Two weeks.'))
  expect((await run('apply')).code).toBe(5)
  expect((await run(...remedy)).code).toBe(0)
})

test('drift compares the export of an adopted scenario, also before a deploy has published it', async () => {
  const made = await botWith('refunds')
  put(made.cwd, { 'exports/cost.json': JSON.stringify(exported('refunds')) })
  const args = ['--id', idOf(made, 'refunds'), '--document', 'exports/cost.json', '--init', '--unverified']
  expect((await made.run('adopt', 'shop/refunds', ...args)).code).toBe(0)
  for (const rest of [['exports'], ['exports/cost.json'], ['exports/cost.json', '--key', 'shop/refunds']]) {
    const { code, stdout, stderr } = await made.run('drift', '--from-export', ...rest)
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringMatching(/^nothing differs .*\n$/)])
  }
  put(made.cwd, { 'exports/cost.json': JSON.stringify(exported('refunds', 'Two weeks.')) })
  const { code, stdout, stderr } = await made.run('drift', '--from-export', 'exports')
  expect([code, stdout]).toEqual([1, expect.stringContaining('"reply" says: [-A week-]{+Two weeks+}')])
  expect(stderr).toContain('scenewright decompile exports/cost.json --out scenarios/shop/refunds.scenario.yaml --force')
  expect(stderr).not.toContain('scenewright adopt')
})

test('adopted scenarios are reported to programs, with the id as the service spells it', async () => {
  const made = await botWith('refunds')
  put(made.cwd, { 'refunds.json': JSON.stringify(exported('refunds')) })
  const id = idOf(made, 'refunds').toUpperCase()
  const args = ['--id', id, '--document', 'refunds.json', '--init', '--format', 'json']
  const adopted = await made.run('adopt', 'refunds', ...args)
  expect(adopted.code, adopted.stderr).toBe(0)
  expect(JSON.parse(adopted.stdout)).toEqual({
    environment: 'live',
    adopted: [{ key: 'refunds', id: idOf(made, 'refunds') }],
    written: ['scenarios/refunds.scenario.yaml'],
    actions: [{ key: 'refunds', action: 'none', reason: 'unchanged' }],
  })
  expect((await made.run('status')).stdout).toContain(idOf(made, 'refunds'))
})

test('impossible adoptions are rejected, and nothing is written', async () => {
  const made = await botWith('refunds', 'hours')
  const other = await botWith('delivery')
  const { cwd, run } = made
  for (const title of ['refunds', 'hours']) put(cwd, { [`${title}.json`]: JSON.stringify(exported(title)) })
  const document = ['--document', 'hours.json']
  const first = ['adopt', 'refunds', '--id', idOf(made, 'refunds'), '--document', 'refunds.json', '--init']
  expect((await run(...first)).code).toBe(0)
  const refused = async (code: number, said: RegExp, ...args: string[]) => {
    const outcome = await run('adopt', ...args)
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(said) })
  }
  await refused(2, /the bot has no scenario .*"hours"/, 'hours', '--id', idOf(other, 'delivery'), ...document)
  await refused(2, /the bot has no scenario/, 'hours', '--id', '4f0c2d0e-0000-4000-8000-000000000000', ...document)
  await refused(5, /already belongs to "refunds"/, 'hours', '--id', idOf(made, 'refunds'), ...document)
  await refused(5, /already belongs to "refunds"/, 'hours', '--id', idOf(made, 'refunds').toUpperCase(), ...document)
  await refused(5, /"refunds" is the record/, 'refunds', '--id', idOf(made, 'hours'))
  await refused(2, /"hours" has no source[\s\S]*--document/, 'hours', '--id', idOf(made, 'hours'))
  await refused(2, /is not a valid key/, '../../evil', '--id', idOf(made, 'hours'))
  await refused(2, /adopt takes a key and --id, or --map/, 'hours')
  await refused(2, /adopt takes a key and --id, or --map/, 'hours', '--map', 'adopt.yaml')
  for (const [text, said] of [
    ['key: a', /it is not a list/],
    ['- { key: a }', /item 1 lacks a key or an id/],
    ['- { key: a, id: b, file: c }', /item 1 has the unknown field "file"/],
    ['- [', /is not YAML/],
    ['- { key: a, id: b, document: gone.json }', /gone.json/],
  ] as const) {
    put(cwd, { 'adopt.yaml': `${text}\n` })
    await refused(2, said, '--map', 'adopt.yaml')
  }
  expect(existsSync(join(cwd, 'scenarios/hours.scenario.yaml'))).toBe(false)
  expect((await run('plan', '--detailed-exitcode')).code).toBe(0)
})

test('if one of several exports has an error, no source is written and nothing is adopted', async () => {
  const made = await botWith('refunds', 'hours')
  const { cwd, run } = made
  const { scenario, ...hours } = exported('hours')
  const cutOff = { ...scenario, definition: { ...scenario.definition, edges: [] } }
  put(cwd, {
    'refunds.json': JSON.stringify(exported('refunds')),
    'hours.json': JSON.stringify({ ...hours, scenario: cutOff }),
    'adopt.yaml': ['refunds', 'hours']
      .map(title => `- { key: ${title}, id: ${idOf(made, title)}, document: ${title}.json }\n`)
      .join(''),
  })
  const refused = await run('adopt', '--map', 'adopt.yaml', '--init')
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('graph/dead-end') })
  expect(refused.stderr).toContain('Nothing was adopted, and no source was written.')
  expect(existsSync(join(cwd, 'scenarios'))).toBe(false)
  put(cwd, { 'hours.json': JSON.stringify(exported('hours')) })
  expect(await run('adopt', '--map', 'adopt.yaml')).toMatchObject({ code: 0 })
  expect(await made.records()).toBe(2)
})

test('a source with another key where the new one belongs is kept', async () => {
  const made = await botWith('refunds')
  const { cwd, run } = made
  put(cwd, { 'refunds.json': JSON.stringify(exported('refunds')) })
  expect((await run('decompile', 'refunds.json', '--out', 'scenarios/refunds.scenario.yaml')).code).toBe(0)
  const file = join(cwd, 'scenarios/refunds.scenario.yaml')
  const source = `key: money/refunds\n${readFileSync(file, 'utf8')}`
  writeFileSync(file, source)
  const args = ['--id', idOf(made, 'refunds'), '--document', 'refunds.json', '--init']
  const refused = await run('adopt', 'refunds', ...args)
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('exists, but its key is not "refunds"') })
  expect(readFileSync(file, 'utf8')).toBe(source)
})

test('many scenarios are adopted with one request each, and no create', async () => {
  const titles = Array.from({ length: byTier({ once: 40, full: 200 }) }, (_, index) => `topic-${index}`)
  const made = await botWith(...titles)
  const row = (title: string) => `- { key: ${title}, id: ${idOf(made, title)}, document: ${title}.json }\n`
  put(made.cwd, { 'adopt.yaml': titles.map(row).join('') })
  put(made.cwd, Object.fromEntries(titles.map(title => [`${title}.json`, JSON.stringify(exported(title))])))
  const adopted = await made.run('adopt', '--map', 'adopt.yaml', '--init')
  expect(adopted.code, adopted.stderr).toBe(0)
  expect(adopted.stdout).toContain('Nothing to do')
  expect(JSON.parse((await made.run('state', 'show', '--format', 'json')).stdout).serial).toBe(2)
})
