import type { AccountTable } from '../accounts/table.ts'
import type { ClockTable } from '../jobs/table.ts'
import type { AgentTable } from '../resources/agents/table.ts'
import type { AttachmentTable, CompletionAttachmentTable } from '../resources/attachments/table.ts'
import type { BotTable } from '../resources/bots/table.ts'
import type {
  CompletionTable,
  DeliveryTable,
  IdempotencyKeyTable,
  JournalCountTable,
  TokenUsageTable,
} from '../resources/completions/table.ts'
import type { DialogueTable } from '../resources/dialogues/table.ts'
import type { EmbeddedDocumentTable, EmbeddingTable } from '../resources/embeddings/table.ts'
import type { FunctionTable } from '../resources/functions/table.ts'
import type { ChunkTable, KnowledgeGroupTable, KnowledgeTable } from '../resources/knowledge/table.ts'
import type { ScanIssueTable, ScanTable } from '../resources/scans/table.ts'
import type { ScenarioTable, VersionTable } from '../resources/scenarios/table.ts'
import type { TransferItemTable, TransferTable } from '../resources/transfers/table.ts'

/** All tables of the database, by their names. */
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
  readonly embedded_documents: EmbeddedDocumentTable
  readonly embeddings: EmbeddingTable
  readonly scans: ScanTable
  readonly scan_issues: ScanIssueTable
  readonly transfers: TransferTable
  readonly transfer_items: TransferItemTable
  readonly dialogues: DialogueTable
  readonly completions: CompletionTable
  readonly journal_counts: JournalCountTable
  readonly token_usages: TokenUsageTable
  readonly deliveries: DeliveryTable
  readonly attachments: AttachmentTable
  readonly completion_attachments: CompletionAttachmentTable
  readonly idempotency_keys: IdempotencyKeyTable
  readonly clock: ClockTable
}
