/** The only value that the API allows for a document's `format`. */
export const documentFormat = 'service.bot-scenario'

/** The version of the documents that the compiler writes. */
export const documentVersion = 2

/** The types of nodes and conditions that the API documents. */
export const nodeTypes = { reply: 'FIXED_REPLY', end: 'END' } as const
export const alwaysCondition = 'ALWAYS'

/** The condition of an edge. A type's own fields are next to `type`. */
export interface Condition {
  readonly type: string
  readonly [field: string]: unknown
}

/** A node in the form of the document. A FIXED_REPLY has `text`; other types may have undocumented fields. */
export interface FlowNode {
  readonly id: string
  readonly type: string
  readonly title?: string
  readonly text?: unknown
  readonly [field: string]: unknown
}

/** An edge in the form of the document. The service chooses an absent `priority` and `condition`. */
export interface FlowEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly priority?: number
  readonly condition?: Condition
  readonly [field: string]: unknown
}

/** The flow of a scenario, in the form of the document. */
export interface Definition {
  readonly start_node_id: string
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
  readonly [field: string]: unknown
}

/** The `scenario` of an import document: the fields of scenario creation. */
export interface ScenarioFields {
  readonly title: string
  readonly trigger_description: string
  readonly clarification_label?: string | null
  readonly description?: string | null
  readonly examples?: readonly string[]
  readonly exclusions?: readonly string[]
  readonly min_confidence?: number
  readonly priority?: number
  readonly allow_repeat_in_dialogue?: boolean
  readonly exit_message?: string | null
  readonly definition?: Definition
  readonly layout?: { readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

/** A portable scenario, schema_version 2: the body of `POST /bots/{uniqueId}/scenarios/import`. */
export interface ImportDocument {
  readonly format: typeof documentFormat
  readonly schema_version: typeof documentVersion
  readonly exported_at?: string
  readonly scenario: ScenarioFields
  readonly dependencies?: { readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

/** The fields of a scenario apart from its flow and its layout, in the order of the API's description. */
export const contentFields = [
  'title',
  'trigger_description',
  'clarification_label',
  'description',
  'examples',
  'exclusions',
  'min_confidence',
  'priority',
  'allow_repeat_in_dialogue',
  'exit_message',
] as const

/** The order in which the compiler writes the known fields: that of the API's description. Unknown ones follow. */
export const fieldOrder = {
  document: ['format', 'schema_version', 'exported_at', 'scenario', 'dependencies'],
  scenario: [...contentFields, 'definition', 'layout'],
  definition: ['start_node_id', 'nodes', 'edges'],
  node: ['id', 'type', 'title', 'text'],
  edge: ['id', 'source', 'target', 'priority', 'condition'],
} as const

/** The API's defaults for absent fields. */
export const scenarioDefaults = { min_confidence: 78, priority: 100, allow_repeat_in_dialogue: false } as const

/**
 * The only place that defines which priority comes first (assumption A-02): the lower number, for edges and for
 * scenarios. Negative if `a` comes before `b`.
 */
export function comparePriority(a: number | undefined, b: number | undefined): number {
  return (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY) || 0
}
