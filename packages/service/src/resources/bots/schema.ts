import { botDefaults, languages } from '@scenewright/model/config'
import { apiLimits } from '@scenewright/model/limits'
import { clearableText, type JsonSchema, name, text, timestamp, uniqueId } from '../../http/schema.ts'

const percent = (limits: { readonly least: number; readonly most: number }) =>
  ({ type: 'number', minimum: limits.least, maximum: limits.most }) as const

/** The settings of a bot that both creation and change take, without their defaults. */
const settings = {
  gpt_version: clearableText,
  embedding_version: clearableText,
  primary_language: { type: 'string', enum: languages },
  first_line_greeting_enabled: { type: 'boolean' },
  first_line_greeting_text: text,
  rag_clarify_enabled: { type: 'boolean' },
  scenario_clarify_enabled: { type: 'boolean' },
  scenario_clarify_min_confidence: percent(apiLimits.clarifyConfidence),
  scenario_clarify_margin: percent(apiLimits.clarifyMargin),
  allow_public_sources_in_support: { type: 'boolean' },
  tools_enabled: { type: 'boolean' },
  anonymize_pii: { type: 'boolean' },
  max_output_tokens: { type: 'integer', minimum: 1, maximum: 32_768 },
  webhook_url: { type: ['string', 'null'], maxLength: 2048 },
} as const satisfies { readonly [field: string]: JsonSchema }

/** Defaults of a new bot. */
export const newBotDefaults = {
  ...botDefaults,
  first_line_greeting_enabled: false,
  first_line_greeting_text: '',
  rag_clarify_enabled: false,
  allow_public_sources_in_support: false,
  tools_enabled: false,
  anonymize_pii: false,
  max_output_tokens: 4096,
} as const

/** The body of POST /bots. */
export const newBot = {
  type: 'object',
  required: ['name', 'gpt_model'],
  properties: {
    name,
    gpt_model: { type: 'string', enum: ['llm_provider_a', 'llm_provider_b', 'llm_provider_c', 'llm_provider_d'] },
    ...settings,
  },
} as const satisfies JsonSchema

/** The body of PATCH /bots/{uniqueId}. */
export const botChange = { type: 'object', properties: { name, ...settings } } as const satisfies JsonSchema

/** A bot in answers. */
export const botRecord = {
  type: 'object',
  required: [
    'unique_id',
    'name',
    'primary_language',
    'first_line_greeting_enabled',
    'first_line_greeting_text',
    'rag_clarify_enabled',
    'scenario_clarify_enabled',
    'scenario_clarify_min_confidence',
    'scenario_clarify_margin',
    'allow_public_sources_in_support',
    'tools_enabled',
    'anonymize_pii',
    'max_output_tokens',
    'created_at',
    'updated_at',
  ],
  properties: {
    unique_id: uniqueId,
    name: { type: 'string' },
    primary_language: { type: 'string', enum: languages },
    first_line_greeting_enabled: { type: 'boolean' },
    first_line_greeting_text: { type: 'string' },
    rag_clarify_enabled: { type: 'boolean' },
    scenario_clarify_enabled: { type: 'boolean' },
    scenario_clarify_min_confidence: { type: 'number' },
    scenario_clarify_margin: { type: 'number' },
    allow_public_sources_in_support: { type: 'boolean' },
    tools_enabled: { type: 'boolean' },
    anonymize_pii: { type: 'boolean' },
    max_output_tokens: { type: 'number' },
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const satisfies JsonSchema

/** A bot with what the contract's own answers do not show of it. */
export const fullBotRecord = {
  type: 'object',
  required: [...botRecord.required, 'gpt_model', 'gpt_version', 'embedding_version', 'webhook_url'],
  properties: {
    ...botRecord.properties,
    gpt_model: { type: 'string' },
    gpt_version: { type: ['string', 'null'] },
    embedding_version: { type: ['string', 'null'] },
    webhook_url: { type: ['string', 'null'] },
  },
} as const satisfies JsonSchema

/** The answer of PATCH /bots/{uniqueId}. */
export const botWebhook = {
  type: 'object',
  required: ['unique_id', 'webhook_url'],
  properties: { unique_id: uniqueId, webhook_url: { type: ['string', 'null'] } },
} as const satisfies JsonSchema
