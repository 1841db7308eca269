import { type JsonSchema, localExtension, timestamp, uniqueId } from '../../http/schema.ts'
import { listSchema, paging } from '../listing.ts'

const scope = { type: 'string', enum: ['GLOBAL', 'BOT'] } as const
const kind = { type: 'string', enum: ['STRUCTURAL', 'SEMANTIC'] } as const
const issueType = { type: 'string', enum: ['MISSING_IN_STORE_A', 'MISSING_IN_STORE_B', 'SEMANTIC_DUPLICATE'] } as const

/** The body of POST /knowledge-integrity/scans. */
export const newScan = {
  type: 'object',
  required: ['scope', 'kind'],
  properties: { scope, kind, bot_unique_id: { type: 'string', description: 'The bot to scan, for the scope BOT.' } },
} as const satisfies JsonSchema

/** A scan in responses. */
export const scanRecord = {
  type: 'object',
  required: [
    'unique_id',
    'scope',
    'kind',
    'status',
    'bot_count',
    'total_knowledges_checked',
    'total_pairs_checked',
    'issues_found',
    'started_at',
  ],
  properties: {
    unique_id: uniqueId,
    scope,
    kind,
    status: { type: 'string', enum: ['RUNNING', 'COMPLETED', 'FAILED'] },
    bot_count: { type: 'number' },
    total_knowledges_checked: { type: 'number' },
    total_pairs_checked: { type: 'number' },
    issues_found: { type: 'number' },
    started_at: timestamp,
  },
} as const satisfies JsonSchema

/** An issue that a scan found. Of two similar documents, the other one is the later one. */
export const issueRecord = {
  type: 'object',
  required: ['unique_id', 'type', 'created_at', 'bot_unique_id', 'knowledge_unique_id', 'other_knowledge_unique_id'],
  properties: {
    unique_id: uniqueId,
    type: issueType,
    created_at: timestamp,
    bot_unique_id: { ...uniqueId, ...localExtension },
    knowledge_unique_id: { type: ['string', 'null'], format: 'uuid', ...localExtension },
    other_knowledge_unique_id: { type: ['string', 'null'], format: 'uuid', ...localExtension },
  },
} as const satisfies JsonSchema

/** The query of both journals. */
export const scanJournalQuery = {
  type: 'object',
  required: ['skip', 'take'],
  properties: { type: issueType, ...paging },
} as const satisfies JsonSchema

/** A scan, and a page of its issues. */
export const scanJournal = {
  type: 'object',
  required: ['scan', 'issues', 'meta'],
  properties: {
    scan: scanRecord,
    issues: { type: 'array', items: issueRecord },
    meta: listSchema(issueRecord).properties.meta,
  },
} as const satisfies JsonSchema
