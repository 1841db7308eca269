import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import { startJobQueue } from '../../jobs/job-queue.ts'
import type { WorkLoop } from '../../jobs/work-loop.ts'
import type { Meters } from '../../metrics/metrics.ts'
import type { DataLoaders } from '../../runtime/data-loaders.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import type { Timers } from '../../runtime/timers.ts'
import type { Bot } from '../bots/table.ts'
import { groupOfName } from '../knowledge/group-store.ts'
import { addKnowledge } from '../knowledge/store.ts'
import type { Knowledge } from '../knowledge/table.ts'
import { type CopiedBatch, copyBatch } from './copy-batch.ts'
import { claimTransfer, endTransfer, recordCopied, releaseTransfers } from './store.ts'
import type { Transfer } from './table.ts'

/** The dependencies of a transfer. */
interface TransferDependencies {
  readonly kysely: Kysely<Tables>
  readonly loaders: DataLoaders
  readonly slicer: TimeSlicer
  readonly clock: () => Date
}

/** The conditions of one run of a transfer. */
interface TransferRun {
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

interface Way {
  readonly source: Bot
  readonly target: Bot
}

/** Runs the waiting transfers sequentially. An interrupted one continues where it stopped. */
export function startTransferQueue(
  options: TransferDependencies & {
    readonly owner: number
    readonly canClaim: () => boolean
    readonly meters: Pick<Meters, 'jobEnded'>
    readonly onError: (error: unknown) => void
    readonly timers: Timers
  },
): WorkLoop {
  const { kysely, clock, owner, meters } = options
  return startJobQueue<Transfer>(
    {
      claim: () => claimTransfer(kysely, owner, clock()),
      release: isCounted => releaseTransfers(kysely, owner, isCounted),
      run: (transfer, signal, onProgress) => runTransfer(transfer, options, { signal, onProgress }),
      fail: transfer =>
        endTransfer(kysely, transfer, clock(), 'The service failed to perform the transfer several times.'),
    },
    { ...options, onEnded: (outcome, ms) => meters.jobEnded('transfer', outcome, ms) },
  )
}

/**
 * Copies the documents of one bot to another, in order, continuing where an earlier attempt stopped. A document whose
 * document_id or content already exists in the target is not duplicated. Rejects soon after the signal.
 */
async function runTransfer(transfer: Transfer, dependencies: TransferDependencies, run: TransferRun): Promise<void> {
  const { kysely, loaders, clock } = dependencies
  const source = await loaders.bot(transfer.source_bot_id)
  const target = await loaders.bot(transfer.target_bot_id)
  if (source === undefined || target === undefined) {
    return endTransfer(kysely, transfer, clock(), 'One of the two bots was deleted.')
  }
  try {
    await copyDocuments(transfer, { source, target }, dependencies, run)
    await endTransfer(kysely, transfer, clock())
  } catch (error) {
    // A permanent rejection by the target: a retry would fail too.
    if (!(error instanceof HttpError)) throw error
    await endTransfer(kysely, transfer, clock(), error.message)
  }
}

async function copyDocuments(
  transfer: Transfer,
  { source, target }: Way,
  dependencies: TransferDependencies,
  { signal, onProgress }: TransferRun,
) {
  const { kysely, clock } = dependencies
  let { position } = transfer
  const total = await countDocuments(kysely, source, 0)
  let left = await countDocuments(kysely, source, position)
  const record = async (transaction: Kysely<Tables>, copied: CopiedBatch) => {
    left = Math.max(0, left - copied.ids.length)
    position = copied.position
    // The remaining progress is recorded when the transfer ends.
    const progress = Math.min(99, Math.floor((100 * (total - left)) / Math.max(total, 1)))
    await recordCopied(transaction, transfer, { ...copied, progress }, clock())
  }
  while (true) {
    signal.throwIfAborted()
    onProgress()
    const isCopied = await kysely.transaction().execute(async transaction => {
      const copied = await copyBatch(transaction, { source, target, position, now: clock() })
      if (copied !== undefined) await record(transaction, copied)
      return copied !== undefined
    })
    if (isCopied) continue
    // A document that cannot be copied as it is.
    const document = await nextDocument(kysely, source, position)
    if (document === undefined) return
    const { id } = await copy(document, target, dependencies)
    await kysely.transaction().execute(transaction => record(transaction, { position: document.sequence, ids: [id] }))
  }
}

async function countDocuments(kysely: Kysely<Tables>, source: Bot, position: number): Promise<number> {
  const { total } = await documentsAfter(kysely, source, position)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function nextDocument(kysely: Kysely<Tables>, source: Bot, position: number) {
  return documentsAfter(kysely, source, position)
    .innerJoin('knowledge_groups', 'knowledge_groups.id', 'knowledges.group_id')
    .selectAll('knowledges')
    .select('knowledge_groups.name as group_name')
    .orderBy('knowledges.sequence')
    .limit(1)
    .executeTakeFirst()
}

function documentsAfter(kysely: Kysely<Tables>, source: Bot, position: number) {
  return kysely
    .selectFrom('knowledges')
    .where('knowledges.bot_id', '=', source.id)
    .where('knowledges.deleted_at', 'is', null)
    .where('knowledges.sequence', '>', position)
}

async function copy(
  document: Knowledge & { readonly group_name: string },
  bot: Bot,
  { kysely, slicer, clock }: TransferDependencies,
): Promise<Knowledge> {
  const { name, type, content, document_id, source, is_private_source, is_indexed, group_name } = document
  const now = clock()
  const group = await groupOfName(kysely, bot, group_name, now)
  const { row } = await addKnowledge(
    {
      bot_unique_id: bot.id,
      knowledge_group_unique_id: group.id,
      name,
      type,
      content,
      document_id,
      source,
      is_private_source,
      is_indexed,
    },
    { bot, group, kysely, slicer, now },
  )
  return row
}
