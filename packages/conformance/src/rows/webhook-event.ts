import { isDeepStrictEqual } from 'node:util'
import { valuesAt } from '../contract/path.ts'
import { expectStatus, expectThat } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import type { Received } from '../subject/receiver.ts'
import { question } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { finished } from './kinds/ask-bot.ts'
import { askWithInbox, waitFor, webhook } from './kinds/webhook.ts'

/** The caller's metadata in a completion, which the service returns. */
const meta = { z: 1, a: { text: '\u00f6\u{1f600} "quoted"', list: [null, true, 1.5] }, '': '' }

/** One received result. */
const delivered = oncePerSubject(async subject => {
  const { inbox, bot, id } = await askWithInbox(subject, undefined, { meta })
  const [received] = await waitFor(subject, inbox, 1)
  return { received, bot, id }
})

/** The event that the service sends when a result is ready. */
export const webhookEvent: readonly Row[] = [
  eventRow('C-374', 'It is a POST of JSON that accepts JSON.', ({ received }, expect) => {
    const { method, headers } = received
    expect(method === 'POST', 'POST', method)
    expect(isJson(headers['content-type']), 'Content-Type: application/json', short(headers['content-type']))
    expect(isJson(headers.accept), 'Accept: application/json', short(headers.accept))
  }),
  eventRow('C-375', '"response.message" contains the answer, a text.', ({ received }, expect) => {
    const [message] = valuesAt(received.body, 'response.message')
    expect(typeof message === 'string' && message !== '', 'a text at "response.message"', short(message))
  }),
  eventRow('C-376', '"meta.unique_id" contains the id of the completion.', ({ received, id }, expect) => {
    const [value] = valuesAt(received.body, 'meta.unique_id')
    expect(value === id, id, short(value))
  }),
  eventRow('C-377', '"meta.bot_unique_id" contains the id of the bot.', ({ received, bot }, expect) => {
    const [value] = valuesAt(received.body, 'meta.bot_unique_id')
    expect(value === bot, bot, short(value))
  }),
  {
    id: 'C-378',
    operation: 'webhook',
    kind: 'event',
    requirement: '"meta.meta" contains the unchanged data of the caller, and is absent without such data.',
    async check(subject) {
      const { received } = await delivered(subject)
      const [value] = valuesAt(received.body, 'meta.meta')
      expectThat(webhook, isDeepStrictEqual(value, meta), short(meta), short(value))
      await expectExact(subject)
      const { inbox } = await askWithInbox(subject)
      const [without] = await waitFor(subject, inbox, 1)
      const found = valuesAt(without.body, 'meta.meta')
      expectThat(webhook, found.length === 0, 'no "meta.meta" where none was sent', short(found))
    },
  },
  eventRow(
    'C-379',
    '"type" contains the kind of the result, which is the status in the journal.',
    async (event, expect) => {
      const [type] = valuesAt(event.received.body, 'type')
      const [status] = valuesAt((await finished(event.subject, event.id)).body, 'data[].status')
      expect(typeof type === 'string' && type === status, `"type" to be ${short(status)}`, short(type))
    },
  ),
  eventRow(
    'C-380',
    '"error" shows whether the result is an error: for an answer it is false.',
    ({ received }, expect) => {
      const [error] = valuesAt(received.body, 'error')
      expect(error === false, '"error" to be false', short(error))
    },
  ),
]

/** A number with more digits than a parser keeps is returned with all of them. */
async function expectExact(subject: Subject): Promise<void> {
  const inbox = subject.receiver().open()
  const bot = await subject.objects.newBot({ webhook_url: inbox.url })
  const number = '12345678901234567890'
  const reply = await subject.owner.raw({
    method: 'POST',
    path: `/bots/${bot}/completion`,
    headers: { 'content-type': 'application/json' },
    body: `{"prompt":"${question}","meta":{"number":${number}}}`,
  })
  expectStatus(reply, 201)
  const [received] = await waitFor(subject, inbox, 1)
  const isExact = new RegExp(`"number"\\s*:\\s*${number}\\s*}`).test(received.text)
  expectThat(webhook, isExact, `the number ${number}`, short(received.text))
}

interface Event {
  readonly subject: Subject
  readonly received: Received
  readonly bot: string
  readonly id: string
}

/** A row about the single received event. */
function eventRow(
  id: string,
  requirement: string,
  check: (event: Event, expect: (isSo: boolean, expected: string, came: string) => void) => void | Promise<void>,
): Row {
  return {
    id,
    operation: 'webhook',
    kind: 'event',
    requirement,
    async check(subject) {
      const event = { subject, ...(await delivered(subject)) }
      await check(event, (isSo, expected, came) => expectThat(webhook, isSo, expected, came))
    },
  }
}

function isJson(type: string | undefined): boolean {
  return type !== undefined && /^application\/json\b/.test(type)
}
