import { type JsonSchema, name, timestamp, uniqueId } from '../../http/schema.ts'

/** The settings of a new dialogue. */
export const newDialogueSettings = {
  type: 'object',
  required: ['name', 'message_limit'],
  properties: {
    name,
    message_limit: { type: 'integer', minimum: 0, maximum: 100 },
    operator_limit: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 1000,
      description: '0 or null: the dialogue is never passed to an operator.',
    },
  },
} as const satisfies JsonSchema

/** A dialogue in responses. */
export const dialogueRecord = {
  type: 'object',
  required: [
    'unique_id',
    'dialogue_id',
    'name',
    'message_limit',
    'operator_limit',
    'successful_messages',
    'clarification_attempted',
    'is_active',
    'created_at',
    'updated_at',
  ],
  properties: {
    unique_id: uniqueId,
    dialogue_id: uniqueId,
    name: { type: 'string' },
    message_limit: { type: 'number' },
    operator_limit: { type: 'number', description: '0 if the dialogue is never passed to an operator.' },
    successful_messages: { type: 'number' },
    clarification_attempted: { type: 'boolean' },
    is_active: { type: 'boolean' },
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const satisfies JsonSchema
