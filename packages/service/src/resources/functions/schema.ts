import { name as headerName, type JsonSchema, text, timestamp, uniqueId } from '../../http/schema.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Defaults of a new function. */
export const newFunctionDefaults = {
  strict: false,
  is_enabled: true,
  request_body_template: '',
  response_path: '',
  timeout_ms: 10_000,
  max_response_bytes: 262_144,
  allow_redirects: false,
} as const

/** A name that every provider accepts for a tool, so that the model sees it unchanged. */
const name = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: '1 to 64 letters A to Z, digits, hyphens and underscores: the name that the model sees.',
} as const satisfies JsonSchema

/** The fields of creation and change, without the headers. */
const fields = {
  name,
  description: text,
  strict: { type: 'boolean' },
  is_enabled: { type: 'boolean' },
  request_method: { type: 'string', enum: methods },
  request_url: { type: 'string', maxLength: 2048, description: 'HTTPS; arguments are in braces.' },
  input_schema_json: { type: 'object', $ref: 'http://json-schema.org/draft-07/schema#', additionalProperties: true },
  request_body_template: text,
  response_path: { type: 'string', maxLength: 1000, pattern: '^([^.]+(\\.[^.]+)*)?$' },
  timeout_ms: { type: 'integer', minimum: 100, maximum: 60_000 },
  max_response_bytes: { type: 'integer', minimum: 1024, maximum: 5_242_880 },
} as const satisfies { readonly [field: string]: JsonSchema }

/** A header that a function sends. Its value is never returned. */
const newHeader = {
  type: 'object',
  required: ['header_name'],
  properties: {
    header_name: headerName,
    value: { type: ['string', 'null'], maxLength: 8192 },
    is_secret: { type: 'boolean' },
    is_enabled: { type: 'boolean' },
  },
} as const satisfies JsonSchema

/** The body of POST /bot-tools. */
export const newFunction = {
  type: 'object',
  required: ['bot_unique_id', 'name', 'description', 'request_method', 'request_url', 'input_schema_json'],
  properties: {
    bot_unique_id: { type: 'string' },
    ...fields,
    headers: { type: 'array', maxItems: 50, items: newHeader },
  },
} as const satisfies JsonSchema

/**
 * The body of PATCH /bot-tools/{uniqueId}: absent fields do not change. A given list of headers replaces the whole
 * list.
 */
export const functionChange = {
  type: 'object',
  properties: {
    ...fields,
    headers: {
      type: 'array',
      maxItems: 50,
      items: {
        ...newHeader,
        properties: {
          unique_id: {
            type: 'string',
            description: 'The existing header with this id, which keeps its value if none is given.',
          },
          ...newHeader.properties,
        },
      },
    },
  },
} as const satisfies JsonSchema

const headerRecord = {
  type: 'object',
  required: ['unique_id', 'header_name', 'is_secret', 'is_enabled', 'has_value'],
  properties: {
    unique_id: uniqueId,
    header_name: { type: 'string' },
    is_secret: { type: 'boolean' },
    is_enabled: { type: 'boolean' },
    has_value: { type: 'boolean' },
  },
} as const satisfies JsonSchema

/** A function in responses. */
export const functionRecord = {
  type: 'object',
  required: [
    'unique_id',
    'name',
    'description',
    'strict',
    'is_enabled',
    'request_method',
    'request_url',
    'input_schema_json',
    'request_body_template',
    'response_path',
    'timeout_ms',
    'max_response_bytes',
    'allow_redirects',
    'headers',
    'created_at',
    'updated_at',
  ],
  properties: {
    unique_id: uniqueId,
    name: { type: 'string' },
    description: { type: 'string' },
    strict: { type: 'boolean' },
    is_enabled: { type: 'boolean' },
    request_method: { type: 'string', enum: methods },
    request_url: { type: 'string' },
    input_schema_json: { type: 'object', additionalProperties: true },
    request_body_template: { type: 'string' },
    response_path: { type: 'string' },
    timeout_ms: { type: 'number' },
    max_response_bytes: { type: 'number' },
    allow_redirects: { type: 'boolean' },
    headers: { type: 'array', items: headerRecord },
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const satisfies JsonSchema
