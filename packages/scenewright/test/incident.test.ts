import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { put } from '../../workspace/test/git-repository.ts'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

const source = (key: string) => `scenarios/${key}.scenario.yaml`
const scenario = (title: string, text = 'A week.') => `title: ${title}
trigger_description: The customer asks about ${title}.
examples: [what about ${title}]
flow: { nodes: { reply: { text: ${text}, next: done }, done: END } }
`

/** A project with so many scenarios, deployed. */
async function deployed(number: number) {
  const { unique_id: bot } = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  const keys = Array.from({ length: number }, (_, index) => `s${index}`)
  const cwd = await folderWith({
    'scenewright.config.yaml': `environments:\n  live:\n    url: ${service.url}\n    bot: ${bot}\n`,
    ...Object.fromEntries(keys.map(key => [source(key), scenario(key)])),
  })
  const run = (...args: string[]): Promise<Outcome> => scenewright(args, { cwd, env: { ...service.env, USER: 'ada' } })
  expect((await run('apply', '--init')).code).toBe(0)
  return { cwd, keys, run }
}

test('an incident: deactivated and held, shown by plan and status, ignored by apply, released', async () => {
  const { cwd, run } = await deployed(2)
  for (const reason of ['wrong\nprice', ' ']) {
    expect(await run('deactivate', 's0', '--hold', reason, '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--hold needs a reason of one line'),
    })
  }
  const held = await run('deactivate', 's0', '--hold', 'wrong price', '--yes')
  expect(held).toMatchObject({ code: 0, stdout: expect.stringContaining('done') })
  expect(held.stderr).not.toContain('follows the sources')
  writeFileSync(join(cwd, source('s0')), scenario('s0', 'Two weeks.'))

  const plan = await run('plan')
  expect(plan.stdout).toMatch(
    /! s0 +held by ada since \S+: wrong price; `scenewright release s0 --env live` ends the hold\n/,
  )
  expect(plan.stdout).toContain('1 held.')
  expect(JSON.parse((await run('plan', '--format', 'json')).stdout).actions).toContainEqual({
    key: 's0',
    action: 'none',
    reason: 'held',
  })
  expect((await run('status')).stdout).toMatch(/off +s0 .*held since \S+ by ada: wrong price/)
  expect((await run('state', 'log')).stdout).toMatch(/held +s0 +wrong price/)
  const applied = await run('apply')
  expect(applied.code).toBe(0)
  expect(applied.stdout).toMatch(
    /^held +s0 +\n +held by ada since \S+: wrong price\n +help: `scenewright release s0 --env live`/,
  )
  expect(applied.stdout).toContain('Applied: 1 unchanged, 1 held.')
  const events = (await run('apply', '--format', 'ndjson')).stdout.trim().split('\n')
  const { counts, scenarios } = JSON.parse(events.at(-1) ?? '')
  expect(counts).toMatchObject({ unchanged: 2, held: 1 })
  expect(scenarios[0]).toMatchObject({ key: 's0', outcome: 'unchanged', reason: 'held' })
  expect((await run('status')).stdout).toMatch(/off +s0/)
  expect(await run('activate', 's0')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('scenewright release s0'),
  })

  expect(await run('release', 's1')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not held') })
  expect((await run('release', 's0')).code).toBe(0)
  expect((await run('apply')).code).toBe(0)
  expect((await run('status')).stdout).toMatch(/on +s0/)
})

test('a switch says what the sources must have for the next apply to keep it, also if they have it already', async () => {
  const { run } = await deployed(1)
  const next = 'The next `scenewright apply` follows the sources: to keep this, they'
  expect((await run('activate', 's0')).stderr).toContain(`${next} must not have \`is_active: false\`.\n`)
  expect((await run('deactivate', 's0')).stderr).toContain(`${next} must have \`is_active: false\`.\n`)
})

test('activating a scenario without a source says to restore the source', async () => {
  const { cwd, run } = await deployed(2)
  rmSync(join(cwd, source('s0')))
  expect((await run('apply', '--yes')).code).toBe(0)
  const activated = await run('activate', 's0', '--yes')
  expect(activated).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('The source of "s0" was removed: restore it'),
  })
  expect(activated.stderr).not.toContain('is_active')
  expect((await run('plan')).stdout).toMatch(/- s0 +deactivate/)
})

