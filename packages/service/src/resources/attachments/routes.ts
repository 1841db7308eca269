import { randomUUID } from 'node:crypto'
import { Refusal } from '../../http/refusal.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { attachmentRecord, longestAttachment, newAttachment } from './schema.ts'

/** A text for completions to name. */
const createAttachment = defineRoute({
  name: 'createAttachment',
  method: 'POST',
  url: '/attachments',
  summary: 'Keeps a text that completions may then name in their attachment_ids.',
  isLocal: true,
  body: newAttachment,
  status: 201,
  response: attachmentRecord,
  refusals: [400, 403],
  async handle({ account, body: { name, content } }, { kysely, clock }) {
    const size = Buffer.byteLength(content)
    if (size > longestAttachment) {
      throw new Refusal(400, `The field "content" has ${size} bytes; ${longestAttachment} are allowed.`)
    }
    const id = randomUUID()
    const created_at = clock()
    await kysely
      .insertInto('attachments')
      .values({ id, account_id: account.id, name, content, size, created_at })
      .execute()
    return { unique_id: id, name, size, created_at: created_at.toISOString() }
  },
})

/** The operations on attachments. */
export const attachmentRoutes: readonly Route[] = [createAttachment]
