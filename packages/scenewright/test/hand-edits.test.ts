import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startFaultProxy } from '../../deployer/test/crash/fault-proxy.ts'
import { afterFile } from './clean-up.ts'
import { editByHand, editorOf, shown } from './edit-by-hand.ts'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

const source = (key: string) => `scenarios/${key}.scenario.yaml`
const scenario = (key: string, text: string) => `title: Title of ${key}
trigger_description: The customer asks about ${key}.
examples: [what about ${key}]
flow: { nodes: { reply: { text: ${text}, next: done }, done: END } }
`

interface Place {
  readonly service: LocalService
  readonly bot: string
  write(key: string, text: string): void
  remove(key: string): void
  id(key: string): string
  run(...args: string[]): Promise<Outcome>
}

let place: Place
beforeAll(async () => {
  const service = await localService()
  const { unique_id } = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  const cwd = await folderWith({
    'scenewright.config.yaml': `environments:\n  live:\n    url: ${service.url}\n    bot: ${unique_id}\n`,
    ...Object.fromEntries(['a', 'b', 'c'].map(key => [source(key), scenario(key, 'A week.')])),
  })
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  expect((await run('apply', '--init')).code).toBe(0)
  const { scenarios } = JSON.parse(readFileSync(join(cwd, '.scenewright/state/live.json'), 'utf8'))
  place = {
    service,
    bot: String(unique_id),
    write: (key, text) => writeFileSync(join(cwd, source(key)), scenario(key, text)),
    remove: key => rmSync(join(cwd, source(key))),
    id: key => scenarios[key].remote_id,
    run,
  }
})

const runningText = async (key: string) => {
  const { versions } = await shown(place.service, place.bot, place.id(key))
  return JSON.stringify(versions.find(({ status }) => status === 'PUBLISHED')?.definition)
}

test('a manual edit is shown with its difference, kept, and overwritten on request', async () => {
  const { run, write, service, bot, id } = place
  expect(await run('drift')).toMatchObject({ code: 0, stdout: '' })
  await editByHand(service, { bot, scenario: id('a') }, ['A week.', 'A month.'])

  const drifted = await run('drift', '--env', 'live')
  expect(drifted).toMatchObject({ code: 1, stdout: expect.stringContaining('A [-week-]{+month+}.') })
  expect(drifted.stderr).toContain('a: another version is published')
  expect(drifted.stderr).toContain('scenewright apply --overwrite <key>')

  expect((await run('plan')).stdout).toContain('Not refreshed')
  const plan = await run('plan', '--refresh')
  expect(plan.code).toBe(5)
  expect(plan.stdout).toContain('! a  edited by hand on the service: another version is published')
  expect(plan.stdout).toContain('A [-week-]{+month+}.')
  expect(plan.stdout).toContain('= 2 unchanged\n\n1 edited by hand.')
  const actions = JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout).actions
  expect(actions).toContainEqual({ key: 'a', action: 'none', reason: 'edited-by-hand' })

  write('a', 'Two weeks.')
  write('b', 'Two weeks.')
  const refused = await run('apply', '--yes')
  expect(refused.code).toBe(5)
  expect(refused.stdout).toMatch(
    /conflict +a +\n +"a" was edited by hand on the service: another version is published\n/,
  )
  expect(refused.stdout).toContain('--overwrite a')
  expect(refused.stdout).toContain('Edited by hand on the service:\n! a\n')
  expect(refused.stdout).toContain('A [-week-]{+month+}.')
  expect(await runningText('a')).toContain('A month.')
  expect(await runningText('b')).toContain('Two weeks.')

  expect(await run('apply', '--yes', '--overwrite', 'aa')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "a"?'),
  })
  const overwriting = await run('plan', '--overwrite', 'a')
  expect(overwriting).toMatchObject({ code: 0, stdout: expect.stringContaining('1 update') })
  expect((await run('apply', '--yes', '--overwrite', 'a')).code).toBe(0)
  expect(await runningText('a')).toContain('Two weeks.')
  expect((await run('drift')).code).toBe(0)
})

test('a manual switch is kept, and programs see the edit', async () => {
  const { run, write, service, bot, id } = place
  await editorOf(service).switchScenario(bot, id('c'), false)
  write('c', 'Two weeks.')
  const refused = await run('apply', '--yes', '--format', 'json')
  expect(refused.code).toBe(5)
  const [{ outcome, edited }] = JSON.parse(refused.stdout).scenarios.filter(({ key }: { key: string }) => key === 'c')
  expect([outcome, edited.kinds]).toEqual(['conflict', ['switched-off']])
  const drifted = await run('drift', '--format', 'json')
  expect(drifted.code).toBe(1)
  const { scenarios } = JSON.parse(drifted.stdout)
  expect(
    scenarios.map(({ key, changes }: { key: string; changes: { kind: string }[] }) => [key, changes[0]?.kind]),
  ).toEqual([['c', 'scenario-switched-off']])
  expect((await run('rollback', 'b', '--yes')).code).toBe(0)
  write('c', 'A week.')
  expect((await run('apply', 'c', '--yes', '--overwrite', 'c')).code).toBe(0)
  expect((await shown(service, bot, id('c'))).is_active).toBe(true)
})

test('a scenario without a source that somebody switched on is in the output for programs too', async () => {
  const { run, service, bot, id, remove } = place
  remove('c')
  expect((await run('apply', '--yes')).code).toBe(0)
  await editorOf(service).switchScenario(bot, id('c'), true)
  const drifted = await run('drift', '--format', 'json')
  expect(drifted).toMatchObject({ code: 1, stderr: expect.stringContaining('c: switched on; its source was removed') })
  const [found] = JSON.parse(drifted.stdout).scenarios
  expect(found).toMatchObject({ key: 'c', changes: [{ kind: 'scenario-switched-on' }] })
})

test('scenarios with an open request are listed, because they cannot be fully compared', async () => {
  const { service } = place
  const { unique_id } = await service.post('/bots', { name: 'Lost', gpt_model: 'llm_provider_d' })
  const proxy = await startFaultProxy(service.url)
  afterFile(() => proxy.close())
  proxy.of(String(unique_id)).planned = new Map([
    ['create', ['a reset, done']],
    ['publish', ['a reset, done']],
  ])
  const cwd = await folderWith({
    'scenewright.config.yaml': `environments:\n  live:\n    url: ${proxy.url}\n    bot: ${unique_id}\n`,
    ...Object.fromEntries(['a', 'b', 'c'].map(key => [source(key), scenario(key, 'A week.')])),
  })
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  expect((await run('apply', '--init', '--concurrency', '1')).code).toBe(4)
  const { code, stdout, stderr } = await run('drift')
  expect({ code, stdout }, stderr).toEqual({ code: 4, stdout: '' })
  expect(stderr).toMatch(/Not fully compared.*\n {2}a: create\n {2}b: publish\n$/)
})

test('reading needs credentials, and --key an export', async () => {
  const cwd = await folderWith({
    'scenewright.config.yaml': 'environments:\n  live:\n    url: http://127.0.0.1:9\n    bot: some-bot\n',
    [source('a')]: scenario('a', 'A week.'),
  })
  const run = (...args: string[]) => scenewright(args, { cwd, env: {} })
  expect(await run('drift', '--key', 'a')).toMatchObject({ code: 2, stderr: expect.stringContaining('--from-export') })
  expect(await run('drift')).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing was deployed') })
  expect((await place.run('plan', '--refresh', '--env', 'nowhere')).code).toBe(2)
})
