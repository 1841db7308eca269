import { operations } from '../contract/operations.ts'
import { valuesAt } from '../contract/path.ts'
import { isObject, timestamp, uuid } from '../contract/shape.ts'
import { expectRefusal, expectStatus, expectThat } from '../expect.ts'
import { basic } from '../http/api.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { Skip } from '../verdict.ts'
import { belowApi, holdsId, withoutAccount } from './kinds/access-rows.ts'
import { askWithoutKey } from './kinds/ask-without-key.ts'

const everywhere = 'every operation'

/** Rows about authorization and access. */
export const access: readonly Row[] = [
  {
    id: 'C-001',
    operation: everywhere,
    kind: 'auth',
    requirement: 'Each accepts the correct e-mail address and key; any other authorization, or none, is 401.',
    // So many wrong ones that the service may reject all others for a while.
    isLast: true,
    check: checkAuthorization,
  },
  {
    id: 'C-002',
    operation: everywhere,
    kind: 'auth',
    requirement: 'The key is everything after the first colon, and the case of the e-mail address does not matter.',
    async check(subject) {
      const { email, apiKey } = subject.options.owner
      for (const written of [email.toUpperCase(), email.toLowerCase()]) {
        expectStatus(await askAs(subject, basic(written, apiKey)), 200)
      }
      expectRefusal(await askAs(subject, basic(email, `${apiKey}:more`)), 401)
    },
  },
  {
    id: 'C-003',
    operation: everywhere,
    kind: 'auth',
    requirement: 'A disabled account is rejected with 403.',
    async check(subject) {
      const inactive = subject.as('inactive')
      for (const operation of operations) {
        expectRefusal(await inactive.raw(belowApi(operation, unknownAddress(operation.path), {})), 403)
      }
    },
  },
  {
    id: 'C-004',
    operation: everywhere,
    kind: 'auth',
    requirement: 'Records of another account are rejected with 403, and no list shows them.',
    check: checkStrangers,
  },
  {
    id: 'C-005',
    operation: everywhere,
    kind: 'auth',
    requirement: 'A key becomes invalid when a new one replaces it, and no response shows a key.',
    async check(subject) {
      const { formerKey, owner } = subject.options
      if (formerKey === undefined) throw new Skip('needs a key that the account had before its present one')
      expectRefusal(await askAs(subject, basic(owner.email, formerKey)), 401)
      const reply = await askAs(subject, basic(owner.email, owner.apiKey))
      expectStatus(reply, 200)
      expectThat(reply, !reply.text.includes(owner.apiKey), 'no key in the answer', 'the key of the account')
    },
  },
  {
    id: 'C-006',
    operation: everywhere,
    kind: 'auth',
    requirement: 'Responses are JSON with its content type; a body of another type is 415, and invalid JSON 400.',
    async check({ owner }) {
      const reply = await owner.get('/bots')
      const type = String(reply.headers['content-type'])
      expectThat(reply, /^application\/json\b/.test(type), 'the content type application/json', type)
      expectThat(reply, isObject(reply.body), 'a JSON object', short(reply.text))
      const post = (type: string, body: string) =>
        owner.raw({ method: 'POST', path: '/bots', headers: { 'content-type': type }, body })
      expectRefusal(await post('text/plain', 'a bot'), 415)
      expectRefusal(await post('application/x-www-form-urlencoded', 'name=a'), 415)
      expectRefusal(await post('application/json', '{"name":'), 400)
    },
  },
  {
    id: 'C-007',
    operation: 'GET /bots',
    kind: 'auth',
    requirement: 'Without parameters it tests the credentials: 200.',
    check: async ({ owner }) => expectStatus(await owner.get('/bots'), 200),
  },
  {
    id: 'C-008',
    operation: everywhere,
    kind: 'versioning',
    requirement: 'Every path is below /api/v1; any other path is 404 in the error format.',
    async check(subject) {
      const { email, apiKey } = subject.options.owner
      const headers = { authorization: basic(email, apiKey) }
      for (const path of ['/bots', '/api/bots', '/api/v2/bots', '/api/v1/nothing', '/api/v1/bots/a/b/c']) {
        expectRefusal(await subject.send({ method: 'GET', path, headers }), 404)
      }
    },
  },
  {
    id: 'C-009',
    operation: 'all records',
    kind: 'field',
    requirement: 'Ids are UUIDs, and times are ISO 8601 in UTC with milliseconds.',
    check: checkConventions,
  },
]

