import { isDeepStrictEqual } from 'node:util'
import { valuesAt } from '../contract/path.ts'
import { expectStatus, expectThat, expectValue } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { perSubject } from '../subject/per-subject.ts'
import type { Inbox, Received, Respond } from '../subject/receiver.ts'
import { question } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { until } from '../subject/until.ts'
import { Skip } from '../verdict.ts'
import { answerOf, complete, finished, journalOf } from './kinds/answer-of.ts'

const operation = 'webhook'
const journal = 'GET /completion-log/journal'

/** What the caller of a completion has sent back. */
const meta = { z: 1, a: { text: '\u00f6\u{1f600} "quoted"', list: [null, true, 1.5] }, '': '' }

/** A bot whose results come to an inbox of its own, and a completion that it has accepted. */
async function ask(subject: Subject, respond?: Respond, body: object = {}) {
  const inbox = subject.receiver().open(respond)
  const bot = await subject.made.newBot({ webhook_url: inbox.url })
  return { inbox, bot, id: await complete(subject, bot, { prompt: question, ...body }) }
}

/** One result as it came, of a scenario's answer. */
const delivered = perSubject(async subject => {
  const { inbox, bot, id } = await ask(subject, undefined, { meta })
  const [received] = await waitFor(subject, inbox, 1)
  return { received, bot, id }
})

/** The event that a result is ready. */
export const webhooks: readonly Row[] = [
  eventRow('C-374', 'It is a POST of JSON that asks for JSON.', ({ received }, expect) => {
    const { method, headers } = received
    expect(method === 'POST', 'POST', method)
    expect(isJson(headers['content-type']), 'Content-Type: application/json', short(headers['content-type']))
    expect(isJson(headers.accept), 'Accept: application/json', short(headers.accept))
  }),
  eventRow('C-375', '"response.message" holds the answer, a text.', ({ received }, expect) => {
    const [message] = valuesAt(received.body, 'response.message')
    expect(typeof message === 'string' && message !== '', 'a text at "response.message"', short(message))
  }),
  eventRow('C-376', '"meta.unique_id" holds the id that the completion got.', ({ received, id }, expect) => {
    const [value] = valuesAt(received.body, 'meta.unique_id')
    expect(value === id, id, short(value))
  }),
  eventRow('C-377', '"meta.bot_unique_id" holds the id of the bot.', ({ received, bot }, expect) => {
    const [value] = valuesAt(received.body, 'meta.bot_unique_id')
    expect(value === bot, bot, short(value))
  }),
  {
    id: 'C-378',
    operation,
    kind: 'event',
    says: '"meta.meta" holds what the caller sent along, as it was, and is not there where nothing was sent.',
    async check(subject) {
      const { received } = await delivered(subject)
      const [value] = valuesAt(received.body, 'meta.meta')
      expectThat(eventText, isDeepStrictEqual(value, meta), short(meta), short(value))
      const { inbox } = await ask(subject)
      const [without] = await waitFor(subject, inbox, 1)
      const found = valuesAt(without.body, 'meta.meta')
      expectThat(eventText, found.length === 0, 'no "meta.meta" where none was sent', short(found))
    },
  },
  eventRow(
    'C-379',
    '"type" holds the kind of the result, which is the status in the journal.',
    async (event, expect) => {
      const [type] = valuesAt(event.received.body, 'type')
      const [status] = valuesAt((await finished(event.subject, event.id)).body, 'data[].status')
      expect(typeof type === 'string' && type === status, `"type" to be ${short(status)}`, short(type))
    },
  ),
  eventRow(
    'C-380',
    '"error" says whether the result carries an error: of an answer it is false.',
    ({ received }, expect) => {
      const [error] = valuesAt(received.body, 'error')
      expect(error === false, '"error" to be false', short(error))
    },
  ),
  {
    id: 'C-381',
    operation,
    kind: 'event',
    says: 'After an answer of success it is not sent again.',
    async check(subject) {
      const inboxes = await Promise.all(
        [200, 201, 204].map(async status => (await ask(subject, () => ({ status }))).inbox),
      )
      await expectOnce(subject, inboxes)
    },
  },
  {
    id: 'C-382',
    operation,
    kind: 'event',
    says: 'After 408, 429, 5xx and a connection that is cut it is sent again, the same to the byte.',
    async check(subject) {
      await Promise.all(
        ([408, 429, 500, 503, 'cut'] as const).map(async first => {
          const failure = first === 'cut' ? first : { status: first }
          const { inbox, id } = await ask(subject, count => (count === 1 ? failure : { status: 200 }))
          const [one, two] = await waitFor(subject, inbox, 2, `again after ${first}`)
          expectThat(eventText, one.text === two?.text, `the same after ${first}`, short(two?.text))
          const [known] = valuesAt(one.body, 'meta.unique_id')
          expectThat(eventText, known === id, `the id ${id}`, short(known))
        }),
      )
    },
  },
  {
    id: 'C-383',
    operation,
    kind: 'event',
    says: 'After other answers of 4xx and 3xx it is not sent again, and no redirect is followed.',
    async check(subject) {
      const elsewhere = subject.receiver().open()
      const inboxes = await Promise.all(
        [301, 302, 307, 400, 404, 410].map(
          async status => (await ask(subject, () => ({ status, location: elsewhere.url }))).inbox,
        ),
      )
      await expectOnce(subject, inboxes)
      expectThat(eventText, elsewhere.received.length === 0, 'no redirect followed', 'a request to the location')
    },
  },
  {
    id: 'C-384',
    operation,
    kind: 'event',
    says: 'The state of the request tells of the delivery; one that fails leaves the answer a success.',
    check: checkDeliveryState,
  },
  {
    id: 'C-385',
    operation,
    kind: 'event',
    says: 'Without a webhook address the answer stands in the journal, and nothing is delivered.',
    async check(subject) {
      const { made } = subject
      const bot = await made.newBot()
      const { path } = await made.newScenario({}, bot).then(async scenario => {
        expectStatus(await subject.owner.post(scenario.publishPath, {}), 201)
        return scenario
      })
      const answer = await answerOf(subject, bot, { prompt: question })
      expectThat(answer.asked, answer.text.includes('3 days'), `the answer of ${path}`, short(answer.text))
      if (!subject.extensions.marks(journal, 'data[].webhook_status')) return
      const page = await subject.owner.get(`/completion-log/journal?bot_unique_id=${bot}`)
      expectValue(page, 'data[].webhook_status', 'NONE')
    },
  },
  {
    id: 'C-386',
    operation,
    kind: 'event',
    says: 'An address that is changed while a delivery waits is the one that the next attempt goes to.',
    async check(subject) {
      const next = subject.receiver().open()
      const { inbox, bot, id } = await ask(subject, () => ({ status: 503 }))
      await waitFor(subject, inbox, 1)
      expectStatus(await subject.owner.patch(`/bots/${bot}`, { webhook_url: next.url }), 200)
      const [received] = await waitFor(subject, next, 1, 'the next attempt at the new address')
      const [known] = valuesAt(received.body, 'meta.unique_id')
      expectThat(eventText, known === id, `the id ${id}`, short(known))
    },
  },
  {
    id: 'C-387',
    operation,
    kind: 'event',
    says: 'What was accepted before the process was killed is delivered at least once, always the same.',
    isLast: true,
    check: checkKilled,
  },
]

