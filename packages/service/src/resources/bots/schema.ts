import { botDefaults, languages } from '@scenewright/model/config'
import { apiLimits } from '@scenewright/model/limits'
import {
  answerFields,
  clearableText,
  type JsonSchema,
  name,
  namesOf,
  text,
  timestamp,
  uniqueId,
} from '../../http/schema.ts'
import { providerIds } from '../../providers/provider-settings.ts'

const percent = (limits: { readonly min: number; readonly max: number }) =>
  ({ type: 'number', minimum: limits.min, maximum: limits.max }) as const

/** The settings in responses, without their defaults. */
const shownSettings = {
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
} as const satisfies { readonly [field: string]: JsonSchema }

/** The settings that creation and change store unchanged. */
const plainSettings = {
  gpt_version: clearableText,
  embedding_version: clearableText,
  ...shownSettings,
} as const

const settings = { ...plainSettings, webhook_url: { type: ['string', 'null'], maxLength: 2048 } } as const

/** The fields that creation and change store unchanged. */
export const plainFields = ['name', ...namesOf(plainSettings)] as const

/** The fields that the contract's responses contain unchanged. */
export const shownFields = ['name', ...namesOf(shownSettings)] as const

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
    gpt_model: { type: 'string', enum: providerIds },
    ...settings,
  },
} as const satisfies JsonSchema

/** The body of PATCH /bots/{uniqueId}. */
export const botChange = { type: 'object', properties: { name, ...settings } } as const satisfies JsonSchema

/** A bot in responses. */
export const botRecord = {
  type: 'object',
  required: ['unique_id', ...shownFields, 'created_at', 'updated_at'],
  properties: {
    unique_id: uniqueId,
    name: { type: 'string' },
    ...answerFields(shownSettings),
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const satisfies JsonSchema

/** A bot with the fields that the contract's own responses do not contain. */
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

/** The response to PATCH /bots/{uniqueId}. */
export const botWebhook = {
  type: 'object',
  required: ['unique_id', 'webhook_url'],
  properties: { unique_id: uniqueId, webhook_url: { type: ['string', 'null'] } },
} as const satisfies JsonSchema
