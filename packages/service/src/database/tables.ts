import type { Definition, Language } from '@scenewright/model'
import type { Dialogue } from '@scenewright/simulator'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

/** A column that holds JSON: written as text, so that both drivers write the same; read as the value. */
type Json<Value> = ColumnType<Value, string, string>
type OptionalJson<Value> = ColumnType<Value | null, string | null, string | null>

/** What has the order of its making in it: times alone may be equal. */
interface Sequenced {
  readonly sequence: Generated<number>
  readonly created_at: Date
}

interface AccountTable {
  readonly id: string
  readonly email: string
  /** The e-mail address in lower case: what it is found by. */
  readonly email_folded: string
  readonly key_salt: string
  readonly key_hash: string
  readonly is_active: Generated<boolean>
  readonly created_at: Date
}

/** What is deleted stays, for what points to it; whoever looks for such a thing passes it by. */
interface Deletable {
  readonly deleted_at: Generated<Date | null>
}

interface BotTable extends Sequenced, Deletable {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly gpt_model: string
  readonly gpt_version: string | null
  readonly embedding_version: string | null
  readonly primary_language: Language
  readonly first_line_greeting_enabled: boolean
  readonly first_line_greeting_text: string
  readonly rag_clarify_enabled: boolean
  readonly scenario_clarify_enabled: boolean
  readonly scenario_clarify_min_confidence: number
  readonly scenario_clarify_margin: number
  readonly allow_public_sources_in_support: boolean
  readonly tools_enabled: boolean
  readonly anonymize_pii: boolean
  readonly max_output_tokens: number
  readonly webhook_url: string | null
  /** What its results are signed with; the database makes it. */
  readonly webhook_secret: Generated<string>
  /** Grows with every change of what the bot answers. */
  readonly revision: Generated<number>
  /** Grows with every change of what the bot knows. */
  readonly knowledge_revision: Generated<number>
  readonly updated_at: Date
}

interface ScenarioTable extends Sequenced, Deletable {
  readonly id: string
  readonly bot_id: string
  readonly title: string
  readonly trigger_description: string
  readonly clarification_label: string | null
  readonly description: string | null
  readonly examples: Json<readonly string[]>
  readonly exclusions: Json<readonly string[]>
  readonly min_confidence: number
  readonly priority: number
  readonly allow_repeat_in_dialogue: boolean
  readonly exit_message: string | null
  readonly layout: OptionalJson<object>
  readonly is_active: Generated<boolean>
  readonly runs: Generated<number>
  readonly updated_at: Date
}

/** One DRAFT at most and one PUBLISHED at most a scenario. */
type VersionStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'

interface VersionTable {
  readonly id: string
  readonly scenario_id: string
  readonly version: number
  readonly status: VersionStatus
  readonly definition: Json<Definition>
  readonly created_at: Date
}

export interface DialogueTable extends Sequenced, Deletable {
  readonly id: string
  readonly dialogue_id: string
  readonly bot_id: string
  readonly name: string
  readonly message_limit: number
  readonly operator_limit: number | null
  readonly customer_messages: Generated<number>
  readonly successful_messages: Generated<number>
  readonly clarification_attempted: Generated<boolean>
  readonly is_active: Generated<boolean>
  /** What the simulator remembers of the dialogue. */
  readonly memory: Json<Dialogue>
  readonly updated_at: Date
}

/** A header that a function sends; its value as the header vault seals it, or null without one. */
export interface KeptHeader {
  readonly id: string
  readonly header_name: string
  readonly is_secret: boolean
  readonly is_enabled: boolean
  readonly sealed: string | null
}

export interface FunctionTable extends Sequenced, Deletable {
  readonly id: string
  readonly bot_id: string
  readonly name: string
  readonly description: string
  readonly strict: boolean
  readonly is_enabled: boolean
  readonly request_method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly request_url: string
  readonly input_schema_json: Json<{ readonly [keyword: string]: unknown }>
  readonly request_body_template: string
  readonly response_path: string
  readonly timeout_ms: number
  readonly max_response_bytes: number
  readonly allow_redirects: boolean
  readonly headers: Json<readonly KeptHeader[]>
  readonly updated_at: Date
}