const eventText = 'the webhook'

interface Event {
  readonly subject: Subject
  readonly received: Received
  readonly bot: string
  readonly id: string
}

/** A row about the one event that came. */
function eventRow(
  id: string,
  says: string,
  check: (event: Event, expect: (isSo: boolean, expected: string, came: string) => void) => void | Promise<void>,
): Row {
  return {
    id,
    operation,
    kind: 'event',
    says,
    async check(subject) {
      const event = { subject, ...(await delivered(subject)) }
      await check(event, (isSo, expected, came) => expectThat(eventText, isSo, expected, came))
    },
  }
}

function isJson(type: string | undefined): boolean {
  return type !== undefined && /^application\/json\b/.test(type)
}

/** Waits until so many have come to an inbox. */
async function waitFor(
  { repeatMs, signal }: Subject,
  inbox: Inbox,
  count: number,
  what = 'a webhook',
): Promise<readonly [Received, ...Received[]]> {
  const timeoutMs = 2500 + repeatMs * count
  await until(() => inbox.received.length >= count, { signal, timeoutMs })
  const [first, ...others] = inbox.received
  if (first !== undefined && others.length >= count - 1) return [first, ...others]
  expectThat(eventText, false, `${what} within ${timeoutMs / 1000} s`, `${inbox.received.length}`)
  throw new Error('What does not hold has been reported.')
}

/** Waits until each inbox has one, and then as long as a repetition could take. */
async function expectOnce(subject: Subject, inboxes: readonly Inbox[]): Promise<void> {
  for (const inbox of inboxes) await waitFor(subject, inbox, 1)
  const { signal, repeatMs } = subject
  const isRepeated = () => inboxes.some(({ received }) => received.length > 1)
  expectThat(eventText, !(await until(isRepeated, { signal, timeoutMs: repeatMs })), 'one delivery', 'another one')
}

async function checkDeliveryState(subject: Subject): Promise<void> {
  if (!subject.extensions.marks(journal, 'data[].webhook_status')) {
    throw new Skip('the journal of this service does not show webhook_status')
  }
  const { signal } = subject
  for (const [status, state] of [
    [200, 'DELIVERED'],
    [400, 'FAILED'],
  ] as const) {
    const { id } = await ask(subject, () => ({ status }))
    await until(async () => valuesAt((await journalOf(subject, id)).body, 'data[].webhook_status')[0] === state, {
      signal,
      timeoutMs: 5000,
    })
    const page = await journalOf(subject, id)
    expectValue(page, 'data[].webhook_status', state)
    expectValue(page, 'data[].status', 'SUCCESS')
    const [error] = valuesAt(page.body, 'data[].webhook_error')
    const isTold = state === 'FAILED' ? typeof error === 'string' && error !== '' : error === null
    expectThat(page, isTold, `a "webhook_error" that fits ${state}`, short(error))
  }
}

async function checkKilled(subject: Subject): Promise<void> {
  const { options, made, signal, repeatMs } = subject
  const { restart } = options
  if (restart === undefined) throw new Skip('needs to own the process of the service')
  const inbox = subject.receiver().open()
  const bot = await made.newBot({ webhook_url: inbox.url })
  const ids = await Promise.all(Array.from({ length: 20 }, () => complete(subject, bot, { prompt: question })))
  await restart()
  const textsOf = (id: string) =>
    new Set(inbox.received.filter(({ body }) => valuesAt(body, 'meta.unique_id')[0] === id).map(({ text }) => text))
  // What was being sent when it was killed waits for its next turn.
  await until(() => ids.every(id => textsOf(id).size > 0), { signal, timeoutMs: 2500 + 2 * repeatMs })
  const missing = ids.filter(id => textsOf(id).size === 0)
  const changed = ids.filter(id => textsOf(id).size > 1)
  expectThat(eventText, missing.length === 0, 'all that was accepted', `nothing of ${short(missing)}`)
  expectThat(eventText, changed.length === 0, 'the same each time', `different ones of ${short(changed)}`)
}
