import { type JsonSchema, name, text, timestamp, uniqueId } from '../../http/schema.ts'

/** The text fields of a behavior model. */
const texts = [
  'greeting_message',
  'greeting_filter',
  'closing_message',
  'closing_filter',
  'spam_filter',
  'spam_fallback_message',
  'system_behavior',
  'executor',
  'executor_fallback_message',
  'constant_context',
  'public_sources_header',
] as const

/** The switches of a behavior model. */
const switches = [
  'greeting_message_is_enabled',
  'greeting_filter_is_enabled',
  'closing_message_is_enabled',
  'closing_filter_is_enabled',
  'classify_greeting_is_enabled',
  'classify_closing_is_enabled',
  'classify_operator_is_enabled',
  'classify_spam_is_enabled',
  'spam_filter_is_enabled',
  'system_behavior_is_enabled',
  'executor_is_enabled',
  'constant_context_is_enabled',
  'public_sources_header_is_enabled',
  'is_active',
] as const

/** The fields of a behavior model that a change stores unchanged. */
export const agentFields = ['name', ...texts, ...switches, 'public_sources_limit'] as const

/** The body of PATCH /bot-agents/{uniqueId}. */
export const agentChange = {
  type: 'object',
  properties: {
    name,
    ...fieldsOf(texts, text),
    ...fieldsOf(switches, { type: 'boolean' }),
    public_sources_limit: { type: 'integer', minimum: 0, maximum: 100 },
  },
} as const satisfies JsonSchema

/** A behavior model in responses. */
export const agentRecord = {
  type: 'object',
  required: [
    'unique_id',
    'name',
    ...texts,
    ...switches,
    'public_sources_limit',
    'is_default',
    'created_at',
    'updated_at',
  ],
  properties: {
    unique_id: uniqueId,
    name: { type: 'string' },
    ...fieldsOf(texts, { type: 'string' }),
    ...fieldsOf(switches, { type: 'boolean' }),
    public_sources_limit: { type: 'number' },
    is_default: { type: 'boolean' },
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const satisfies JsonSchema

/** The same schema for several fields. */
function fieldsOf<const Name extends string, const Schema extends JsonSchema>(names: readonly Name[], schema: Schema) {
  // The keys are the given names.
  return Object.fromEntries(names.map(field => [field, schema])) as { readonly [Field in Name]: Schema }
}
