import type { ChatMessage, Model } from '../providers/model.ts'
import { answerConfidence } from '../retrieval/answer-confidence.ts'
import type { Reply, Usage } from './answer.ts'
import type { Disguise } from './disguise.ts'
import { clarifyMark, instructionsFor, noAnswerMark } from './instructions.ts'
import { createTools, type ToolMeans } from './model-tools.ts'
import { nothingFound } from './nothing-found.ts'
import type { Question } from './question.ts'
import { withSources } from './with-sources.ts'

/** What a model is asked with. */
export interface ModelMeans extends ToolMeans {
  readonly model: Model
  readonly disguise: Disguise
  /** What was said before, the oldest first. */
  readonly history: readonly ChatMessage[]
  /** The texts that came with the message. */
  readonly attachments: readonly string[]
  readonly signal: AbortSignal
}

/** Passages that a model is given at once; it may search for more. */
const mostPassages = 6

/** Lets a model answer from the knowledge base and the bot's functions. Nothing personal leaves undisguised. */
export async function replyByModel(question: Question, means: ModelMeans): Promise<Reply> {
  const { bot, completion } = question
  const { model, disguise, history, attachments, knowledge, signal } = means
  const passages =
    completion.mode === 'DIRECT' ? [] : await knowledge.search(bot, completion.prompt, { take: mostPassages })
  const tools = await createTools(question, means)
  const { text, version, tokens } = await model.ask({
    version: bot.gpt_version,
    instructions:
      `${await disguise.hide(instructionsFor(question, { passages, attachments }))}\n\n${disguise.note}`.trim(),
    messages: await hideAll([...history, { role: 'user', text: completion.prompt }], disguise),
    tools: tools.offered,
    maxOutputTokens: bot.max_output_tokens,
    signal,
  })
  const usages: Usage[] = [{ type: 'REGULAR', source: 'STANDARD', version, tokens: tokens.answer }]
  if (tokens.tools > 0) usages.push({ type: 'TOOL', source: 'STANDARD', version, tokens: tokens.tools })
  const used = [...passages, ...tools.found()].filter(({ score }) => score >= answerConfidence)
  return { ...readReply(disguise.show(text), question, used), usages, toolCalls: tools.calls() }
}

async function hideAll(messages: readonly ChatMessage[], disguise: Disguise): Promise<readonly ChatMessage[]> {
  const hidden: ChatMessage[] = []
  for (const message of messages) hidden.push({ ...message, text: await disguise.hide(message.text) })
  return hidden
}

/** A model says by a mark of its own that it has no answer, or that it asks back. */
function readReply(text: string, question: Question, passages: Parameters<typeof withSources>[1]): Reply {
  if (text === '' || text.includes(noAnswerMark)) return { text: nothingFound(question.bot, question.agent) }
  if (text.startsWith(clarifyMark)) return { text: text.slice(clarifyMark.length).trim(), asksBack: true }
  return { text: withSources(text, passages, question) }
}
