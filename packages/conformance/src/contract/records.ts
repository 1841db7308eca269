import { languages } from '@scenewright/model/config'
import type { RecordShape, Shape } from './shape.ts'

/** The records in responses, field by field in the order of the contract. */
const times = { created_at: 'timestamp', updated_at: 'timestamp' } as const

export const bot = {
  fields: {
    unique_id: 'uuid',
    name: 'text',
    primary_language: { oneOf: languages },
    first_line_greeting_enabled: 'boolean',
    first_line_greeting_text: 'text',
    rag_clarify_enabled: 'boolean',
    scenario_clarify_enabled: 'boolean',
    scenario_clarify_min_confidence: 'number',
    scenario_clarify_margin: 'number',
    allow_public_sources_in_support: 'boolean',
    tools_enabled: 'boolean',
    anonymize_pii: 'boolean',
    max_output_tokens: 'number',
    ...times,
  },
} as const satisfies RecordShape

/** The response to a change of a bot. */
export const botWebhook = {
  fields: { unique_id: 'uuid', webhook_url: { orNull: 'text' } },
} as const satisfies RecordShape

const node = {
  fields: { id: 'text', type: 'text', title: 'text', text: 'text' },
  optional: ['text'],
} as const satisfies RecordShape

const edge = {
  fields: { id: 'text', source: 'text', target: 'text', priority: 'number', condition: { fields: { type: 'text' } } },
} as const satisfies RecordShape

const version = {
  fields: {
    unique_id: 'uuid',
    version: 'integer',
    status: 'text',
    definition: { fields: { start_node_id: 'text', nodes: { list: node }, edges: { list: edge } } },
    created_at: 'timestamp',
  },
} as const satisfies RecordShape

export const scenario = {
  fields: {
    unique_id: 'uuid',
    title: 'text',
    trigger_description: 'text',
    min_confidence: 'number',
    priority: 'number',
    is_active: 'boolean',
    allow_repeat_in_dialogue: 'boolean',
    versions: { list: version },
    _count: { fields: { runs: 'integer' } },
    ...times,
  },
} as const satisfies RecordShape

const header = {
  fields: { unique_id: 'uuid', header_name: 'text', is_secret: 'boolean', is_enabled: 'boolean', has_value: 'boolean' },
} as const satisfies RecordShape

