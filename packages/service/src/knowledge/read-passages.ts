import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Passage } from './passage.ts'

/** Where a passage is kept, and how sure it is that it is meant. */
interface FoundRow {
  readonly knowledge_id: string
  readonly position: number
  readonly score: number
}

/** Reads passages, in the order given. One whose document has been taken away since is left out. */
export async function readPassages(kysely: Kysely<Tables>, found: readonly FoundRow[]): Promise<readonly Passage[]> {
  if (found.length === 0) return []
  const rows = await kysely
    .selectFrom('chunks')
    .innerJoin('knowledges', 'knowledges.id', 'chunks.knowledge_id')
    .select(['chunks.knowledge_id', 'chunks.position', 'chunks.text'])
    .select(['knowledges.name', 'knowledges.source', 'knowledges.is_private_source'])
    .where('knowledges.deleted_at', 'is', null)
    .where('knowledges.is_indexed', '=', true)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('chunks.knowledge_id', 'chunks.position'),
        'in',
        found.map(({ knowledge_id, position }) =>
          tuple(sql<string>`${knowledge_id}::uuid`, sql<number>`${position}::integer`),
        ),
      ),
    )
    .execute()
  const byPlace = new Map(rows.map(row => [keyOf(row), row]))
  return found.flatMap(({ score, ...place }) => {
    const row = byPlace.get(keyOf(place))
    if (row === undefined) return []
    const { position: _position, ...passage } = row
    return [{ ...passage, score }]
  })
}

function keyOf({ knowledge_id, position }: { readonly knowledge_id: string; readonly position: number }): string {
  return `${knowledge_id}/${position}`
}
