// The service's complete HTTP layer, with authorization and a log, and memory instead of the database; next to it the
// same responses with node:http alone. Writes both addresses to standard output.
import { createServer as createBareServer } from 'node:http'
import { Writable } from 'node:stream'
import { hashKey } from '../../../packages/service/src/accounts/accounts.ts'
import {
  createAuthorization,
  createFailedAttempts,
  createRateLimit,
} from '../../../packages/service/src/http/authorization.ts'
import { loggerOptions } from '../../../packages/service/src/http/log.ts'
import { addOperations, createServer } from '../../../packages/service/src/http/server.ts'
import { noMeters } from '../../../packages/service/src/metrics/metrics.ts'
import { newBotDefaults } from '../../../packages/service/src/resources/bots/schema.ts'
import { machineTimers } from '../../../packages/service/src/runtime/timers.ts'
import { noTracing } from '../../../packages/service/src/tracing/tracing.ts'

const [botId, email, key] = process.argv.slice(2)
const now = new Date()
const account = { id: botId, email, email_folded: email, ...hashKey(key), is_active: true, created_at: now }
const settings = {
  ...newBotDefaults,
  name: 'Bench',
  gpt_model: 'llm_provider_d',
  gpt_version: null,
  embedding_version: null,
  primary_language: 'en',
  webhook_url: null,
}
const bot = { id: botId, account_id: botId, ...settings, created_at: now, updated_at: now }

const server = createServer({
  behindProxy: false,
  logger: loggerOptions(new Writable({ write: (_chunk, _encoding, done) => done() })),
  meters: noMeters,
  tracing: noTracing,
})
addOperations(server, {
  service: {
    loaders: { bot: async () => bot },
    clock: () => new Date(),
    credits: { take: () => true, giveBack: () => {} },
    providers: { model: () => undefined },
    strictProviders: false,
    acceptance: async () => undefined,
    retentionMs: 0,
    tracing: noTracing,
  },
  authorize: createAuthorization({ caller: async () => ({ account, bot }) }, createFailedAttempts(Date.now)),
  rateLimit: createRateLimit(1_000_000_000, () => performance.now()),
  ignoreUnknownFields: false,
  health: { readiness: async () => 'ready' },
  timers: machineTimers,
  handlerTimeoutMs: 60_000,
  isClosing: () => false,
})

const bare = createBareServer(async (request, response) => {
  let text = ''
  if (request.method === 'POST') for await (const chunk of request) text += chunk
  const answer =
    request.method === 'POST'
      ? { message: JSON.parse(text).prompt === '' ? '' : 'The request is queued.', unique_id: botId }
      : { unique_id: botId, ...settings, created_at: now, updated_at: now }
  response
    .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(answer))
})

await server.listen({ host: '127.0.0.1', port: 0 })
await new Promise(resolve => bare.listen(0, '127.0.0.1', resolve))
const urls = [server.server, bare].map(each => `http://127.0.0.1:${each.address().port}`)
process.stdout.write(`${JSON.stringify(urls)}\n`)
