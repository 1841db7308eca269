import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { onPostgres, sharedCluster, withoutPostgres } from '../../../service/test/support/postgres-cluster.ts'
import { afterFile } from '../clean-up.ts'
import { bin, folderWith, scenewright } from '../run.ts'

test.skipIf(withoutPostgres)(`the built service stores, logs and measures ${onPostgres}`, async () => {
  const cluster = await sharedCluster()
  const cwd = await folderWith({})
  const url = await cluster.newDatabase()
  const place = ['--database-url', url]
  const made = await scenewright(['service', 'init', ...place, '--email', 'me@example.com', '--format', 'json'], {
    cwd,
  })
  const { email, api_key } = JSON.parse(made.stdout)

  const options = ['--key-file', join(cwd, 'header.key'), '--port', '0', '--format', 'json', '--log']
  const service = spawn(bin, ['service', 'start', ...place, ...options], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  afterFile(() => service.kill('SIGKILL'))
  let log = ''
  service.stderr.setEncoding('utf8').on('data', data => {
    log += data
  })
  const { value } = await createInterface({ input: service.stdout })[Symbol.asyncIterator]().next()
  const { url: address } = JSON.parse(value)

  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Shop', gpt_model: 'llm_provider_d' })
  const bot = await fetch(`${address}/api/v1/bots`, { method: 'POST', headers, body })
  expect(bot.status).toBe(201)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/^# TYPE \S+ (counter|gauge|histogram)$/m)

  // Closed: the whole log has arrived.
  const closed = new Promise(resolve => service.once('close', resolve))
  service.kill('SIGTERM')
  expect(await closed).toBe(0)
  const entries = log.trim().split('\n')
  expect(entries.length).toBeGreaterThan(1)
  for (const entry of entries) expect(JSON.parse(entry)).toMatchObject({ level: expect.anything() })
})
