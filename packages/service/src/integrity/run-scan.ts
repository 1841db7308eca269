import type { Kysely } from 'kysely'
import type { Scan, Tables } from '../database/tables.ts'
import type { InSlices } from '../in-slices.ts'
import { botsOfScan } from './bots-of-scan.ts'
import { scanLikeness } from './scan-likeness.ts'
import { beginNotes, type FoundIssue, type ScanNotes } from './scan-store.ts'
import { scanStructure } from './scan-structure.ts'

/** What a scan needs. */
export interface ScanMeans {
  readonly kysely: Kysely<Tables>
  readonly inSlices: InSlices
  readonly clock: () => Date
}

/** Looks at pairs of documents so often between two notes. */
const pairsEachNote = 20_000

/** Carries a scan out from the beginning, bot by bot. Rejects soon after the signal. */
export async function runScan(scan: Scan, means: ScanMeans, signal: AbortSignal): Promise<void> {
  const { kysely, clock } = means
  const notes = await beginNotes(kysely, scan)
  for (const botId of await botsOfScan(kysely, scan)) {
    signal.throwIfAborted()
    if (scan.kind === 'STRUCTURAL') await noteStructure(notes, botId, means)
    else await noteLikeness(notes, botId, { ...means, signal })
    await notes.add({ bots: 1 }, clock())
  }
  await notes.end(clock())
}

async function noteStructure(notes: ScanNotes, botId: string, { kysely, clock }: ScanMeans): Promise<void> {
  const { total } = await kysely
    .selectFrom('knowledges')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('bot_id', '=', botId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const room = notes.room()
  const issues = room === 0 ? [] : await scanStructure(kysely, botId, room)
  await notes.add({ knowledges: total, issues }, clock())
}

async function noteLikeness(
  notes: ScanNotes,
  botId: string,
  { kysely, inSlices, clock, signal }: ScanMeans & { readonly signal: AbortSignal },
): Promise<void> {
  let [knowledges, pairs] = [0, 0]
  let issues: FoundIssue[] = []
  const note = async () => {
    await notes.add({ knowledges, pairs, issues: issues.slice(0, notes.room()) }, clock())
    knowledges = 0
    pairs = 0
    issues = []
  }
  for await (const { id, likeIds, compared } of scanLikeness(kysely, botId, { inSlices, signal })) {
    knowledges += 1
    pairs += compared
    issues = issues.concat(likeIds.map(other => duplicate(botId, id, other)))
    if (pairs >= pairsEachNote || issues.length >= 500) await note()
  }
  await note()
}

function duplicate(bot_id: string, knowledge_id: string, other_knowledge_id: string): FoundIssue {
  return { bot_id, type: 'SEMANTIC_DUPLICATE', knowledge_id, other_knowledge_id }
}
