import { valuesAt } from '../../contract/path.ts'
import { expectStatus, expectThat, textAt } from '../../expect.ts'
import { type Reply, short } from '../../http/reply.ts'
import type { Subject } from '../../subject/subject.ts'
import { waitUntil } from '../../subject/wait-until.ts'
import { Skip } from '../../verdict.ts'

/** A page of the journal with only one completion. */
export function readJournal({ owner }: Subject, id: string): Promise<Reply> {
  return owner.get(`/completion-log/journal?unique_id=${id}`)
}

/** Asks a bot; resolves with the id. */
export async function complete({ owner }: Subject, bot: string, body: object): Promise<string> {
  const reply = await owner.post(`/bots/${bot}/completion`, body)
  expectStatus(reply, 201)
  return textAt(reply, 'unique_id')
}

/** Waits until a completion has its result; returns the journal's page. If there is no result, that is a Mismatch. */
export async function finished(subject: Subject, id: string): Promise<Reply> {
  let page: Reply | undefined
  const isFinal = await waitUntil(async () => {
    page = await readJournal(subject, id)
    const [status] = valuesAt(page.body, 'data[].status')
    return typeof status === 'string' && status !== 'PENDING' && status !== 'PROCESSING'
  }, subject)
  const came = page === undefined ? 'nothing' : short(valuesAt(page.body, 'data[].status'))
  expectThat(page ?? id, isFinal, 'a result within 15 s', came)
  return page ?? readJournal(subject, id)
}

/**
 * Asks a bot and waits; returns its answer, from the journal if that contains answers. Skips the row if it does not.
 */
export async function askForAnswer(
  subject: Subject,
  bot: string,
  body: object,
): Promise<{ readonly asked: string; readonly text: string }> {
  if (!subject.extensions.marks('GET /completion-log/journal', 'data[].answer')) {
    throw new Skip('needs the text of an answer, which the journal of this service does not show')
  }
  const page = await finished(subject, await complete(subject, bot, body))
  const [text] = valuesAt(page.body, 'data[].answer')
  return { asked: `${page.asked}, asked ${short(body)}`, text: String(text) }
}
