import { valuesAt } from '../contract/path.ts'
import { preflight as record } from '../contract/records.ts'
import { expectRefusal, expectStatus, expectThat, expectValue, numberAt } from '../expect.ts'
import { type Reply, short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { checkRequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const operation = 'POST /knowledge-integrity/semantic-duplicates/preflight'

const checking: Sending = {
  operation,
  status: 200,
  send: async ({ owner, objects }, fields) =>
    owner.post('/knowledge-integrity/semantic-duplicates/preflight', {
      ...objects.bodies.preflight(await objects.bot()),
      ...fields,
    }),
}

/** A bot with three nearly equal documents. */
const repeating = oncePerSubject(async ({ owner, objects }) => {
  const bot = await objects.newBot()
  const group = await objects.group(bot)
  const content = 'Every order of more than fifty euros is delivered free of charge within two working days.'
  for (const end of ['', ' Always.', ' Really.']) {
    const body = { ...objects.bodies.knowledge(bot, group), content: content + end }
    expectStatus(await owner.post('/knowledges', body), 201)
  }
  return { bot_unique_id: bot, content }
})

const matching: Sample = {
  operation,
  status: 200,
  shape: record,
  at: '',
  read: oncePerSubject(async subject => checking.send(subject, await repeating(subject))),
}

const distance = {
  paths: ['matches[].vector_distance'],
  requirement: 'The result has "matches[].vector_distance", a number, which is 1 minus the similarity.',
  also(reply: Reply) {
    const scores = valuesAt(reply.body, 'matches[].similarity_score').map(Number)
    const distances = valuesAt(reply.body, 'matches[].vector_distance').map(Number)
    const isSo =
      distances.length > 0 && scores.every((score, index) => Math.abs(1 - score - Number(distances[index])) < 1e-6)
    const came = `similarity ${short(scores)}, distance ${short(distances)}`
    expectThat(reply, isSo, 'distances of 1 minus the similarity', came)
  },
} as const

/** The search for duplicates. */
export const preflight: readonly Row[] = [
  {
    id: 'C-213',
    operation,
    kind: 'field',
    requirement: 'It requires an existing bot.',
    async check(subject) {
      expectStatus(await checking.send(subject, {}), 200)
      for (const wrong of [undefined, 7]) expectRefusal(await checking.send(subject, { bot_unique_id: wrong }), 400)
      expectRefusal(await checking.send(subject, { bot_unique_id: unknownId }), 404)
    },
  },
  ...requestRows(checking, 214, [
    { field: 'name', requirement: 'It requires a name.', takes: ['Delivery'], refuses: [undefined, 7] },
    {
      field: 'content',
      requirement: 'It requires the text.',
      takes: ['Parcels come on foot.'],
      refuses: [undefined, 7],
    },
    {
      field: 'similarity_threshold',
      requirement: 'The minimum similarity ranges from 0.75 to 0.99.',
      takes: [0.75, 0.99],
      refuses: [0.7499, 0.9901, '0.8'],
      isShown: true,
    },
  ]),
  {
    id: 'C-217',
    operation,
    kind: 'field',
    requirement: '"max_results" limits the number of matches.',
    async check(subject) {
      await checkRequestField(
        checking,
        { field: 'max_results', requirement: '', takes: [1, 3], refuses: ['3', 0], isShown: true },
        subject,
      )
      const reply = await checking.send(subject, { ...(await repeating(subject)), max_results: 2 })
      const matches = valuesAt(reply.body, 'matches[]')
      expectThat(reply, matches.length === 2, 'two of the three matches', short(matches.length))
    },
  },
  {
    id: 'C-218',
    operation,
    kind: 'status',
    requirement: 'It returns 200, and adds nothing: a repeated request finds the same number of matches.',
    check: checkNothingAdded,
  },
  ...fieldRows([matching], 'The result', 219, [
    ...Object.keys(record.fields).filter(field => field !== 'matches'),
    ...Object.keys(record.fields.matches.list.fields).map(field =>
      field === 'vector_distance' ? distance : `matches[].${field}`,
    ),
  ]),
]

async function checkNothingAdded(subject: Subject): Promise<void> {
  const bot_unique_id = await subject.objects.newBot()
  const body = { bot_unique_id, content: `A text of its own: ${subject.nameOf('content')}` }
  const first = await checking.send(subject, body)
  expectStatus(first, 200)
  expectValue(first, 'has_duplicates', false)
  const second = await checking.send(subject, body)
  expectStatus(second, 200)
  expectValue(second, 'has_duplicates', false)
  expectValue(second, 'existing_chunks_checked', numberAt(first, 'existing_chunks_checked'))
}
