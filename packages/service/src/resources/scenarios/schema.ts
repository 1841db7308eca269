import { documentFormat, scenarioDefaults } from '@scenewright/model'
import { apiLimits, serviceLimits } from '@scenewright/model/limits'
import { clearableText, type JsonSchema, name, text, timestamp, uniqueId } from '../../http/schema.ts'

/** Open objects: fields of undocumented node types are stored. */
const node = {
  type: 'object',
  required: ['id', 'type'],
  additionalProperties: true,
  properties: {
    id: name,
    type: name,
    title: { type: 'string' },
  },
} as const satisfies JsonSchema

const edge = {
  type: 'object',
  required: ['id', 'source', 'target'],
  additionalProperties: true,
  properties: {
    id: name,
    source: { type: 'string' },
    target: { type: 'string' },
    priority: { type: 'number' },
    condition: {
      type: 'object',
      required: ['type'],
      additionalProperties: true,
      properties: { type: { type: 'string' } },
    },
  },
} as const satisfies JsonSchema

/** The flow of a scenario. */
export const definition = {
  type: 'object',
  required: ['start_node_id', 'nodes', 'edges'],
  additionalProperties: true,
  properties: {
    start_node_id: { type: 'string' },
    nodes: { type: 'array', maxItems: serviceLimits.nodes, items: node },
    edges: { type: 'array', maxItems: serviceLimits.edges, items: edge },
  },
} as const satisfies JsonSchema

const messages = { type: 'array', maxItems: serviceLimits.messages, items: text } as const

const fields = {
  title: name,
  trigger_description: text,
  clarification_label: { type: ['string', 'null'], maxLength: serviceLimits.nameLength },
  description: clearableText,
  examples: messages,
  exclusions: messages,
  min_confidence: {
    type: 'number',
    minimum: apiLimits.minConfidence.min,
    maximum: apiLimits.minConfidence.max,
  },
  priority: { type: 'integer', minimum: serviceLimits.priority.min, maximum: serviceLimits.priority.max },
  allow_repeat_in_dialogue: { type: 'boolean' },
  exit_message: { type: ['string', 'null'], maxLength: apiLimits.exitMessageLength },
  definition,
  layout: { type: 'object', additionalProperties: true },
} as const satisfies { readonly [field: string]: JsonSchema }

/** Defaults of a new scenario. */
export const newScenarioDefaults = {
  ...scenarioDefaults,
  clarification_label: null,
  description: null,
  exit_message: null,
  examples: [],
  exclusions: [],
} as const

/** The body of the creation of a scenario. */
export const newScenario = {
  type: 'object',
  required: ['title', 'trigger_description'],
  properties: fields,
} as const satisfies JsonSchema

/** The body of a change: absent fields do not change. */
export const scenarioChange = { type: 'object', properties: fields } as const satisfies JsonSchema

const dependency = {
  type: 'object',
  required: ['name'],
  additionalProperties: true,
  properties: { name: { type: 'string' } },
} as const

/** A portable scenario: the body of the import. */
export const importDocument = {
  type: 'object',
  required: ['format', 'schema_version', 'scenario'],
  properties: {
    format: { type: 'string', enum: [documentFormat] },
    schema_version: { type: 'integer', enum: [1, 2] },
    exported_at: { type: 'string', format: 'date-time' },
    scenario: newScenario,
    dependencies: {
      type: 'object',
      additionalProperties: true,
      properties: {
        functions: { type: 'array', items: dependency },
        knowledge_groups: { type: 'array', items: dependency },
      },
    },
  },
} as const satisfies JsonSchema

const version = {
  type: 'object',
  required: ['unique_id', 'version', 'status', 'definition', 'created_at'],
  properties: {
    unique_id: uniqueId,
    version: { type: 'integer' },
    status: { type: 'string' },
    definition: { type: 'object', additionalProperties: true },
    created_at: timestamp,
  },
} as const satisfies JsonSchema

/** A scenario in a list: without its versions. */
export const scenarioSummary = {
  type: 'object',
  required: [
    'unique_id',
    'title',
    'trigger_description',
    'min_confidence',
    'priority',
    'is_active',
    'allow_repeat_in_dialogue',
    '_count',
    'created_at',
    'updated_at',
  ],
  properties: {
    unique_id: uniqueId,
    title: { type: 'string' },
    trigger_description: { type: 'string' },
    min_confidence: { type: 'number' },
    priority: { type: 'number' },
    is_active: { type: 'boolean' },
    allow_repeat_in_dialogue: { type: 'boolean' },
    _count: { type: 'object', required: ['runs'], properties: { runs: { type: 'integer' } } },
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const satisfies JsonSchema

/** A scenario in responses. */
export const scenarioRecord = {
  type: 'object',
  required: [...scenarioSummary.required, 'versions'],
  properties: { ...scenarioSummary.properties, versions: { type: 'array', items: version } },
} as const satisfies JsonSchema

const texts = { type: 'array', items: { type: 'string' } } as const

/** A scenario with the fields that the contract's own responses do not contain. */
export const fullScenarioRecord = {
  type: 'object',
  required: [
    ...scenarioRecord.required,
    'clarification_label',
    'description',
    'examples',
    'exclusions',
    'exit_message',
    'layout',
  ],
  properties: {
    ...scenarioRecord.properties,
    clarification_label: { type: ['string', 'null'] },
    description: { type: ['string', 'null'] },
    examples: texts,
    exclusions: texts,
    exit_message: { type: ['string', 'null'] },
    layout: { type: ['object', 'null'], additionalProperties: true },
  },
} as const satisfies JsonSchema

/** The body of a publication; optional. */
export const publication = {
  type: ['object', 'null'],
  properties: { activate: { type: 'boolean' } },
} as const satisfies JsonSchema

/** The body that activates or deactivates a scenario. */
export const activation = {
  type: 'object',
  required: ['is_active'],
  properties: { is_active: { type: 'boolean' } },
} as const satisfies JsonSchema
