import { readFileSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { put } from '../../../workspace/test/git-repository.ts'
import { type LocalService, localService } from '../local-service.ts'
import { folderWith, scenewright } from '../run.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

const configFile = 'scenewright.config.yaml'
const source = (key: string) => `scenarios/${key}.scenario.yaml`
const scenario = (title: string, text = 'At 9.', more = '') => `title: ${title}
${more}trigger_description: The customer asks about ${title}.
examples: [what about ${title}]
flow: { nodes: { reply: { text: ${text}, next: done }, done: END } }
`

/** A project whose state is lost: one scenario was changed, one renamed, one removed, one is off. */
async function lost() {
  const { unique_id: bot } = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  const cwd = await folderWith({
    [configFile]: `environments:\n  live:\n    url: ${service.url}\n    bot: ${bot}\n`,
    ...Object.fromEntries(['changed', 'old', 'gone', 'off'].map(key => [source(key), scenario(key)])),
  })
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  expect((await run('apply', '--init')).code).toBe(0)
  await rm(join(cwd, source('old')))
  await rm(join(cwd, source('gone')))
  put(cwd, {
    [source('changed')]: scenario('changed', 'At 8.'),
    [source('new')]: scenario('old', 'At 7.', 'renamed_from: old\n'),
    [source('off')]: scenario('off', 'At 9.', 'is_active: false\n'),
  })
  expect((await run('apply')).code).toBe(0)
  await copyFile(join(cwd, '.scenewright/receipts/live.ndjson'), join(cwd, 'receipts.ndjson'))
  await rm(join(cwd, '.scenewright'), { recursive: true })
  return { cwd, run }
}

test('a lost state is rebuilt from receipts, and nothing is created twice', async () => {
  const { cwd, run } = await lost()
  expect((await run('apply')).code).toBe(5)
  const rebuilt = await run('state', 'rebuild', '--receipts', 'receipts.ndjson')
  expect(rebuilt.code, rebuilt.stderr).toBe(0)
  expect(rebuilt.stderr).toContain('has 4 scenarios again')
  const { actions } = JSON.parse((await run('plan', '--format', 'json')).stdout)
  expect(actions.filter(({ action }: { action: string }) => action !== 'none')).toEqual([])
  expect((await run('status')).stdout).toMatch(/off +gone [\s\S]*on +new [\s\S]*off +off /)
  put(cwd, { [source('new')]: scenario('old', 'At 6.') })
  expect((await run('apply')).stdout).toMatch(/done +new +update, publish/)
  expect(readFileSync(join(cwd, configFile), 'utf8')).toContain('lineage: ')
})

test('a record that was deleted meanwhile is left out, and the others keep their keys', async () => {
  const { cwd, run } = await lost()
  const receipts = readFileSync(join(cwd, 'receipts.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const [{ bot, remote_id }] = receipts.filter(({ key }) => key === 'changed')
  const { email, api_key } = service.account
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  const path = `/api/v1/bots/${bot}/scenarios/${remote_id}`
  expect((await fetch(`${service.url}${path}`, { method: 'DELETE', headers: { authorization } })).status).toBe(200)
  const rebuilt = await run('state', 'rebuild', '--receipts', 'receipts.ndjson')
  expect(rebuilt.code, rebuilt.stderr).toBe(0)
  expect(rebuilt.stderr).toContain('has 3 scenarios again')
  expect(rebuilt.stderr).toContain('no longer has the records of: "changed"')
  const { actions } = JSON.parse((await run('plan', '--format', 'json')).stdout)
  const changes = actions.filter(({ action }: { action: string }) => action !== 'none')
  expect(changes).toMatchObject([{ key: 'changed', action: 'create' }])
})

test('a machine that has seen the lost state continues with the one rebuilt elsewhere', async () => {
  const { cwd, run } = await lost()
  expect((await run('state', 'rebuild', '--receipts', 'receipts.ndjson')).code).toBe(0)
  const { lineage } = JSON.parse((await run('state', 'show', '--format', 'json')).stdout)
  const receipts = readFileSync(join(cwd, 'receipts.ndjson'), 'utf8').trim().split('\n')
  const serials = receipts.map(line => JSON.parse(line).serial)
  const seen = { lineage, serial: Math.max(...serials) + 100 }
  put(cwd, { '.scenewright/receipts/live.seen.json': JSON.stringify(seen) })
  expect(await run('plan')).toMatchObject({ code: 0 })
})

test('unusable receipts are rejected', async () => {
  const { cwd, run } = await lost()
  put(cwd, {
    'empty.ndjson': '\n',
    'other.ndjson': readFileSync(join(cwd, 'receipts.ndjson'), 'utf8').replaceAll('"lineage":"', '"lineage":"x'),
  })
  for (const file of ['empty.ndjson', 'other.ndjson']) {
    expect(await run('state', 'rebuild', '--receipts', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('contain no record of "live"'),
    })
  }
  expect((await run('state', 'rebuild', '--receipts', 'gone.ndjson')).code).toBe(2)
  expect((await run('state', 'rebuild')).code).toBe(2)
  expect((await run('state', 'rebuild', '--receipts', 'receipts.ndjson')).code).toBe(0)
  expect(await run('state', 'rebuild', '--receipts', 'receipts.ndjson')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('a state already exists'),
  })
})
