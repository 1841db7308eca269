import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { terraformServer } from '../../../deployer/test/servers/terraform-state.ts'
import { put } from '../../../workspace/test/git-repository.ts'
import { scenewright } from '../run.ts'
import { bot, config, payload, payloadHash, stateFiles, stateProject } from './project.ts'

const source = 'title: A\ntrigger_description: One\nexamples: [One]\nflow: { nodes: { end: END } }\n'

async function deployed(more: object = {}) {
  const project = await stateProject(config())
  put(project.cwd, stateFiles(more))
  return project
}

test('status shows the commit of what is deployed', async () => {
  const { cwd } = await deployed()
  const { stdout } = await scenewright(['status', '--env', 'prod'], { cwd })
  expect(stdout).toContain('published 2030-01-01T00:09:00.000Z (commit c0ffee1)')
})

test('state show lists the contents of the state', async () => {
  const { run } = await deployed()
  const { code, stdout } = await run('show')
  expect(code).toBe(0)
  expect(stdout.split('\n').map(line => line.trimEnd())).toEqual([
    `prod (bot ${bot}, https://bots.example.com)`,
    expect.stringContaining('.scenewright/state/prod.json'),
    'lineage   lineage-1',
    'serial    42, written by 0.1.0',
    '',
    `billing/refund  on; published 2030-01-01T00:09:00.000Z (${payloadHash.slice(0, 12)}); 1 version before; record-1`,
    'faq/delivery    off; not published; record-2',
    '',
    '2 scenarios',
    '',
  ])
})

test('state show of one scenario lists its versions', async () => {
  const { run } = await deployed()
  const { stdout } = await run('show', 'billing/refund')
  expect(stdout).toContain('published 2030-01-01T00:09:00.000Z, version v2')
  expect(stdout).toContain('before    2030-01-01T00:08:00.000Z, version v1')
  expect(JSON.parse((await run('show', 'billing/refund', '--format', 'json')).stdout)).toMatchObject({
    key: 'billing/refund',
    remote_id: 'record-1',
  })
})

test('state show of an unknown key: 2, and a suggestion', async () => {
  const { run } = await deployed()
  expect(await run('show', 'billing/refnud')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "billing/refund"?'),
  })
  expect((await run('show', 'toString')).code).toBe(2)
})

test('before the first apply, show says so and log is empty', async () => {
  const { run } = await stateProject(config())
  expect(await run('show')).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing applied yet') })
  expect(await run('show', '--format', 'json')).toMatchObject({ code: 0, stdout: 'null\n' })
  expect(await run('log')).toMatchObject({ code: 0, stdout: '' })
})

test('state log includes archived entries, newest first', async () => {
  const { run } = await deployed()
  const { stdout } = await run('log', '--format', 'ndjson')
  const events: { what: string }[] = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events.map(({ what }) => what)).toEqual(['switched-on', 'updated', 'published', 'created'])
})

test('state log of one scenario, and only the newest', async () => {
  const { run } = await deployed()
  const { stdout } = await run('log', '--key', 'a', '-n', '2', '--format', 'json')
  expect(JSON.parse(stdout).map(({ run: id }: { run: string }) => id)).toEqual(['run-4', 'run-2'])
  expect((await run('log', '-n', '1')).stdout).toMatch(/^2030-01-01T00:04:00.000Z {2}run-4 +switched-on +a\n$/)
})

test.each([
  ['the present key', 'help/refund', ['run-5', 'run-4', 'run-3', 'run-1']],
  ['a former key that nothing has now', 'faq/refund', ['run-5', 'run-4', 'run-3', 'run-1']],
  ['a former key that another scenario has now', 'refund', ['run-6', 'run-3', 'run-1']],
])('state log shows the events of a renamed scenario, by %s', async (_what, key, runs) => {
  const entry = (number: number, more: object) => ({
    at: `2030-01-01T00:0${number}:00.000Z`,
    run: `run-${number}`,
    ...more,
  })
  const entries = [
    entry(1, { key: 'refund', what: 'created' }),
    entry(2, { key: 'other', what: 'created' }),
    entry(3, { key: 'faq/refund', what: 'renamed', from: 'refund' }),
    entry(4, { key: 'faq/refund', what: 'published' }),
    entry(5, { key: 'help/refund', what: 'renamed', from: 'faq/refund' }),
    entry(6, { key: 'refund', what: 'created' }),
  ]
  const known = { is_active: false, history: [] }
  const { run } = await deployed({
    journal: { entries },
    scenarios: { 'help/refund': { ...known, former_keys: ['faq/refund', 'refund'] }, refund: known },
  })
  const { stdout } = await run('log', '--key', key, '--format', 'json')
  expect(JSON.parse(stdout).map(({ run: id }: { run: string }) => id)).toEqual(runs)
})

