import { operations } from '../contract/operations.ts'
import { expectRefusal, expectStatus, expectThat } from '../expect.ts'
import { type Reply, short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import type { Subject } from '../subject/subject.ts'
import { Skip } from '../verdict.ts'
import { expectOtherIds } from './kinds/access-rows.ts'

const operation = 'robustness'

/** More than a service reads: 4 MB. */
const tooLarge = 5 * 1024 * 1024

/** Requests that no well-behaved client sends. */
export const robustness: readonly Row[] = [
  {
    id: 'C-391',
    operation,
    kind: 'limit',
    requirement: 'The character NUL in any text is 400.',
    async check(subject) {
      const { owner, objects } = subject
      const bot = await objects.bot()
      for (const [path, body] of [
        ['/bots', { ...objects.bodies.bot(), name: 'a\0b' }],
        ['/bots', { ...objects.bodies.bot(), first_line_greeting_text: '\0' }],
        [`/bots/${bot}/scenarios`, { ...objects.bodies.scenario(), title: 'a\0' }],
        [`/bots/${bot}/scenarios`, { ...objects.bodies.scenario(), examples: ['a', '\0'] }],
        [`/bots/${bot}/scenarios`, { ...objects.bodies.scenario(), layout: { deep: [{ text: '\0' }] } }],
        [`/bots/${bot}/dialogues`, { ...objects.bodies.dialogue(), name: '\0' }],
        [`/bots/${bot}/completion`, { prompt: '\0' }],
        [`/bots/${bot}/completion`, { prompt: 'Hello', meta: { 'a\0': 1 } }],
        ['/bot-tools', { ...objects.bodies.function(bot), description: '\0' }],
      ] as const) {
        expectRefusal(await owner.post(path, body), 400)
      }
      expectRefusal(await owner.get('/bots?search=%00'), 400)
    },
  },
  {
    id: 'C-392',
    operation,
    kind: 'limit',
    requirement:
      'A lone surrogate, a huge number, __proto__, deep nesting, a duplicate key and a missing body are 400 or harmless.',
    check: checkOddBodies,
  },
  {
    id: 'C-393',
    operation,
    kind: 'limit',
    requirement: 'A body that is too large is 413.',
    async check({ owner, objects }) {
      for (const path of ['/bots', `/bots/${await objects.bot()}/scenarios/import`]) {
        expectRefusal(await owner.post(path, { name: 'x'.repeat(tooLarge) }), 413)
      }
    },
  },
  {
    id: 'C-394',
    operation,
    kind: 'limit',
    requirement: 'An id that is not a UUID is 404, anywhere in a request.',
    async check(subject) {
      for (const one of operations) {
        for (const id of ['nonsense', "'; drop table bots; --", '1', 'x'.repeat(200)]) {
          await expectOtherIds(one, subject, id).catch(ignoreSkip)
        }
      }
    },
  },
  {
    id: 'C-395',
    operation,
    kind: 'limit',
    requirement: 'Twenty-five identical concurrent requests are all answered.',
    check: checkParallel,
  },
]

function ignoreSkip(error: unknown): void {
  if (!(error instanceof Skip)) throw error
}

async function checkOddBodies({ owner, objects }: Subject): Promise<void> {
  const post = (path: string, body: string): Promise<Reply> =>
    owner.raw({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body })
  const bot = (rest: string) => post('/bots', `{"gpt_model":"llm_provider_a","name":${rest}}`)
  const scenarios = `/bots/${await objects.bot()}/scenarios`
  const layout = (value: string) => post(scenarios, `{"title":"T","trigger_description":"D","layout":${value}}`)
  const lists = '['.repeat(50_000) + ']'.repeat(50_000)
  for (const reply of [
    await bot('"a\\ud800b"'),
    await bot('"a","max_output_tokens":1e999'),
    await bot('"a","__proto__":{"name":"b"}'),
    await bot('"a","constructor":{"prototype":{"name":"b"}}'),
    await bot('"a","name":"b"'),
    await layout(`{"a":${lists}}`),
    await layout('{"a":"\\udc00"}'),
    await layout('{"a":1e999}'),
    await layout('{"__proto__":{"a":1}}'),
  ]) {
    if (reply.status >= 400) expectRefusal(reply, 400)
    else expectStatus(reply, 201)
  }
  for (const body of ['', '[]', 'null', lists, '1', '"text"']) expectRefusal(await post('/bots', body), 400)
  expectStatus(await owner.get('/bots'), 200)
}

async function checkParallel(subject: Subject): Promise<void> {
  const { owner, objects } = subject
  const bot = await objects.newBot()
  const { path, publishPath } = await objects.newScenario()
  const times = (send: () => Promise<Reply>) => Promise.all(Array.from({ length: 25 }, send))
  for (const replies of [
    await times(() => owner.get('/bots')),
    await times(() => owner.post('/bots', objects.bodies.bot())),
    await times(() => owner.post(`/bots/${bot}/completion`, objects.bodies.completion())),
    await times(() => owner.post(publishPath, {})),
    await times(() => owner.patch(`${path}/active`, { is_active: true })),
  ]) {
    for (const reply of replies) {
      expectThat(reply, reply.status < 300, 'an answer of success', `${reply.status} ${short(reply.text)}`)
    }
  }
}
