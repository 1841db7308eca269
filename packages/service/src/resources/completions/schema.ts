import { type JsonSchema, localExtension, maxTextLength, text, timestamp, uniqueId } from '../../http/schema.ts'
import { botRecord } from '../bots/schema.ts'
import { newDialogueSettings } from '../dialogues/schema.ts'

/** The body of POST /bots/{uniqueId}/completion. */
export const newCompletion = {
  type: 'object',
  required: ['prompt'],
  properties: {
    prompt: { type: 'string', minLength: 1, maxLength: maxTextLength },
    system_direct: text,
    dialogue_id: { type: 'string' },
    dialogue: {
      ...newDialogueSettings,
      description: 'Begins a dialogue, or with dialogue_id changes the settings of that dialogue.',
    },
    meta: {
      type: 'object',
      additionalProperties: true,
      description: 'At most 5,120 bytes as JSON in UTF-8; comes back as it was sent.',
    },
    mode: { type: 'string', enum: ['PROMPTER', 'SUPPORT', 'DIRECT'] },
    is_depersonalize: { type: 'boolean' },
    attachment_ids: { type: 'array', maxItems: 100, items: { type: 'string' } },
  },
} as const satisfies JsonSchema

/** The response to an accepted completion. */
export const acceptedCompletion = {
  type: 'object',
  required: ['message', 'unique_id', 'dialogue_id'],
  properties: {
    message: { type: 'string' },
    unique_id: uniqueId,
    dialogue_id: { type: ['string', 'null'], ...localExtension },
  },
} as const satisfies JsonSchema

const tokenUsage = {
  type: 'object',
  required: [
    'unique_id',
    'completion_unique_id',
    'type',
    'mode',
    'created_at',
    'gpt_model',
    'gpt_version',
    'gpt_version_label',
    'tokens_used',
    'source',
    'historical_analysis_job_id',
  ],
  properties: {
    unique_id: uniqueId,
    completion_unique_id: uniqueId,
    type: { type: 'string' },
    mode: { type: 'string' },
    created_at: timestamp,
    gpt_model: { type: 'string' },
    gpt_version: { type: 'string' },
    gpt_version_label: { type: 'string' },
    tokens_used: { type: 'number' },
    source: { type: 'string' },
    historical_analysis_job_id: { type: ['number', 'null'] },
  },
} as const satisfies JsonSchema

/** The values of a completion's status. */
export const completionStatuses = ['PENDING', 'PROCESSING', 'SUCCESS', 'OPERATOR', 'ERROR'] as const

/** A completion in the journal. */
export const journalRecord = {
  type: 'object',
  required: [
    'unique_id',
    'prompt',
    'status',
    'tool_calls_count',
    'created_at',
    'updated_at',
    'bot',
    'completion_token_usages',
    'dialogue_id',
    'answer',
    'webhook_status',
    'webhook_error',
  ],
  properties: {
    unique_id: uniqueId,
    prompt: { type: 'string' },
    status: { type: 'string', enum: completionStatuses },
    tool_calls_count: { type: 'number' },
    created_at: timestamp,
    updated_at: timestamp,
    bot: botRecord,
    completion_token_usages: { type: 'array', items: tokenUsage },
    dialogue_id: { type: ['string', 'null'], ...localExtension },
    answer: { type: ['string', 'null'], ...localExtension },
    webhook_status: { type: 'string', enum: ['NONE', 'PENDING', 'DELIVERED', 'FAILED'], ...localExtension },
    webhook_error: { type: ['string', 'null'], ...localExtension },
  },
} as const satisfies JsonSchema

/** The header that identifies repeated requests. */
export const idempotencyHeaders = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'A request repeated with the same key within 24 hours gets the answer of the first, and is not queued again.',
      ...localExtension,
    },
  },
} as const satisfies JsonSchema
