import { expectThat } from '../../expect.ts'
import type { Inbox, Received, Respond } from '../../subject/receiver.ts'
import { question } from '../../subject/samples.ts'
import type { Subject } from '../../subject/subject.ts'
import { occursInTime, waitUntil } from '../../subject/wait-until.ts'
import { Mismatch } from '../../verdict.ts'
import { complete } from './ask-bot.ts'

/** The name of the request in messages when the service sends it. */
export const webhook = 'the webhook'

/** A bot whose results are sent to its own inbox, and a completion that it has accepted. */
export async function askWithInbox(subject: Subject, respond?: Respond, body: object = {}) {
  const inbox = subject.receiver().open(respond)
  const bot = await subject.objects.newBot({ webhook_url: inbox.url })
  return { inbox, bot, id: await complete(subject, bot, { prompt: question, ...body }) }
}

/** Waits until an inbox has received this many. */
export async function waitFor(
  subject: Subject,
  inbox: Inbox,
  count: number,
  what = 'a webhook',
): Promise<readonly [Received, ...Received[]]> {
  const usualMs = 2500 + subject.repeatMs * count
  await waitUntil(() => inbox.received.length >= count, subject, usualMs)
  const [first, ...others] = inbox.received
  if (first !== undefined && others.length >= count - 1) return [first, ...others]
  throw new Mismatch(webhook, `${what} within ${usualMs / 1000} s`, `${inbox.received.length} in all`)
}

/** Waits until each inbox has one, and then as long as a repetition could take. */
export async function expectOnce(subject: Subject, inboxes: readonly Inbox[]): Promise<void> {
  for (const inbox of inboxes) await waitFor(subject, inbox, 1)
  const isRepeated = () => inboxes.some(({ received }) => received.length > 1)
  expectThat(webhook, !(await occursInTime(subject.repeatMs, isRepeated, subject)), 'one delivery', 'another one')
}
