import { expectErrorBody, expectRefusal, expectThat } from '../expect.ts'
import { basic } from '../http/api.ts'
import { type Reply, short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'

const operation = 'errors'

/** Texts that only the internals of a service could contain. */
const leaks: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack', /\bat [\w.<>$ ]+ \(?[^\s]+:\d+:\d+\)?/],
  ['a path', /node_modules|(?:^|[\s"'(])(?:\/(?:home|usr|var|opt|srv|root|tmp)\/|[A-Z]:\\)/],
  [
    'SQL',
    /\b(?:select|insert into|update|delete from)\b[^.]{1,80}\b(?:from|values|set|where)\b|syntax error at or near|violates \w+ key constraint/i,
  ],
]

/** Error responses of any kind. */
export const errors: readonly Row[] = [
  {
    id: 'C-388',
    operation,
    kind: 'error',
    requirement:
      'An error has "statusCode", its status, "error", the reason phrase, "message", an optional "code", and no other field.',
    async check({ owner, objects }) {
      const bot = await objects.bot()
      expectRefusal(await owner.post('/bots', {}), 400)
      expectRefusal(await owner.get(`/bot-tools?bot_unique_id=${unknownId}`), 404)
      expectRefusal(await owner.get('/nothing'), 404)
      const reply = await owner.post(`/bots/${bot}/scenarios`, { title: 7 })
      expectRefusal(reply, 400)
      expectThat(reply, /"error":\s*"Bad Request"/.test(reply.text), 'the phrase Bad Request', short(reply.text))
    },
  },
  {
    id: 'C-389',
    operation,
    kind: 'error',
    requirement:
      'Every error has that format: for invalid JSON, bodies that are too large or of another type, paths, and all earlier errors.',
    isLast: true,
    check: checkEveryPath,
  },
  {
    id: 'C-390',
    operation,
    kind: 'error',
    requirement: 'The service had no internal error, and no error reveals a stack, SQL, a path or a key.',
    isLast: true,
    async check({ refusals, options, owner }) {
      // If it runs alone, there are no responses to check yet.
      for (const body of [{}, [], { name: { $ne: 1 } }, { name: "'" }]) await owner.post('/bots', body)
      for (const path of ['/nothing', '/bots?skip=x', "/bot-tools?bot_unique_id='"]) await owner.get(path)
      for (const reply of refusals) {
        expectThat(reply, reply.status < 500, 'no 5xx', `${reply.status} ${short(reply.text)}`)
        const [leak] = leaks.find(([, pattern]) => pattern.test(reply.text)) ?? []
        expectThat(reply, leak === undefined, 'nothing of the inside', `${leak}: ${short(reply.text)}`)
        expectThat(reply, !reply.text.includes(options.owner.apiKey), 'no key', 'the key of the account')
      }
    },
  },
]

async function checkEveryPath(subject: Subject): Promise<void> {
  const { owner, refusals, options } = subject
  const json = { 'content-type': 'application/json' }
  const post = (body: string, headers: Readonly<Record<string, string>> = json): Promise<Reply> =>
    owner.raw({ method: 'POST', path: '/bots', headers, body })
  expectRefusal(await post('{"name":'), 400)
  expectRefusal(await post(`{"name":"${'x'.repeat(5 * 1024 * 1024)}"}`), 413)
  expectRefusal(await post('a', { 'content-type': 'text/plain' }), 415)
  expectRefusal(await owner.get('/nothing'), 404)
  expectRefusal(await owner.raw({ method: 'POST', path: '/bots/%zz/completion' }), 400)
  const headers = { authorization: basic(options.owner.email, options.owner.apiKey) }
  expectRefusal(await subject.send({ method: 'GET', path: '/api/v1/%zz', headers }), 400, 404)
  for (const reply of refusals) expectErrorBody(reply)
}