/** A function (tool). The response does not contain its bot. */
export const functionRecord = {
  fields: {
    unique_id: 'uuid',
    name: 'text',
    description: 'text',
    strict: 'boolean',
    is_enabled: 'boolean',
    request_method: { oneOf: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    request_url: 'text',
    input_schema_json: 'object',
    request_body_template: 'text',
    response_path: 'text',
    timeout_ms: 'number',
    max_response_bytes: 'number',
    allow_redirects: 'boolean',
    headers: { list: header },
    ...times,
  },
} as const satisfies RecordShape

/** The response to a new knowledge document. */
export const knowledge = {
  fields: {
    message: 'text',
    is_exists: 'boolean',
    data: {
      fields: {
        unique_id: 'uuid',
        type: { oneOf: ['FILE', 'SITE', 'TEXT'] },
        name: 'text',
        hash_sum: 'digest',
        document_id: 'text',
        source: 'text',
        is_private_source: 'boolean',
        is_indexed: 'boolean',
        ...times,
        bot,
      },
    },
  },
} as const satisfies RecordShape

const match = {
  fields: {
    knowledge_source_unique_id: 'uuid',
    knowledge_source_name: 'text',
    knowledge_group_unique_id: 'uuid',
    knowledge_group_name: 'text',
    similarity_score: 'number',
    vector_distance: 'number',
    matched_chunk_preview: 'text',
  },
} as const satisfies RecordShape

export const preflight = {
  fields: {
    has_duplicates: 'boolean',
    similarity_threshold: 'number',
    max_results: 'number',
    existing_chunks_checked: 'number',
    embedding_time_ms: 'number',
    tokens_used: 'number',
    matches: { list: match },
  },
} as const satisfies RecordShape

const paging = {
  fields: { total: 'integer', skip: 'integer', take: 'integer' },
} as const satisfies RecordShape

/** A scan of the knowledge base, and a page of its results. */
export const scanJournal = {
  fields: {
    scan: {
      fields: {
        unique_id: 'uuid',
        scope: 'text',
        kind: 'text',
        status: 'text',
        bot_count: 'number',
        total_knowledges_checked: 'number',
        total_pairs_checked: 'number',
        issues_found: 'number',
        started_at: 'timestamp',
      },
    },
    issues: {
      list: {
        fields: {
          unique_id: 'uuid',
          type: { oneOf: ['MISSING_IN_STORE_A', 'MISSING_IN_STORE_B', 'SEMANTIC_DUPLICATE'] },
          created_at: 'timestamp',
        },
      },
    },
    meta: paging,
  },
} as const satisfies RecordShape

export const transfer = {
  fields: { unique_id: 'uuid', status: 'text', progress: 'number', ...times, source_bot: bot, target_bot: bot },
} as const satisfies RecordShape

/** The response to an accepted completion. */
export const accepted = {
  fields: { message: 'text', unique_id: 'uuid' },
} as const satisfies RecordShape

export const dialogue = {
  fields: {
    unique_id: 'uuid',
    dialogue_id: 'text',
    name: 'text',
    message_limit: 'number',
    operator_limit: 'number',
    successful_messages: 'number',
    clarification_attempted: 'boolean',
    is_active: 'boolean',
    ...times,
  },
} as const satisfies RecordShape

const tokenUsage = {
  fields: {
    unique_id: 'uuid',
    completion_unique_id: 'uuid',
    type: 'text',
    mode: 'text',
    created_at: 'timestamp',
    gpt_model: 'text',
    gpt_version: 'text',
    gpt_version_label: 'text',
    tokens_used: 'number',
    source: 'text',
    // Without such a job there is no number to return.
    historical_analysis_job_id: { orNull: 'number' },
  },
} as const satisfies RecordShape

/** A completion in the journal. */
export const journalRecord = {
  fields: {
    unique_id: 'uuid',
    prompt: 'text',
    status: 'text',
    tool_calls_count: 'number',
    ...times,
    bot,
    completion_token_usages: { list: tokenUsage },
  },
} as const satisfies RecordShape

/** A behavior model. */
export const agent = {
  fields: {
    unique_id: 'uuid',
    name: 'text',
    greeting_message: 'text',
    greeting_message_is_enabled: 'boolean',
    greeting_filter: 'text',
    greeting_filter_is_enabled: 'boolean',
    closing_message: 'text',
    closing_message_is_enabled: 'boolean',
    closing_filter: 'text',
    closing_filter_is_enabled: 'boolean',
    classify_greeting_is_enabled: 'boolean',
    classify_closing_is_enabled: 'boolean',
    classify_operator_is_enabled: 'boolean',
    classify_spam_is_enabled: 'boolean',
    spam_filter: 'text',
    spam_filter_is_enabled: 'boolean',
    spam_fallback_message: 'text',
    system_behavior: 'text',
    system_behavior_is_enabled: 'boolean',
    executor: 'text',
    executor_is_enabled: 'boolean',
    executor_fallback_message: 'text',
    constant_context: 'text',
    constant_context_is_enabled: 'boolean',
    public_sources_header: 'text',
    public_sources_header_is_enabled: 'boolean',
    public_sources_limit: 'number',
    is_active: 'boolean',
    is_default: 'boolean',
    ...times,
  },
} as const satisfies RecordShape

/** The body of every error response. */
export const errorBody = {
  fields: { statusCode: 'integer', error: 'text', message: 'text', code: 'text' },
  optional: ['code'],
} as const satisfies RecordShape

/** A page of records. */
export function pageOf(record: Shape): RecordShape {
  return { fields: { data: { list: record }, meta: paging } }
}
