import { valuesAt } from '../contract/path.ts'
import { agent, pageOf } from '../contract/records.ts'
import { expectRefusal, expectStatus, expectThat, expectValue, numberAt } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { envelopeRow, pagingRows } from './kinds/paging-rows.ts'

const list = 'GET /bot-agents'
const single = 'GET /bot-agents/{uniqueId}'

const pathOf = async ({ objects }: Subject) => `/bot-agents?bot_unique_id=${await objects.bot()}`

const listed: Sample = {
  operation: list,
  status: 200,
  shape: pageOf(agent),
  at: 'data[]',
  read: oncePerSubject(async subject => subject.owner.get(await pathOf(subject))),
}

const read: Sample = {
  operation: single,
  status: 200,
  shape: agent,
  at: '',
  read: oncePerSubject(async ({ owner, objects }) => owner.get(`/bot-agents/${await objects.agent()}`)),
}

/** Behavior models. */
export const agents: readonly Row[] = [
  {
    id: 'C-336',
    operation: list,
    kind: 'field',
    requirement: 'The list requires the id of one bot.',
    async check(subject) {
      expectStatus(await subject.owner.get(await pathOf(subject)), 200)
      expectRefusal(await subject.owner.get('/bot-agents'), 400)
    },
  },
  {
    id: 'C-337',
    operation: list,
    kind: 'field',
    requirement: '"is_active" filters by active or inactive; any other value is rejected.',
    async check(subject) {
      const path = await pathOf(subject)
      let sum = 0
      for (const value of [true, false]) {
        const reply = await subject.owner.get(`${path}&is_active=${value}`)
        expectStatus(reply, 200)
        const found = valuesAt(reply.body, 'data[].is_active')
        expectThat(
          reply,
          found.every(one => one === value),
          `those that are ${value}`,
          short(found),
        )
        sum += numberAt(reply, 'meta.total')
      }
      expectValue(await subject.owner.get(path), 'meta.total', sum)
      for (const wrong of ['yes', '1']) expectRefusal(await subject.owner.get(`${path}&is_active=${wrong}`), 400)
    },
  },
  ...pagingRows({ operation: list, skip: 338, take: 339, hasDefaults: true, path: pathOf }),
  envelopeRow({
    id: 340,
    operation: list,
    async make(subject) {
      const path = await pathOf(subject)
      return { path, total: valuesAt((await subject.owner.get(`${path}&take=100`)).body, 'data[]').length }
    },
  }),
  {
    id: 'C-341',
    operation: list,
    kind: 'error',
    requirement: 'A bot of another account is 403, and an unknown one 404.',
    async check(subject) {
      expectRefusal(await subject.owner.get(`/bot-agents?bot_unique_id=${unknownId}`), 404)
      expectRefusal(await subject.as('stranger').get(await pathOf(subject)), 403)
    },
  },
  ...fieldRows([listed, read], 'A behavior model', 342, Object.keys(agent.fields)),
  {
    id: 'C-373',
    operation: single,
    kind: 'error',
    requirement: 'Reading one is 200, one of another account 403, and an unknown one 404.',
    async check(subject) {
      const path = `/bot-agents/${await subject.objects.agent()}`
      expectStatus(await subject.owner.get(path), 200)
      expectRefusal(await subject.owner.get(`/bot-agents/${unknownId}`), 404)
      expectRefusal(await subject.as('stranger').get(path), 403)
    },
  },
]
