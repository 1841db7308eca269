import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Passage } from '../knowledge/passage.ts'
import { answerConfidence } from '../retrieval/answer-confidence.ts'
import { extractAnswer } from '../retrieval/extract-answer.ts'
import type { Reply } from './answer.ts'
import { nothingFound } from './nothing-found.ts'
import { phrases } from './phrases.ts'
import type { Question } from './question.ts'
import { withSources } from './with-sources.ts'

/** Passages that an answer may be made of. */
const mostPassages = 5
/** Letters to a token, about: what `max_output_tokens` allows is not to be exceeded. */
const lettersPerToken = 3

/** Answers with what the knowledge base says word for word; no model runs. */
export async function replyOffline(question: Question, knowledge: Knowledge): Promise<Reply> {
  const { bot, completion } = question
  const passages = await knowledge.search(bot, completion.prompt, { take: mostPassages })
  const sure = passages.filter(({ score }) => score >= answerConfidence)
  if (sure.length === 0) return withoutAnswer(question, passages)
  const { text, used } = extractAnswer(sure, completion.prompt, { most: bot.max_output_tokens * lettersPerToken })
  return { text: withSources(text, used, question) }
}

/** Asks back once a dialogue where something comes near, else says that there is no answer. */
function withoutAnswer({ bot, agent, progress }: Question, near: readonly Passage[]): Reply {
  const mayAsk = bot.rag_clarify_enabled && progress?.clarification_attempted !== true
  if (mayAsk && near.length > 0) return { text: phrases[bot.primary_language].clarify, asksBack: true }
  return { text: nothingFound(bot, agent) }
}
