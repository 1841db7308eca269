import { dialogue } from '../contract/records.ts'
import { isObject } from '../contract/shape.ts'
import { expectStatus, expectThat, expectValue, textAt } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { complete, finished } from './kinds/ask-bot.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { checkRequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const operation = 'POST /bots/{botUniqueId}/dialogues'

const creating: Sending = {
  operation,
  status: 201,
  send: async ({ owner, objects }, fields) =>
    owner.post(`/bots/${await objects.bot()}/dialogues`, { ...objects.bodies.dialogue(), ...fields }),
}

const created: Sample = {
  operation,
  status: 201,
  shape: dialogue,
  at: '',
  read: oncePerSubject(subject => creating.send(subject, {})),
}

/** Dialogues. */
export const dialogues: readonly Row[] = [
  ...requestRows(creating, 296, [
    {
      field: 'name',
      requirement: 'A dialogue requires a name.',
      takes: ['A customer'],
      refuses: [undefined, 7],
      isShown: true,
    },
    {
      field: 'message_limit',
      requirement: 'A dialogue requires the number of messages that it remembers.',
      takes: [1, 20],
      refuses: [undefined, '5', -1],
      isShown: true,
    },
  ]),
  {
    id: 'C-298',
    operation,
    kind: 'field',
    requirement: '"operator_limit" is a number; later messages are sent to an operator.',
    async check(subject) {
      const field = {
        field: 'operator_limit',
        requirement: '',
        takes: [1, 50],
        refuses: ['5', -1],
        isShown: true,
      } as const
      await checkRequestField(creating, field, subject)
      const bot = await subject.objects.bot()
      const id = textAt(await creating.send(subject, { operator_limit: 2 }), 'unique_id')
      for (const status of ['SUCCESS', 'SUCCESS', 'OPERATOR']) {
        const asked = await complete(subject, bot, { prompt: 'Hello', dialogue_id: id })
        expectValue(await finished(subject, asked), 'data[].status', status)
      }
    },
  },
  {
    id: 'C-299',
    operation,
    kind: 'status',
    requirement: 'Creating a dialogue returns 201 and its record.',
    async check(subject) {
      const reply = await created.read(subject)
      expectStatus(reply, 201)
      expectThat(reply, isObject(reply.body), 'a record', short(reply.text))
    },
  },
  ...fieldRows([created], 'A new dialogue', 300, Object.keys(dialogue.fields)),
]
