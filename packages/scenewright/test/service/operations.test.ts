import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { shortLived } from '../../../../test/short-lived.ts'
import { sharedCluster, withoutPostgres } from '../../../service/test/support/postgres-cluster.ts'
import { until } from '../../../service/test/support/receiver.ts'
import { ended, startLocalService } from '../local-service.ts'
import { canMakeTerminal, keys, onTerminal } from '../on-terminal.ts'
import { bin, folderWith, scenewright } from '../run.ts'

const account = ['--email', 'me@example.com']

/** Calls `service` on a new database: on PostgreSQL where there is one, which takes less processor time. */
async function onNewDatabase(cwd: string) {
  const place = withoutPostgres ? ['--data', 'data'] : ['--database-url', await (await sharedCluster()).newDatabase()]
  return { place, call: (...args: string[]) => scenewright(['service', ...args, ...place], { cwd }) }
}

test('a key is reissued, a typo in the address is named, and a folder in use is rejected', async () => {
  const cwd = await folderWith({})
  const call = (...args: string[]) => scenewright(['service', ...args], { cwd })
  const first = await call('init', '--data', 'data', ...account, '--format', 'json')
  const second = await call('key', 'reissue', '--data', 'data', ...account, '--format', 'json')
  expect(second.code).toBe(0)
  expect(JSON.parse(second.stdout)).toEqual({
    email: 'me@example.com',
    api_key: expect.stringMatching(/^sk_[0-9a-f]{64}$/),
  })
  expect(second.stdout).not.toBe(first.stdout)

  const unknown = await call('key', 'reissue', '--data', 'data', '--email', 'em@example.com')
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toContain('"me@example.com"')
  const nowhere = await call('key', 'reissue', '--data', 'elsewhere', ...account)
  expect(nowhere.code).toBe(2)
  expect(existsSync(join(cwd, 'elsewhere'))).toBe(false)
})

test.skipIf(process.platform !== 'linux')('a data folder that cannot be created is an error', async () => {
  const cwd = await folderWith({})
  const started = await scenewright(['service', 'start', '--data', '/proc/none/data'], { cwd })
  expect(started).toMatchObject({ code: 2, stderr: expect.stringContaining('"/proc/none/data" could not be created') })
})

test('a shell that reads the output of init has the address as it is, whatever it contains', async () => {
  const cwd = await folderWith({})
  const { call } = await onNewDatabase(cwd)
  const email = "o'brien';>made;'$(>made)@example.com"
  const { stdout } = await call('init', '--email', email)
  const script = `${stdout}printf %s "$SCENEWRIGHT_EMAIL"`
  expect(execFileSync('sh', ['-c', script], { cwd, encoding: 'utf8' })).toBe(email)
  expect(existsSync(join(cwd, 'made'))).toBe(false)
})

