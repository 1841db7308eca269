import { randomUUID } from 'node:crypto'
import { HttpError } from '../../http/http-error.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { type JsonSchema, name, timestamp, uniqueId } from '../../http/schema.ts'
import { insertAttachment } from './store.ts'

/** The maximum size of an attachment, in bytes of UTF-8. */
const maxAttachmentLength = 1024 * 1024

/** The body of POST /attachments. */
const newAttachment = {
  type: 'object',
  required: ['name', 'content'],
  properties: {
    name,
    content: { type: 'string', maxLength: maxAttachmentLength, description: 'A text of at most 1 MB in UTF-8.' },
  },
} as const satisfies JsonSchema

/** An attachment in responses: without its text. */
const attachmentRecord = {
  type: 'object',
  required: ['unique_id', 'name', 'size', 'created_at'],
  properties: {
    unique_id: uniqueId,
    name: { type: 'string' },
    size: { type: 'integer', description: 'The size of the content, in bytes of UTF-8.' },
    created_at: timestamp,
  },
} as const satisfies JsonSchema

/** Stores a text for use in completions. */
const createAttachment = defineRoute({
  name: 'createAttachment',
  method: 'POST',
  url: '/attachments',
  summary: 'Stores a text that completions can refer to in attachment_ids.',
  isLocal: true,
  body: newAttachment,
  adds: 'bytes',
  status: 201,
  response: attachmentRecord,
  errors: [400, 403],
  async handle({ account, body: { name, content } }, { kysely, clock }) {
    const size = Buffer.byteLength(content)
    if (size > maxAttachmentLength) {
      throw new HttpError(400, `The field "content" has ${size} bytes; the maximum is ${maxAttachmentLength}.`)
    }
    const id = randomUUID()
    const created_at = clock()
    await insertAttachment(kysely, { id, account_id: account.id, name, content, size, created_at })
    return { unique_id: id, name, size, created_at: created_at.toISOString() }
  },
})

/** The operations on attachments. */
export const attachmentRoutes: readonly Route[] = [createAttachment]
