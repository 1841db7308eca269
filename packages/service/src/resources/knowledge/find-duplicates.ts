import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { SimilarChunk } from './search.ts'

/** The length of a passage in a match, in characters. */
const previewLength = 200

/** Limits of a search for duplicates. */
interface DuplicateLimits {
  readonly similarity_threshold: number
  readonly max_results: number
}

/** The documents with passages above the threshold, the most similar first, each with its most similar passage. */
export async function findDuplicates(
  kysely: Kysely<Tables>,
  chunks: readonly SimilarChunk[],
  { similarity_threshold, max_results }: DuplicateLimits,
) {
  const nearest = nearestOfEach(chunks.filter(({ score }) => score >= similarity_threshold)).slice(0, max_results)
  const matches = await Promise.all(nearest.map(chunk => readMatch(kysely, chunk)))
  return matches.flatMap(match => match ?? [])
}

/** Of equal ones, the earlier document. */
function nearestOfEach(chunks: readonly SimilarChunk[]): readonly SimilarChunk[] {
  const best = new Map<string, SimilarChunk>()
  for (const chunk of chunks) {
    const { knowledge_id, score } = chunk
    if (score > (best.get(knowledge_id)?.score ?? 0)) best.set(knowledge_id, chunk)
  }
  return [...best.values()].sort((a, b) => b.score - a.score)
}

async function readMatch(kysely: Kysely<Tables>, { knowledge_id, position, score }: SimilarChunk) {
  const row = await kysely
    .selectFrom('chunks')
    .innerJoin('knowledges', 'knowledges.id', 'chunks.knowledge_id')
    .innerJoin('knowledge_groups', 'knowledge_groups.id', 'knowledges.group_id')
    .select(['chunks.text', 'knowledges.name', 'knowledges.group_id', 'knowledge_groups.name as group_name'])
    .where('chunks.knowledge_id', '=', knowledge_id)
    .where('chunks.position', '=', position)
    .where('knowledges.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const similarity_score = Math.min(1, Math.round(score * 1e6) / 1e6)
  return {
    knowledge_source_unique_id: knowledge_id,
    knowledge_source_name: row.name,
    knowledge_group_unique_id: row.group_id,
    knowledge_group_name: row.group_name,
    similarity_score,
    vector_distance: Math.round((1 - similarity_score) * 1e6) / 1e6,
    matched_chunk_preview: [...row.text].slice(0, previewLength).join(''),
  }
}
