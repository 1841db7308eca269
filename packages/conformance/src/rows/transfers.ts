import { valuesAt } from '../contract/path.ts'
import { pageOf, transfer } from '../contract/records.ts'
import { expectRefusal, expectShape, expectStatus, expectThat, expectValue } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { envelopeRow, pagingRows } from './kinds/paging-rows.ts'
import { expectPeriod } from './kinds/period.ts'

const list = 'GET /knowledge-transfer'
const single = 'GET /knowledge-transfer/{transferId}'

const pathOf = async ({ objects }: Subject) => `/knowledge-transfer?bot_unique_id=${(await objects.transfer()).target}`

const listed: Sample = {
  operation: list,
  status: 200,
  shape: pageOf(transfer),
  at: 'data[]',
  read: oncePerSubject(async subject => subject.owner.get(await pathOf(subject))),
}

/** Transfers of knowledge from bot to bot. */
export const transfers: readonly Row[] = [
  {
    id: 'C-266',
    operation: list,
    kind: 'field',
    requirement: 'The list requires the id of one receiving bot.',
    async check({ owner, objects }) {
      expectStatus(await owner.get(`/knowledge-transfer?bot_unique_id=${await objects.bot()}`), 200)
      expectRefusal(await owner.get('/knowledge-transfer'), 400)
      expectRefusal(await owner.get(`/knowledge-transfer?bot_unique_id=${unknownId}`), 404)
    },
  },
  {
    id: 'C-267',
    operation: list,
    kind: 'field',
    requirement: '"unique_id" has at most 32 characters, so a UUID is rejected.',
    async check({ owner, objects }) {
      const path = `/knowledge-transfer?bot_unique_id=${await objects.bot()}&unique_id=`
      expectStatus(await owner.get(path + 'a'.repeat(32)), 200)
      for (const wrong of ['a'.repeat(33), unknownId]) expectRefusal(await owner.get(path + wrong), 400)
    },
  },
  {
    id: 'C-268',
    operation: list,
    kind: 'field',
    requirement: '"status" shows only the transfers with that status.',
    async check(subject) {
      const path = await pathOf(subject)
      const all = await subject.owner.get(path)
      const [status] = valuesAt(all.body, 'data[].status')
      const same = await subject.owner.get(`${path}&status=${String(status)}`)
      expectStatus(same, 200)
      const found = valuesAt(same.body, 'data[].status')
      expectThat(
        same,
        found.length > 0 && found.every(one => one === status),
        `transfers that are ${String(status)}`,
        short(found),
      )
      // Any text is a status, since the contract lists no values.
      for (const none of ['FAILED', 'UNHEARD_OF']) {
        const other = await subject.owner.get(`${path}&status=${none}`)
        expectStatus(other, 200)
        expectValue(other, 'meta.total', 0)
      }
    },
  },
  {
    id: 'C-269',
    operation: list,
    kind: 'field',
    requirement: '"search" shows the transfers that contain the text, and nothing for an unknown text.',
    async check(subject) {
      const reply = await subject.owner.get(`${await pathOf(subject)}&search=${subject.nameOf('nowhere')}`)
      expectStatus(reply, 200)
      expectValue(reply, 'meta.total', 0)
    },
  },
  {
    id: 'C-270',
    operation: list,
    kind: 'field',
    requirement:
      '"start_date" and "end_date" are inclusive days in UTC; other values, and an end before the start, are rejected.',
    check: async subject => expectPeriod(subject, await pathOf(subject)),
  },
  ...pagingRows({
    operation: list,
    skip: 271,
    take: 272,
    path: async ({ objects }) => `/knowledge-transfer?bot_unique_id=${await objects.bot()}`,
  }),
  envelopeRow({
    id: 273,
    operation: list,
    make: async subject => ({ path: await pathOf(subject), total: 1 }),
  }),
  ...fieldRows([listed], 'Each listed transfer', 274, Object.keys(transfer.fields)),
  {
    id: 'C-281',
    operation: single,
    kind: 'status',
    requirement: 'Reading a transfer by its full id is 200; an unknown one is 404.',
    async check(subject) {
      const { id } = await subject.objects.transfer()
      const reply = await subject.owner.get(`/knowledge-transfer/${id}`)
      expectShape(reply, 200, transfer, path => subject.extensions.marks(single, path))
      expectValue(reply, 'unique_id', id)
      expectRefusal(await subject.owner.get(`/knowledge-transfer/${unknownId}`), 404)
    },
  },
]