/** How a bot behaves toward customers: what it answers to greetings and the like, and what a model is told. */
interface AgentTable extends Sequenced {
  readonly id: string
  readonly bot_id: string
  readonly name: string
  readonly greeting_message: Generated<string>
  readonly greeting_message_is_enabled: Generated<boolean>
  readonly greeting_filter: Generated<string>
  readonly greeting_filter_is_enabled: Generated<boolean>
  readonly closing_message: Generated<string>
  readonly closing_message_is_enabled: Generated<boolean>
  readonly closing_filter: Generated<string>
  readonly closing_filter_is_enabled: Generated<boolean>
  readonly classify_greeting_is_enabled: Generated<boolean>
  readonly classify_closing_is_enabled: Generated<boolean>
  readonly classify_operator_is_enabled: Generated<boolean>
  readonly classify_spam_is_enabled: Generated<boolean>
  readonly spam_filter: Generated<string>
  readonly spam_filter_is_enabled: Generated<boolean>
  readonly spam_fallback_message: Generated<string>
  readonly system_behavior: Generated<string>
  readonly system_behavior_is_enabled: Generated<boolean>
  readonly executor: Generated<string>
  readonly executor_is_enabled: Generated<boolean>
  readonly executor_fallback_message: Generated<string>
  readonly constant_context: Generated<string>
  readonly constant_context_is_enabled: Generated<boolean>
  readonly public_sources_header: Generated<string>
  readonly public_sources_header_is_enabled: Generated<boolean>
  readonly public_sources_limit: Generated<number>
  readonly is_active: Generated<boolean>
  /** One default agent a bot. */
  readonly is_default: boolean
  readonly updated_at: Date
}

interface KnowledgeGroupTable extends Sequenced {
  readonly id: string
  readonly bot_id: string
  readonly name: string
}

/** The documents: what the contract calls the first of two stores. */
export interface KnowledgeTable extends Sequenced {
  readonly id: string
  readonly bot_id: string
  readonly group_id: string
  readonly name: string
  readonly type: 'FILE' | 'SITE' | 'TEXT'
  readonly content: string
  /** SHA-256 of the content in Unicode's form NFC, in hexadecimal digits. */
  readonly hash_sum: string
  /** The caller's own id; empty where there is none. */
  readonly document_id: string
  readonly source: string
  readonly is_private_source: boolean
  readonly is_indexed: boolean
  readonly deleted_at: Date | null
  readonly updated_at: Date
}

/** Passages of the documents that are searched, with their vectors: the second of the two stores. */
interface ChunkTable {
  readonly knowledge_id: string
  readonly position: number
  readonly bot_id: string
  readonly text: string
  readonly vector: Uint8Array
}

interface ScanTable {
  readonly id: string
  readonly sequence: Generated<number>
  readonly account_id: string
  /** Null: all bots of the account. */
  readonly bot_id: string | null
  readonly scope: 'GLOBAL' | 'BOT'
  readonly kind: 'STRUCTURAL' | 'SEMANTIC'
  readonly status: 'RUNNING' | 'COMPLETED' | 'FAILED'
  readonly bot_count: Generated<number>
  readonly total_knowledges_checked: Generated<number>
  readonly total_pairs_checked: Generated<number>
  readonly issues_found: Generated<number>
  /** How often it was taken up. */
  readonly attempts: Generated<number>
  readonly owner: number | null
  readonly started_at: Date
  readonly ended_at: Date | null
}

interface ScanIssueTable extends Sequenced {
  readonly id: string
  readonly scan_id: string
  readonly bot_id: string
  readonly type: 'MISSING_IN_STORE_A' | 'MISSING_IN_STORE_B' | 'SEMANTIC_DUPLICATE'
  readonly knowledge_id: string | null
  readonly other_knowledge_id: string | null
}

interface TransferTable extends Sequenced {
  readonly id: string
  readonly source_bot_id: string
  readonly target_bot_id: string
  readonly status: 'PENDING' | 'RUNNING' | 'SUCCESS' | 'FAILED'
  /** From 0 to 100. */
  readonly progress: Generated<number>
  /** The sequence number of the last document that was carried. */
  readonly position: Generated<number>
  /** How often it was taken up without coming further. */
  readonly attempts: Generated<number>
  readonly error: string | null
  readonly owner: number | null
  readonly updated_at: Date
}

