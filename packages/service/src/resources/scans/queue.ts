import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { startJobQueue } from '../../jobs/job-queue.ts'
import type { WorkLoop } from '../../jobs/work-loop.ts'
import type { Meters } from '../../metrics/metrics.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import type { Timers } from '../../runtime/timers.ts'
import { scanSimilarity } from './similarity.ts'
import {
  type BotToScan,
  beginRecording,
  botsOfScan,
  claimScan,
  endScan,
  type FoundIssue,
  releaseScans,
  type ScanRecorder,
} from './store.ts'
import type { Scan } from './table.ts'

/** The dependencies of a scan. */
interface ScanDependencies {
  readonly kysely: Kysely<Tables>
  readonly slicer: TimeSlicer
  readonly clock: () => Date
}

/** The conditions of one run of a scan. */
interface ScanRun {
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

/** The number of compared pairs of passages between two progress records. */
const pairsEachNote = 5_000_000

/** Runs the waiting scans sequentially. An interrupted one continues where it stopped. */
export function startScanQueue(
  options: ScanDependencies & {
    readonly owner: number
    readonly canClaim: () => boolean
    readonly meters: Pick<Meters, 'jobEnded'>
    readonly onError: (error: unknown) => void
    readonly timers: Timers
  },
): WorkLoop {
  const { kysely, clock, owner, meters } = options
  return startJobQueue<Scan>(
    {
      claim: () => claimScan(kysely, owner),
      release: isCounted => releaseScans(kysely, owner, isCounted),
      run: (scan, signal, onProgress) => runScan(scan, options, { signal, onProgress }),
      fail: scan => endScan(kysely, scan, 'FAILED', clock()),
    },
    { ...options, onEnded: (outcome, ms) => meters.jobEnded('scan', outcome, ms) },
  )
}

/** Runs a scan, bot by bot, continuing where an earlier attempt stopped. Rejects soon after the signal. */
async function runScan(scan: Scan, dependencies: ScanDependencies, run: ScanRun): Promise<void> {
  const { kysely, clock } = dependencies
  const notes = await beginRecording(kysely, scan)
  for (const bot of await botsOfScan(kysely, scan)) {
    run.signal.throwIfAborted()
    run.onProgress()
    if (scan.kind === 'STRUCTURAL') await recordStructure(notes, bot, dependencies)
    else await recordSimilarity(notes, bot, { ...dependencies, ...run })
  }
  await notes.end(clock())
}

async function recordStructure(
  notes: ScanRecorder,
  bot: BotToScan,
  { kysely, clock }: ScanDependencies,
): Promise<void> {
  const { id: botId } = bot
  const { total } = await kysely
    .selectFrom('knowledges')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('bot_id', '=', botId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const room = notes.room()
  const issues = room === 0 ? [] : await scanStructure(kysely, botId, room)
  await notes.add({ place: { bot, document: null }, bots: 1, knowledges: total, issues }, clock())
}

async function recordSimilarity(
  notes: ScanRecorder,
  bot: BotToScan,
  { kysely, slicer, clock, signal, onProgress }: ScanDependencies & ScanRun,
): Promise<void> {
  let [knowledges, pairs, passagePairs] = [0, 0, 0]
  let issues: FoundIssue[] = []
  const note = async (document: number | null) => {
    const found = { knowledges, pairs, issues: issues.slice(0, notes.room()) }
    await notes.add({ place: { bot, document }, bots: document === null ? 1 : 0, ...found }, clock())
    knowledges = 0
    pairs = 0
    passagePairs = 0
    issues = []
  }
  for await (const like of scanSimilarity(kysely, bot.id, { after: bot.after, slicer, signal, onProgress })) {
    knowledges += 1
    pairs += like.compared
    passagePairs += like.pairs
    issues = issues.concat(like.likeIds.map(other => duplicate(bot.id, like.id, other)))
    if (passagePairs >= pairsEachNote || issues.length >= 500) await note(like.sequence)
  }
  await note(null)
}

function duplicate(bot_id: string, knowledge_id: string, other_knowledge_id: string): FoundIssue {
  return { bot_id, type: 'SEMANTIC_DUPLICATE', knowledge_id, other_knowledge_id }
}

/**
 * Finds differences between the two stores of a bot's knowledge: passages whose document is gone (A is the store of the
 * documents), and searchable documents without passages (B is the store of the passages). At most `max` issues.
 */
async function scanStructure(kysely: Kysely<Tables>, botId: string, max: number): Promise<readonly FoundIssue[]> {
  const withoutDocument = await kysely
    .selectFrom('chunks')
    .leftJoin('knowledges', join =>
      join.onRef('knowledges.id', '=', 'chunks.knowledge_id').on('knowledges.deleted_at', 'is', null),
    )
    .select('chunks.knowledge_id')
    .distinct()
    .where('chunks.bot_id', '=', botId)
    .where('knowledges.id', 'is', null)
    .orderBy('chunks.knowledge_id')
    .limit(max)
    .execute()
  const withoutChunks = await kysely
    .selectFrom('knowledges')
    .select('id as knowledge_id')
    .where('bot_id', '=', botId)
    .where('deleted_at', 'is', null)
    .where('is_indexed', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('chunks').select('position').whereRef('chunks.knowledge_id', '=', 'knowledges.id'))),
    )
    .orderBy('sequence')
    .limit(max)
    .execute()
  return [
    ...withoutDocument.map(({ knowledge_id }) => issue('MISSING_IN_STORE_A', botId, knowledge_id)),
    ...withoutChunks.map(({ knowledge_id }) => issue('MISSING_IN_STORE_B', botId, knowledge_id)),
  ].slice(0, max)
}

function issue(type: FoundIssue['type'], bot_id: string, knowledge_id: string): FoundIssue {
  return { bot_id, type, knowledge_id, other_knowledge_id: null }
}