test('redelivering a failed result while the service is stopped says to start it', async () => {
  const data = await folderWith({})
  const service = await startLocalService({ data })
  const receiver = createServer(
    (request, response) => void request.resume().on('end', () => response.writeHead(400).end()),
  )
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const bot = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_b', webhook_url })
  const { unique_id } = await service.post(`/bots/${bot.unique_id}/completion`, { prompt: 'Hello?' })
  const { email, api_key } = service.account
  const headers = { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` }
  await until(async () => {
    const answer = await fetch(`${service.url}/api/v1/completion/${unique_id}`, { headers })
    return (await answer.text()).includes('"FAILED"')
  })
  service.process.kill('SIGTERM')
  await ended(service.process)
  receiver.close()
  const redeliver = () =>
    scenewright(['service', 'webhook', 'redeliver', '--data', data, '--since', '2020-01-01'], { cwd: data })
  const started = new RegExp(
    `^1 result will be sent again when the service runs; start it: .*service start --data ${data}\n$`,
  )
  expect(await redeliver()).toMatchObject({ code: 0, stderr: expect.stringMatching(started) })
  expect(await redeliver()).toMatchObject({ code: 0, stderr: '0 results will be sent again.\n' })
})

test('failed results are added to the queue by date', async () => {
  const cwd = await folderWith({})
  const { call } = await onNewDatabase(cwd)
  await call('init', ...account)
  const redeliver = await call(
    'webhook',
    'redeliver',
    '--since',
    '2026-11-01',
    '--until',
    '2026-11-03',
    '--format',
    'json',
  )
  expect(redeliver).toMatchObject({ code: 0 })
  expect(JSON.parse(redeliver.stdout)).toEqual({ deliveries: 0 })
  const unknown = '0b9f3c1e-5a0e-4f0e-9d58-0a4b7f0e8c11'
  expect((await call('webhook', 'redeliver', '--completion', unknown)).code).toBe(2)
  const ofBot = await call('webhook', 'redeliver', '--since', '2026-11-01', '--bot', unknown)
  expect(ofBot.code).toBe(2)
  expect(ofBot.stderr).toContain(unknown)
  const backwards = await call('webhook', 'redeliver', '--since', '2026-11-28', '--until', '2026-11-01')
  expect(backwards).toMatchObject({ code: 2, stderr: expect.stringContaining('--until is before --since') })
})

test('accounts are listed, disabled, enabled, exported and deleted', async () => {
  const cwd = await folderWith({})
  const { call } = await onNewDatabase(cwd)
  await call('init', ...account)
  const listed = async () => JSON.parse((await call('account', 'list', '--format', 'json')).stdout)
  const [listing] = await listed()
  expect(listing).toEqual({ email: 'me@example.com', is_active: true, bots: 0, created_at: expect.any(String) })
  expect(await call('account', 'disable', ...account)).toMatchObject({ code: 0, stdout: '' })
  expect((await call('account', 'list')).stdout).toMatch(
    /^me@example\.com {2}disabled {2}0 bots {2}since \d{4}-\d\d-\d\d\n$/,
  )
  for (const again of [['init'], ['key', 'reissue']]) {
    expect((await call(...again, ...account)).stderr).toContain('The account is disabled')
    expect(JSON.parse((await call(...again, ...account, '--format', 'json')).stdout)).toMatchObject({
      is_active: false,
    })
  }
  expect((await call('account', 'enable', ...account, '--format', 'json')).stdout).toContain('"is_active": true')
  const exported = await call('account', 'export', ...account, '--out', 'me.jsonl', '--format', 'json')
  expect(JSON.parse(exported.stdout)).toEqual({ file: join(cwd, 'me.jsonl'), email: 'me@example.com', rows: 1 })
  expect(JSON.parse(readFileSync(join(cwd, 'me.jsonl'), 'utf8'))).toMatchObject({ table: 'accounts' })
  expect((await call('account', 'delete', '--email', 'em@example.com')).code).toBe(2)
  const nobody = await call('account', 'delete', '--email', 'nobody@shop.example')
  expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('service account list') })
  expect(await call('account', 'delete', ...account)).toMatchObject({ code: 0, stdout: '' })
  expect(await listed()).toEqual([])
})

test.skipIf(!canMakeTerminal)('on a terminal, an account is deleted only after a yes', async () => {
  const cwd = await folderWith({})
  const { place, call } = await onNewDatabase(cwd)
  await call('init', ...account)
  const answer = async (typed: string) => {
    const args = ['service', 'account', 'delete', ...place, ...account]
    const { code, left } = await onTerminal(args, { cwd }, [['(yes/no)', typed]])
    expect(left).toEqual([])
    return [code, JSON.parse((await call('account', 'list', '--format', 'json')).stdout).length]
  }
  expect(await answer('no\n')).toEqual([1, 1])
  expect(await answer(keys.endOfInput)).toEqual([1, 1])
  expect(await answer('yes\n')).toEqual([0, 0])
})

test('data moves from one folder to another by a backup, once, or back into one that lost it; a damaged backup writes nothing', async () => {
  const cwd = await folderWith({})
  const data = await folderWith({})
  const service = await startLocalService({ data })
  const bot = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  const call = (...args: string[]) => scenewright(['service', ...args], { cwd })
  const busy = await call('backup', '--data', data, '--out', 'bots.backup')
  expect(busy.code).toBe(5)
  expect(busy.stderr).toContain(String(service.process.pid))
  service.process.kill('SIGTERM')
  await ended(service.process)

  const written = await call('backup', '--data', data, '--out', 'bots.backup', '--format', 'json')
  expect({ code: written.code, ...JSON.parse(written.stdout) }).toMatchObject({ code: 0, rows: expect.any(Number) })
  expect(written.stderr).toContain('key file')
  writeFileSync(join(cwd, 'half'), readFileSync(join(cwd, 'bots.backup')).subarray(0, -9))
  expect((await call('restore', '--in', 'half', '--data', 'moved')).code).toBe(2)
  expect(existsSync(join(cwd, 'moved'))).toBe(false)

  expect((await call('restore', '--in', 'bots.backup', '--data', 'moved')).code).toBe(0)
  expect((await call('restore', '--in', 'bots.backup', '--data', 'moved')).code).toBe(2)
  rmSync(join(data, 'pgdata'), { recursive: true })
  const key = readFileSync(join(data, 'header.key'))
  const lost = await call('account', 'list', '--data', data)
  expect(lost).toMatchObject({ code: 6, stdout: '' })
  expect(lost.stderr).toContain('service restore')
  expect((await call('restore', '--in', 'bots.backup', '--data', data)).code).toBe(0)
  expect(readFileSync(join(data, 'header.key'))).toEqual(key)
  rmSync(data, { recursive: true })
  const moved = await startLocalService({ data: join(cwd, 'moved'), account: service.account })
  const answer = await moved.post(`/bots/${bot.unique_id}/scenarios`, { title: 'A', trigger_description: 'B' })
  expect(answer).toMatchObject({ title: 'A' })
  moved.process.kill('SIGTERM')
  await ended(moved.process)
})

test.each([
  [['service', 'backup', '--data', 'none', '--out', 'x']],
  [['service', 'backup', '--data', 'none']],
  [['service', 'restore', '--in', 'none', '--data', 'x']],
  [['service', 'key', 'reissue', '--data', 'none']],
  [['service', 'webhook', 'redeliver', '--data', 'none']],
  [['service', 'webhook', 'redeliver', '--data', 'none', '--since', '2026-02-30']],
  [['service', 'webhook', 'redeliver', '--data', 'none', '--since', '2026-02-03', '--completion', 'x']],
  [['service', 'webhook', 'redeliver', '--data', 'none', '--since', '2026-02-03']],
  [['service', 'account', 'list', '--data', 'none']],
  [['service', 'account', 'delete', '--data', 'none']],
  [['service', 'account', 'delete', '--data', 'none', '--email', 'me@example.com']],
  [['service', 'key', 'resisue']],
])('%j is a usage error that creates nothing', async args => {
  const cwd = await folderWith({})
  const { code, stderr } = await scenewright(args, { cwd })
  expect(code).toBe(2)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(existsSync(join(cwd, 'x'))).toBe(false)
})

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('a first %s is reported at /readyz, and a second one ends the service at once', async (signal, code) => {
  const cwd = await folderWith({})
  const { place } = await onNewDatabase(cwd)
  const key = ['--key-file', join(cwd, 'header.key')]
  const args = ['service', 'start', ...place, ...key, '--port', '0', '--drain', '60', '--format', 'json']
  const service = spawn(bin, args, {
    cwd,
    env: { ...process.env, ...shortLived },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value } = await createInterface({ input: service.stdout })[Symbol.asyncIterator]().next()
  const ready = async () => (await fetch(`${JSON.parse(value).url}/readyz`)).status
  expect(await ready()).toBe(200)
  service.kill(signal)
  while ((await ready()) === 200) await new Promise(resolve => setTimeout(resolve, 10))
  expect(await ready()).toBe(503)
  service.kill(signal)
  expect(await ended(service)).toBe(code)
})