/** A document that a transfer carried: the target's own. */
interface TransferItemTable {
  readonly transfer_id: string
  readonly knowledge_id: string
}

/** PENDING → PROCESSING → one of the three others, which is final. */
type CompletionStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'OPERATOR' | 'ERROR'
type WebhookStatus = 'NONE' | 'PENDING' | 'DELIVERED' | 'FAILED'
type CompletionMode = 'PROMPTER' | 'SUPPORT' | 'DIRECT'

interface CompletionTable extends Sequenced {
  readonly id: string
  readonly account_id: string
  readonly bot_id: string
  readonly dialogue_id: string | null
  readonly prompt: string
  readonly system_direct: string | null
  readonly mode: CompletionMode
  readonly is_depersonalize: boolean
  readonly meta: OptionalJson<object>
  readonly status: Generated<CompletionStatus>
  readonly answer: string | null
  readonly tool_calls_count: Generated<number>
  readonly webhook_status: Generated<WebhookStatus>
  readonly webhook_error: string | null
  /** How often it was taken up; the result of an earlier attempt is refused. */
  readonly attempts: Generated<number>
  /** The running service that works on it. */
  readonly owner: number | null
  readonly updated_at: Date
}

interface TokenUsageTable {
  readonly id: string
  readonly completion_id: string
  readonly type: string
  readonly mode: string
  readonly gpt_model: string
  readonly gpt_version: string
  readonly gpt_version_label: string
  readonly tokens_used: number
  readonly source: string
  readonly created_at: Date
}

/** A result that waits for its delivery; gone once that is decided. */
interface DeliveryTable {
  readonly completion_id: string
  readonly bot_id: string
  /** The same bytes at every attempt. */
  readonly body: string
  readonly attempts: Generated<number>
  readonly due_at: Date
  readonly owner: number | null
}

/** A text that an account sent ahead, for its completions to name. */
interface AttachmentTable extends Sequenced {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly content: string
  /** Of the content, in bytes of UTF-8. */
  readonly size: number
}

interface CompletionAttachmentTable {
  readonly completion_id: string
  /** The order in which the completion names them. */
  readonly position: number
  readonly attachment_id: string
}

/** A key under which a completion was asked for. */
export interface IdempotencyKeyTable {
  readonly account_id: string
  readonly key: string
  /** What was asked: another request under the same key has another. */
  readonly fingerprint: string
  readonly completion_id: string
  readonly created_at: Date
}

export interface Tables {
  readonly accounts: AccountTable
  readonly bots: BotTable
  readonly scenarios: ScenarioTable
  readonly versions: VersionTable
  readonly functions: FunctionTable
  readonly agents: AgentTable
  readonly knowledge_groups: KnowledgeGroupTable
  readonly knowledges: KnowledgeTable
  readonly chunks: ChunkTable
  readonly scans: ScanTable
  readonly scan_issues: ScanIssueTable
  readonly transfers: TransferTable
  readonly transfer_items: TransferItemTable
  readonly dialogues: DialogueTable
  readonly completions: CompletionTable
  readonly token_usages: TokenUsageTable
  readonly deliveries: DeliveryTable
  readonly attachments: AttachmentTable
  readonly completion_attachments: CompletionAttachmentTable
  readonly idempotency_keys: IdempotencyKeyTable
}

export type Account = Selectable<AccountTable>
export type Bot = Selectable<BotTable>
export type Scenario = Selectable<ScenarioTable>
export type Version = Selectable<VersionTable>
export type BotFunction = Selectable<FunctionTable>
export type AgentRow = Selectable<AgentTable>
export type Knowledge = Selectable<KnowledgeTable>
export type KnowledgeGroup = Selectable<KnowledgeGroupTable>
export type Scan = Selectable<ScanTable>
export type ScanIssue = Selectable<ScanIssueTable>
export type Transfer = Selectable<TransferTable>
export type DialogueRow = Selectable<DialogueTable>
export type Completion = Selectable<CompletionTable>
export type Attachment = Selectable<AttachmentTable>
export type NewCompletion = Insertable<CompletionTable>
export type TokenUsage = Selectable<TokenUsageTable>
