import type { JsonSchema } from './infer.ts'

/** Open objects: the fields of types that nobody documents are carried. */
const node = {
  type: 'object',
  required: ['id', 'type'],
  additionalProperties: true,
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 255 },
    type: { type: 'string', minLength: 1, maxLength: 255 },
    title: { type: 'string' },
  },
} as const satisfies JsonSchema

const edge = {
  type: 'object',
  required: ['id', 'source', 'target'],
  additionalProperties: true,
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 255 },
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
    nodes: { type: 'array', maxItems: 10_000, items: node },
    edges: { type: 'array', maxItems: 100_000, items: edge },
  },
} as const satisfies JsonSchema
