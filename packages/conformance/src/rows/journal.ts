import { valuesAt } from '../contract/path.ts'
import { journalRecord, pageOf } from '../contract/records.ts'
import { expectRefusal, expectStatus, expectThat, expectValue } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { complete, finished } from './kinds/ask-bot.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { envelopeRow, pagingRows } from './kinds/paging-rows.ts'
import { expectPeriod } from './kinds/period.ts'

const operation = 'GET /completion-log/journal'

/** A bot with two answered completions, one of which contains a unique word. */
const answered = oncePerSubject(async subject => {
  const bot = await subject.objects.newBot()
  const word = subject.nameOf('word')
  const prompts = [`Say ${word}.`, 'Say nothing.']
  const ids: string[] = []
  for (const prompt of prompts) ids.push(await complete(subject, bot, { prompt }))
  for (const id of ids) await finished(subject, id)
  return { bot, word, ids, path: `/completion-log/journal?bot_unique_id=${bot}`, total: 2 }
})

const listed: Sample = {
  operation,
  status: 200,
  shape: pageOf(journalRecord),
  at: 'data[]',
  read: oncePerSubject(async subject => subject.owner.get((await answered(subject)).path)),
}

/** The history of requests. */
export const journal: readonly Row[] = [
  {
    id: 'C-310',
    operation,
    kind: 'field',
    requirement: 'It can be limited to one existing bot; without a bot it covers all.',
    async check(subject) {
      const { ids, path } = await answered(subject)
      await expectFound(subject, path, ids)
      expectStatus(await subject.owner.get('/completion-log/journal'), 200)
      expectRefusal(await subject.owner.get(`/completion-log/journal?bot_unique_id=${unknownId}`), 404)
    },
  },
  {
    id: 'C-311',
    operation,
    kind: 'field',
    requirement: '"status" shows only the requests with that status.',
    async check(subject) {
      const { ids, path } = await answered(subject)
      const all = await subject.owner.get(path)
      const [status] = valuesAt(all.body, 'data[].status')
      await expectFound(subject, `${path}&status=${String(status)}`, ids)
      // Any text is a status, since the contract lists no values.
      for (const none of ['PENDING', 'UNHEARD_OF']) await expectFound(subject, `${path}&status=${none}`, [])
    },
  },
  {
    id: 'C-312',
    operation,
    kind: 'field',
    requirement: '"unique_id" finds one request, and nothing for an unknown id.',
    async check(subject) {
      const { ids } = await answered(subject)
      for (const id of ids) await expectFound(subject, `/completion-log/journal?unique_id=${id}`, [id])
      await expectFound(subject, `/completion-log/journal?unique_id=${unknownId}`, [])
    },
  },
  {
    id: 'C-313',
    operation,
    kind: 'field',
    requirement: '"search" matches part of the request.',
    async check(subject) {
      const { ids, path, word } = await answered(subject)
      await expectFound(subject, `${path}&search=${word}`, ids.slice(0, 1))
      await expectFound(subject, `${path}&search=${subject.nameOf('nowhere')}`, [])
    },
  },
  {
    id: 'C-314',
    operation,
    kind: 'field',
    requirement:
      '"start_date" and "end_date" are inclusive days in UTC; other values, and an end before the start, are rejected.',
    check: async subject => expectPeriod(subject, (await answered(subject)).path),
  },
  ...pagingRows({ operation, skip: 315, take: 316, path: async () => '/completion-log/journal' }),
  envelopeRow({ id: 317, operation, make: answered }),
  ...fieldRows([listed], 'Each record of the journal', 318, [
    ...Object.keys(journalRecord.fields).filter(field => field !== 'completion_token_usages'),
    ...Object.keys(journalRecord.fields.completion_token_usages.list.fields).map(
      field => `completion_token_usages[].${field}`,
    ),
  ]),
]

/** Expects a list to contain exactly these ids, in any order. */
async function expectFound({ owner }: Subject, path: string, ids: readonly string[]): Promise<void> {
  const reply = await owner.get(path)
  expectStatus(reply, 200)
  const found = valuesAt(reply.body, 'data[].unique_id')
  const isSame = found.length === ids.length && ids.every(id => found.includes(id))
  expectThat(reply, isSame, `${ids.length} of the requests made`, short(found))
  expectValue(reply, 'meta.total', ids.length)
}