test('a key from before a rename is accepted, and the answers name the present key', async () => {
  const { cwd, run } = await deployed(1)
  rmSync(join(cwd, source('s0')))
  writeFileSync(join(cwd, source('new')), `renamed_from: s0\n${scenario('s0', 'Two weeks.')}`)
  expect((await run('apply')).code).toBe(0)
  expect(await run('deactivate', 's0', '--hold', 'wrong price')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('- new'),
  })
  expect(await run('state', 'show', 's0')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^new\n/) })
  expect(await run('release', 's0')).toMatchObject({ code: 0, stderr: expect.stringContaining('Released: "new".') })
  expect(await run('activate', 's0')).toMatchObject({ code: 0, stdout: expect.stringContaining('new') })
  expect(await run('rollback', 's0')).toMatchObject({ code: 0, stdout: expect.stringContaining('~ new') })
})

test('a held rollback is not undone by the next apply', async () => {
  const { cwd, run } = await deployed(1)
  writeFileSync(join(cwd, source('s0')), scenario('s0', 'Two weeks.'))
  expect((await run('apply')).code).toBe(0)
  expect((await run('rollback', 's0', '--hold', 'wrong text')).code).toBe(0)
  expect((await run('plan')).stdout).toContain('held by ada')
  expect((await run('release', 's0')).code).toBe(0)
  expect((await run('plan')).stdout).toContain('1 update')
})

test('plan and apply accept keys, and do not change the others', async () => {
  const { cwd, run } = await deployed(3)
  for (const key of ['s0', 's1']) writeFileSync(join(cwd, source(key)), scenario(key, 'Two weeks.'))
  rmSync(join(cwd, source('s2')))
  writeFileSync(join(cwd, source('new')), scenario('new'))
  expect((await run('plan', 's0', 's2')).stdout).toContain('Plan: 1 update, 1 deactivate.')
  expect((await run('apply', 's0', 's2')).code).toBe(0)
  expect((await run('plan')).stdout).toContain('Plan: 1 create, 1 update.')
  const unknown = await run('apply', 's9')
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "s0"?') })
  expect((await run('plan', 'new', '--out', 'new.json')).code).toBe(0)
  expect((await run('apply', 'new.json')).code).toBe(0)
  expect((await run('plan')).stdout).toContain('Plan: 1 update.')
  expect((await run('apply', 'not-there.json')).code).toBe(2)
})

test('more deactivations than reviewed are rejected: 2', async () => {
  const { cwd, keys, run } = await deployed(5)
  const gone = keys.slice(0, 4)
  for (const key of gone) rmSync(join(cwd, source(key)))
  const refused = await run('apply')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(
    /4 scenarios would be deactivated, but the limit of one deploy is 3[\s\S]*--max-deactivations 4/,
  )
  expect((await run('plan', '--out', 'plan.json')).stderr).toContain('4 scenarios would be deactivated')
  expect((await run('apply', 'plan.json')).code).toBe(2)
  appendFileSync(join(cwd, 'scenewright.config.yaml'), '    max_deactivations: 4\n')
  expect((await run('apply', '--max-deactivations', '3')).code).toBe(2)
  expect((await run('apply')).code).toBe(0)
  expect((await run('deactivate', 's4')).code).toBe(0)
})

test('a whole deploy is rolled back by its run', async () => {
  const { cwd, run } = await deployed(3)
  const runs = async () => {
    const log: { run: string }[] = JSON.parse((await run('state', 'log', '--format', 'json')).stdout)
    return [...new Set(log.map(entry => entry.run))]
  }
  const texts = async () => {
    const { stdout } = await run('diff', '--against', 'deployed:live', '--format', 'json')
    return JSON.parse(stdout).scenarios.map(({ key, change }: { key: string; change: string }) => `${key} ${change}`)
  }
  const [first = ''] = await runs()
  for (const key of ['s0', 's1']) writeFileSync(join(cwd, source(key)), scenario(key, 'Two weeks.'))
  rmSync(join(cwd, source('s2')))
  put(cwd, { [source('new')]: scenario('new') })
  expect((await run('apply')).code).toBe(0)
  put(cwd, { [source('s1')]: scenario('s1', 'Three weeks.') })
  expect((await run('apply')).code).toBe(0)
  expect(await texts()).toEqual([])

  const back = await run('rollback', '--to', first, '--hold', 'all wrong', '--yes')
  expect(back.code, back.stderr).toBe(0)
  const status = (await run('status')).stdout
  for (const [key, isOn] of [
    ['s0', true],
    ['s1', true],
    ['s2', true],
    ['new', false],
  ] as const) {
    expect(status).toMatch(new RegExp(`${isOn ? 'on' : 'off'} +${key} .*held`))
  }
  expect((await run('apply')).code).toBe(0)
  expect((await run('rollback', '--to', first)).stdout).toContain('3 unchanged')

  expect(await run('rollback')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--to with a commit or a run'),
  })
  expect(await run('rollback', '--to', 'nothing')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the last deploys: '),
  })
})