test('state log of a scenario without events says so', async () => {
  const { run } = await deployed({ scenarios: { 'billing/refund': { is_active: false, history: [] } } })
  expect(await run('log', '--key', 'biling/refund')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'There are no events of "biling/refund"; did you mean "billing/refund"?\n',
  })
})

test('the contents of a state cannot move the cursor', async () => {
  const journal = { entries: [{ at: '2030-01-01T00:00:00.000Z', run: 'r', key: '\u001b[2Jx', what: 'created' }] }
  const { run } = await deployed({ journal, scenarios: { '\u001b[2Jx': { is_active: false, history: [] } } })
  expect((await run('show')).stdout + (await run('log')).stdout).not.toContain('\u001b')
})

test('state export contains the state, the payloads, and the whole journal', async () => {
  const { run } = await deployed()
  const { code, stdout } = await run('export')
  const { state, payloads } = JSON.parse(stdout)
  expect({
    code,
    serial: state.serial,
    payload: payloads[payloadHash],
    payloads: Object.keys(payloads).length,
  }).toEqual({
    code: 0,
    serial: 42,
    payload,
    payloads: 3,
  })
})

test.each([
  ['status'],
  ['drift'],
  ['diff', '--against', 'deployed:prod'],
  ['promote', '--from', 'prod', '--env', 'other'],
  ['rollback', 'billing/refund'],
  ['deactivate', 'billing/refund'],
  ['release', 'billing/refund'],
  ['resolve', 'billing/refund', '--not-created'],
])('%s: 5 for a state that is older than one that this machine has seen', async (...args) => {
  const { cwd } = await deployed()
  const other = '  other:\n    url: https://bots.example.com\n    bot: 7c9e6679-0000-4000-8000-000000000000\n'
  put(cwd, {
    'scenewright.config.yaml': config('', other),
    'scenarios/a.scenario.yaml': source,
    '.scenewright/receipts/prod.seen.json': '{"lineage":"lineage-1","serial":43}',
  })
  const call = args.includes('--env') || args[0] === 'diff' ? args : [...args, '--env', 'prod']
  const { code, stderr } = await scenewright(call, { cwd })
  expect([code, stderr]).toEqual([5, expect.stringContaining('the serial 42, but this machine has seen 43')])
})

test('no report replaces a state, and a backup replaces a backup', async () => {
  const { cwd, run } = await deployed()
  put(cwd, { 'scenarios/a.scenario.yaml': source })
  const path = '.scenewright/state/prod.json'
  const before = readFileSync(join(cwd, path), 'utf8')
  for (const args of [['state', 'export'], ['plan'], ['lab']]) {
    const { code, stderr } = await scenewright([...args, '--out', path], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining(`"${path}" is the state of an environment`)])
  }
  expect(readFileSync(join(cwd, path), 'utf8')).toBe(before)
  expect([(await run('export', '--out', 'a.json')).code, (await run('export', '--out', 'a.json')).code]).toEqual([0, 0])
})

test('state export names missing payloads, and continues', async () => {
  const { run } = await deployed({
    scenarios: {
      a: {
        is_active: true,
        history: [{ payload_hash: 'b'.repeat(64), version_id: 'v', at: '2030-01-01T00:00:00.000Z', activated: true }],
      },
    },
  })
  expect(await run('export')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^1 payload is missing or damaged: .*\n {2}bbbbbbbbbbbb {2}a\n/),
  })
})

test('state export without a state: 5', async () => {
  expect((await (await stateProject(config())).run('export')).code).toBe(5)
})

test('a plan, the status and the log need only read access', async () => {
  const server = await terraformServer()
  const { cwd, run } = await stateProject(
    config(
      `{ type: http, url: "${server.url}/state", lock_url: "${server.url}/state/lock", lock_method: POST, unlock_method: DELETE }`,
    ),
  )
  expect((await run('init')).code).toBe(0)
  const title = 'title: A\ntrigger_description: The customer asks for A.\n'
  put(cwd, { 'scenarios/a.scenario.yaml': `${title}flow: { nodes: { a: { text: Yes., next: done }, done: END } }\n` })
  server.before = ({ method }) => (method === 'GET' ? undefined : { status: 403 })
  for (const args of [['plan'], ['status'], ['state', 'show'], ['state', 'log']]) {
    const outcome = await scenewright(args, { cwd })
    expect(outcome.code, outcome.stderr).toBe(0)
  }
  expect(await run('export', '--out', 'state.json')).toMatchObject({ code: 0 })
})
