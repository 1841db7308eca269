import { defineRoute, type Route } from '../../http/route.ts'
import { requireBot } from '../bots/store.ts'
import { checkContent, cutContent } from './content.ts'
import { findDuplicates } from './find-duplicates.ts'
import { preflight, preflightDefaults, preflightResult } from './schema.ts'

/** Finds documents that are similar to a text, and adds nothing. */
const findKnowledgeDuplicates = defineRoute({
  name: 'findKnowledgeDuplicates',
  method: 'POST',
  url: '/knowledge-integrity/semantic-duplicates/preflight',
  summary: 'Finds documents of a bot that are similar to a text, and adds nothing.',
  body: preflight,
  status: 200,
  response: preflightResult,
  errors: [400, 403, 404],
  async handle({ account, body }, service) {
    const bot = await requireBot(body.bot_unique_id, account, service)
    checkContent(body.content)
    const { similarity_threshold, max_results } = { ...preflightDefaults, ...body }
    const begunAt = service.timers.now()
    const chunks = await cutContent(body.content, service.slicer)
    const cutMs = service.timers.now() - begunAt
    const similar = await service.knowledge.similar(bot, { name: body.name, chunks })
    const matches = await findDuplicates(service.kysely, similar.chunks, { similarity_threshold, max_results })
    return {
      has_duplicates: matches.length > 0,
      similarity_threshold,
      max_results,
      existing_chunks_checked: similar.chunks.length,
      embedding_time_ms: Math.round(cutMs + similar.ms),
      tokens_used: similar.tokens,
      matches,
    }
  },
})

/** The operations on duplicates in a knowledge base. */
export const knowledgeDuplicateRoutes: readonly Route[] = [findKnowledgeDuplicates]
