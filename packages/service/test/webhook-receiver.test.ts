import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { rejectUnknownFields } from '../src/http/json-body.ts'
import { startService, webhookSecret } from '../src/index.ts'
import { webhookEvent } from '../src/webhooks/event.ts'
import { type Api, createApi } from './support/api.ts'
import { newFolder } from './support/data-folder.ts'
import { newOwnedPlace } from './support/databases.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'

const page = readFileSync(fileURLToPath(new URL('../../../docs/webhooks.md', import.meta.url)), 'utf8')
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

/** The example of the page, running. */
async function startExample(secret: string) {
  const { dataFolder: folder, remove } = newFolder()
  const [, code = ''] = /```js receiver\.mjs\n([\s\S]*?)```/.exec(page) ?? []
  writeFileSync(join(folder, 'receiver.mjs'), code)
  symlinkSync(packages, join(folder, 'node_modules'))
  const inbox = join(folder, 'inbox.jsonl')
  const start = async () => {
    const env = { ...process.env, WEBHOOK_SECRET: secret, INBOX: inbox, PORT: '0' }
    const child = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    return { child, url: await firstLine(child) }
  }
  let running = await start()
  onTestFinished(() => {
    running.child.kill()
    remove()
  })
  return {
    url: () => running.url,
    async restart() {
      running.child.kill()
      await once(running.child, 'exit')
      running = await start()
    },
    append: (part: string) => appendFileSync(inbox, part),
    /** The lines that are written whole. */
    inbox: () => (existsSync(inbox) ? readFileSync(inbox, 'utf8').split('\n').slice(0, -1) : []),
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The process has no output.')
  for await (const line of createInterface({ input: stdout })) return line
  throw new Error('The process ended without a word.')
}

/** A bot, its secret, and a way to have the service run. */
async function botWithSecret() {
  const { accounts, ...place } = await newOwnedPlace()
  const withService = async <Result>(work: (api: Api) => Promise<Result>) => {
    const service = await startService({ ...place, allowLoopbackWebhooks: true })
    const result = await work(createApi(service.url, accounts.owner))
    await service.close()
    return result
  }
  const bot = await withService(createBot)
  return {
    bot,
    secret: await webhookSecret({ ...place, bot }),
    withService,
  }
}

test('the receiver of docs/webhooks.md accepts each result once, and none without a signature of the service', async () => {
  const { bot, secret, withService } = await botWithSecret()
  const example = await startExample(secret)
  await withService(async api => {
    await api('PATCH', `/bots/${bot}`, { webhook_url: `${example.url()}/hook` })
    // With line breaks, as some callers send it.
    const asked = JSON.stringify({ prompt: 'Hello ö😀', meta: { ticket: 1 } }, null, 2).replaceAll('\n', '\r\n')
    const { body } = await api.raw('POST', `/bots/${bot}/completion`, asked)
    await until(() => example.inbox().length === 1)
    expect(JSON.parse(example.inbox()[0] ?? '')).toMatchObject({
      meta: { unique_id: body.unique_id, bot_unique_id: bot, meta: { ticket: 1 } },
      type: 'SUCCESS',
    })
  })
  const [text = ''] = example.inbox()
  const now = new Date()
  const post = (body: string, signer: Webhook, at = now) => {
    const id = JSON.parse(text).meta.unique_id
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signer.sign(id, at, body) }
    return fetch(example.url(), { method: 'POST', body, headers })
  }
  const own = new Webhook(secret)
  expect((await post(text, own)).status).toBe(200)
  // A result that a crash cut off.
  example.append(text.slice(0, -1))
  await example.restart()
  expect((await post(text, own)).status).toBe(200)
  expect((await post(text, new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`))).status).toBe(401)
  expect((await post(text, own, new Date(now.getTime() - 600_000))).status).toBe(401)
  expect((await fetch(example.url(), { method: 'POST', body: text })).status).toBe(401)
  expect((await post(`"${'x'.repeat(1_000_001)}"`, own)).status).toBe(413)
  const second = text.replace(/"unique_id":"[^"]*/, '"unique_id":"second')
  expect((await post(second, own)).status).toBe(204)
  expect(example.inbox()).toEqual([text, second])
})

test('the event in docs/webhooks.md is one that the service sends', () => {
  const [, event = ''] = /```json event\n([\s\S]*?)```/.exec(page) ?? []
  const validate = addFormats.default(new Ajv()).compile(rejectUnknownFields(webhookEvent))
  validate(JSON.parse(event))
  expect(validate.errors).toBeNull()
})
