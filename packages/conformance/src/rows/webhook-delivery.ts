import { valuesAt } from '../contract/path.ts'
import { expectStatus, expectThat, expectValue } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { question } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { waitUntil } from '../subject/wait-until.ts'
import { Skip } from '../verdict.ts'
import { askForAnswer, complete, readJournal } from './kinds/ask-bot.ts'
import { askWithInbox, expectOnce, waitFor, webhook } from './kinds/webhook.ts'

const operation = 'webhook'
const journal = 'GET /completion-log/journal'

/** How a result is sent, and retried. */
export const webhookDelivery: readonly Row[] = [
  {
    id: 'C-381',
    operation,
    kind: 'event',
    requirement: 'After a successful response it is not sent again.',
    async check(subject) {
      const inboxes = await Promise.all(
        [200, 201, 204].map(async status => (await askWithInbox(subject, () => ({ status }))).inbox),
      )
      await expectOnce(subject, inboxes)
    },
  },
  {
    id: 'C-382',
    operation,
    kind: 'event',
    requirement: 'After 408, 429, 5xx and a closed connection it is sent again, byte for byte.',
    async check(subject) {
      await Promise.all(
        ([408, 429, 500, 503, 'cut'] as const).map(async first => {
          const failure = first === 'cut' ? first : { status: first }
          const { inbox, id } = await askWithInbox(subject, count => (count === 1 ? failure : { status: 200 }))
          const [one, two] = await waitFor(subject, inbox, 2, `again after ${first}`)
          expectThat(webhook, one.text === two?.text, `the same after ${first}`, short(two?.text))
          const [known] = valuesAt(one.body, 'meta.unique_id')
          expectThat(webhook, known === id, `the id ${id}`, short(known))
        }),
      )
    },
  },
  {
    id: 'C-383',
    operation,
    kind: 'event',
    requirement: 'After other 4xx and 3xx responses it is not sent again, and no redirect is followed.',
    async check(subject) {
      const elsewhere = subject.receiver().open()
      const inboxes = await Promise.all(
        [301, 302, 307, 400, 404, 410].map(
          async status => (await askWithInbox(subject, () => ({ status, location: elsewhere.url }))).inbox,
        ),
      )
      await expectOnce(subject, inboxes)
      expectThat(webhook, elsewhere.received.length === 0, 'no redirect followed', 'a request to the location')
    },
  },
  {
    id: 'C-384',
    operation,
    kind: 'event',
    requirement:
      'The state of the request includes the delivery; a failed delivery does not change a successful answer.',
    check: checkDeliveryState,
  },
  {
    id: 'C-385',
    operation,
    kind: 'event',
    requirement: 'Without a webhook address the answer is in the journal, and nothing is delivered.',
    async check(subject) {
      const { objects } = subject
      const bot = await objects.newBot()
      const { publishPath } = await objects.newScenario({}, bot)
      expectStatus(await subject.owner.post(publishPath, {}), 201)
      const answer = await askForAnswer(subject, bot, { prompt: question })
      expectThat(answer.asked, answer.text.includes('3 days'), 'the reply of the scenario', short(answer.text))
      if (!subject.extensions.marks(journal, 'data[].webhook_status')) return
      const page = await subject.owner.get(`/completion-log/journal?bot_unique_id=${bot}`)
      expectValue(page, 'data[].webhook_status', 'NONE')
    },
  },
  {
    id: 'C-386',
    operation,
    kind: 'event',
    requirement: 'If the address changes while a delivery waits, the next attempt uses the new address.',
    async check(subject) {
      const next = subject.receiver().open()
      const { inbox, bot, id } = await askWithInbox(subject, () => ({ status: 503 }))
      await waitFor(subject, inbox, 1)
      expectStatus(await subject.owner.patch(`/bots/${bot}`, { webhook_url: next.url }), 200)
      const [received] = await waitFor(subject, next, 1, 'the next attempt at the new address')
      const [known] = valuesAt(received.body, 'meta.unique_id')
      expectThat(webhook, known === id, `the id ${id}`, short(known))
    },
  },
  {
    id: 'C-387',
    operation,
    kind: 'event',
    requirement: 'Requests accepted before the process was killed are delivered at least once, with the same content.',
    isLast: true,
    check: checkKilled,
  },
]

async function checkDeliveryState(subject: Subject): Promise<void> {
  if (!subject.extensions.marks(journal, 'data[].webhook_status')) {
    throw new Skip('the journal of this service does not show webhook_status')
  }
  for (const [status, state] of [
    [200, 'DELIVERED'],
    [400, 'FAILED'],
  ] as const) {
    const { id } = await askWithInbox(subject, () => ({ status }))
    const isThere = async () => valuesAt((await readJournal(subject, id)).body, 'data[].webhook_status')[0] === state
    await waitUntil(isThere, subject, 5000)
    const page = await readJournal(subject, id)
    expectValue(page, 'data[].webhook_status', state)
    expectValue(page, 'data[].status', 'SUCCESS')
    const [error] = valuesAt(page.body, 'data[].webhook_error')
    const hasExpectedError = state === 'FAILED' ? typeof error === 'string' && error !== '' : error === null
    expectThat(page, hasExpectedError, `a "webhook_error" that fits ${state}`, short(error))
  }
}

async function checkKilled(subject: Subject): Promise<void> {
  const { options, objects, repeatMs } = subject
  const { restart } = options
  if (restart === undefined) throw new Skip('needs a command that restarts the service: --restart-command')
  const inbox = subject.receiver().open()
  const bot = await objects.newBot({ webhook_url: inbox.url })
  const ids = await Promise.all(Array.from({ length: 20 }, () => complete(subject, bot, { prompt: question })))
  await restart()
  const textsOf = (id: string) =>
    new Set(inbox.received.filter(({ body }) => valuesAt(body, 'meta.unique_id')[0] === id).map(({ text }) => text))
  // A webhook that was being sent when the service was killed waits for its next retry.
  await waitUntil(() => ids.every(id => textsOf(id).size > 0), subject, 2500 + 2 * repeatMs)
  const missing = ids.filter(id => textsOf(id).size === 0)
  const changed = ids.filter(id => textsOf(id).size > 1)
  expectThat(webhook, missing.length === 0, 'all that was accepted', `nothing of ${short(missing)}`)
  expectThat(webhook, changed.length === 0, 'the same each time', `different ones of ${short(changed)}`)
}
