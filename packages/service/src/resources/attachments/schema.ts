import { type JsonSchema, name, timestamp, uniqueId } from '../../http/schema.ts'

/** The most that an attachment holds, in bytes of UTF-8. */
export const longestAttachment = 1024 * 1024

/** The body of POST /attachments. */
export const newAttachment = {
  type: 'object',
  required: ['name', 'content'],
  properties: {
    name,
    content: { type: 'string', maxLength: longestAttachment, description: 'A text of at most 1 MB in UTF-8.' },
  },
} as const satisfies JsonSchema

/** An attachment in answers: without its text. */
export const attachmentRecord = {
  type: 'object',
  required: ['unique_id', 'name', 'size', 'created_at'],
  properties: {
    unique_id: uniqueId,
    name: { type: 'string' },
    size: { type: 'integer', description: 'Of the content, in bytes of UTF-8.' },
    created_at: timestamp,
  },
} as const satisfies JsonSchema
