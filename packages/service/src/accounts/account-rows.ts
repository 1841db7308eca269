import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The rows of a table that belong to an account. */
interface AccountRows {
  readonly table: keyof Tables
  readonly condition: RawBuilder<boolean>
}

/** All rows of an account but its own, in an order in which they can be deleted: each before those it refers to. */
export function accountRows(account: string): readonly AccountRows[] {
  const bots = sql`(select id from bots where account_id = ${account})`
  const completions = sql`(select id from completions where account_id = ${account})`
  const transfers = sql`(select id from transfers where source_bot_id in ${bots} or target_bot_id in ${bots})`
  const ofBot = sql<boolean>`bot_id in ${bots}`
  const ofAccount = sql<boolean>`account_id = ${account}`
  const ofCompletion = sql<boolean>`completion_id in ${completions}`
  return [
    { table: 'idempotency_keys', condition: ofAccount },
    { table: 'deliveries', condition: ofCompletion },
    { table: 'token_usages', condition: ofCompletion },
    { table: 'completion_attachments', condition: ofCompletion },
    { table: 'completions', condition: ofAccount },
    { table: 'journal_counts', condition: ofAccount },
    { table: 'attachments', condition: ofAccount },
    { table: 'dialogues', condition: ofBot },
    {
      table: 'scan_issues',
      condition: sql`${ofBot} or scan_id in (select id from scans where account_id = ${account})`,
    },
    { table: 'scans', condition: ofAccount },
    { table: 'transfer_items', condition: sql`transfer_id in ${transfers}` },
    { table: 'transfers', condition: sql`id in ${transfers}` },
    { table: 'embeddings', condition: ofBot },
    { table: 'embedded_documents', condition: ofBot },
    { table: 'chunks', condition: ofBot },
    { table: 'knowledges', condition: ofBot },
    { table: 'knowledge_groups', condition: ofBot },
    { table: 'versions', condition: sql`scenario_id in (select id from scenarios where bot_id in ${bots})` },
    { table: 'scenarios', condition: ofBot },
    { table: 'functions', condition: ofBot },
    { table: 'agents', condition: ofBot },
    { table: 'bots', condition: ofAccount },
  ]
}