function askAs(subject: Subject, authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { headers: { authorization } }
  return askWithoutKey(subject, { method: 'GET', path: '/api/v1/bots', ...headers })
}

/** An address of a missing object. */
function unknownAddress(path: string): string {
  const filled = path.replace(/\{\w+\}/g, unknownId)
  return /^\/(bot-tools|bot-agents|knowledge-transfer)$/.test(path) ? `${filled}?bot_unique_id=${unknownId}` : filled
}

async function checkAuthorization(subject: Subject): Promise<void> {
  const { email, apiKey } = subject.options.owner
  for (const authorization of [
    undefined,
    `Bearer ${apiKey}`,
    'Basic ???',
    `Basic ${Buffer.from('without a colon').toString('base64')}`,
    basic(`nobody-${email}`, apiKey),
    basic(email, `${apiKey.slice(0, -1)}x`),
  ]) {
    expectRefusal(await askAs(subject, authorization), 401)
  }
  for (const operation of operations) {
    const { path, body } = await requestOrSketch(operation, subject)
    if (path !== undefined) expectStatus(await subject.owner.raw(belowApi(operation, path, body)), 200, 201)
    const reply = await subject.send(withoutAccount(operation, unknownAddress(operation.path), {}))
    // After twenty failures within a minute, a service may reject further ones.
    const isEnough = reply.status === 429 && reply.headers['retry-after'] !== undefined
    expectRefusal(reply, isEnough ? 429 : 401)
  }
}

async function checkStrangers(subject: Subject): Promise<void> {
  const stranger = subject.as('stranger')
  for (const operation of operations) {
    const { path, body } = await requestOrSketch(operation, subject)
    if (path === undefined || !holdsId(path + JSON.stringify(body ?? {}))) continue
    expectRefusal(await stranger.raw(belowApi(operation, path, body)), 403)
  }
  const bot = await subject.objects.bot()
  await subject.owner.post(`/bots/${bot}/completion`, subject.objects.bodies.completion())
  for (const path of ['/bots?take=100', '/completion-log/journal?take=100']) {
    const reply = await stranger.get(path)
    expectStatus(reply, 200)
    expectThat(reply, !reply.text.includes(bot), "nothing of another account's bot", bot)
  }
}

/** A valid request of an operation; nothing if the service cannot create the required objects. */
async function requestOrSketch(
  operation: (typeof operations)[number],
  { objects }: Subject,
): Promise<{ readonly path?: string; readonly body?: object }> {
  try {
    return await operation.request(objects)
  } catch (error) {
    if (error instanceof Skip) return {}
    throw error
  }
}

async function checkConventions(subject: Subject): Promise<void> {
  const { owner, objects } = subject
  const bot = await objects.bot()
  for (const reply of [
    await owner.post('/bots', objects.bodies.bot()),
    (await objects.scenario()).reply,
    await owner.post('/bot-tools', objects.bodies.function(bot)),
    await owner.post(`/bots/${bot}/dialogues`, objects.bodies.dialogue()),
    await owner.post(`/bots/${bot}/completion`, objects.bodies.completion()),
    await owner.get(`/completion-log/journal?bot_unique_id=${bot}`),
  ]) {
    const id = valuesAt(reply.body, 'unique_id').concat(valuesAt(reply.body, 'data[].unique_id'))
    expectThat(reply, id.length > 0, 'a record with a unique_id', short(reply.text))
    for (const [name, value] of collectTexts(reply.body)) {
      if (/unique_id$/.test(name)) expectThat(reply, uuid.test(value), `"${name}" to be a UUID`, short(value))
      if (/_at$/.test(name))
        expectThat(reply, timestamp.test(value), `"${name}" in UTC with milliseconds`, short(value))
    }
  }
}

/** All text fields in a value, with their names. */
function collectTexts(value: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap(collectTexts)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' ? [[name, field] as const] : collectTexts(field),
  )
}
