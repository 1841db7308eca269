import { performance } from 'node:perf_hooks'
import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { checkContent } from '../knowledge/check-content.ts'
import { cutContent } from '../knowledge/cut-content.ts'
import { findDuplicates } from '../knowledge/find-duplicates.ts'
import { preflight, preflightDefaults, preflightResult } from '../schemas/knowledge-preflight.ts'

/** What a bot knows that is much like a text. Nothing is added. */
export const findKnowledgeDuplicates = defineRoute({
  name: 'findKnowledgeDuplicates',
  method: 'POST',
  url: '/knowledge-integrity/semantic-duplicates/preflight',
  summary: 'Finds documents of a bot that are similar to a text, and adds nothing.',
  body: preflight,
  status: 200,
  response: preflightResult,
  refusals: [400, 403, 404],
  async handle({ account, body }, service) {
    const bot = await ownBot(body.bot_unique_id, account, service)
    checkContent(body.content)
    const { similarity_threshold, max_results } = { ...preflightDefaults, ...body }
    const begun = performance.now()
    const chunks = await cutContent(body.content, service.inSlices)
    const embedding_time_ms = Math.round(performance.now() - begun)
    const similar = await service.knowledge.similar(
      bot,
      chunks.map(({ vector }) => vector),
    )
    const matches = await findDuplicates(service.kysely, similar, { similarity_threshold, max_results })
    return {
      has_duplicates: matches.length > 0,
      similarity_threshold,
      max_results,
      existing_chunks_checked: similar.length,
      embedding_time_ms,
      tokens_used: 0,
      matches,
    }
  },
})
