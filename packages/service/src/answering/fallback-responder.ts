import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { createPseudonymizer, noPseudonymizer, type Pseudonymizer } from '../privacy/pseudonymizer.ts'
import type { ChatMessage } from '../providers/model.ts'
import type { Providers } from '../providers/providers.ts'
import { readAttachments } from '../resources/attachments/store.ts'
import type { Completion } from '../resources/completions/table.ts'
import type { BotFunction } from '../resources/functions/table.ts'
import type { KnowledgeSearch, Passage } from '../resources/knowledge/search.ts'
import { extractAnswer } from '../retrieval/extract-answer.ts'
import { answerConfidence } from '../retrieval/search-passages.ts'
import type { Question, Reply } from './answer.ts'
import { phrases } from './phrases.ts'
import { type CallFunction, replyByModel } from './reply-by-model.ts'
import { nothingFound, withSources } from './reply-text.ts'
import { truncateTexts } from './truncate-texts.ts'

/** The maximum number of passages in an answer. */
const maxPassages = 5

/** The approximate number of letters per token, low enough to stay within `max_output_tokens`. */
const lettersPerToken = 3

/** The dependencies of answers to messages without a scenario. */
export interface FallbackDependencies {
  readonly kysely: Kysely<Tables>
  readonly knowledge: KnowledgeSearch
  readonly providers: Providers
  readonly callFunction: CallFunction
}

/** The maximum length of attachments, and of earlier messages, in a request to a model, in characters. */
const attachmentsRoom = 200_000
const historyRoom = 200_000

/** With the search of the knowledge base there are 128 tools: the large providers reject more. */
const maxFunctions = 127

/** Replies with the bot's provider if one is configured, else with quotes from the knowledge base. */
export function createFallbackResponder(dependencies: FallbackDependencies): (question: Question) => Promise<Reply> {
  const { kysely, knowledge, providers, callFunction } = dependencies
  return async question => {
    const { bot, completion, deadline } = question
    const model = providers.model(bot.gpt_model)
    if (model === undefined) return replyOffline(question, knowledge)
    return replyByModel(question, {
      model,
      knowledge,
      callFunction,
      signal: deadline.signal,
      pseudonymizer: await createPseudonymizerFor(question),
      functions: bot.tools_enabled ? await readFunctions(kysely, bot.id) : [],
      history: await readHistory(kysely, completion),
      attachments: truncateTexts(
        (await readAttachments(kysely, completion, attachmentsRoom)).map(({ name, content }) => `${name}\n${content}`),
        attachmentsRoom,
      ),
    })
  }
}

async function createPseudonymizerFor(question: Question): Promise<Pseudonymizer> {
  return isMasked(question) ? createPseudonymizer(question.bot.primary_language) : noPseudonymizer
}

/** With DIRECT, the message itself may request it. */
function isMasked({ bot, completion }: Question): boolean {
  return bot.anonymize_pii || (completion.mode === 'DIRECT' && completion.is_depersonalize)
}

function readFunctions(kysely: Kysely<Tables>, botId: string): Promise<BotFunction[]> {
  return kysely
    .selectFrom('functions')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('is_enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .limit(maxFunctions)
    .execute()
}

/**
 * The earlier messages of the dialogue, from both sides, oldest first, within its message limit and the length limit.
 */
async function readHistory(kysely: Kysely<Tables>, completion: Completion): Promise<readonly ChatMessage[]> {
  const { dialogue_id, sequence } = completion
  if (dialogue_id === null) return []
  const dialogue = await kysely
    .selectFrom('dialogues')
    .select('message_limit')
    .where('id', '=', dialogue_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const message_limit = dialogue?.message_limit ?? 0
  if (message_limit === 0) return []
  const rows = await kysely
    .selectFrom('completions')
    .select(['prompt', 'answer'])
    .where('dialogue_id', '=', dialogue_id)
    .where('sequence', '<', sequence)
    .where('status', '=', 'SUCCESS')
    .orderBy('sequence', 'desc')
    .limit(message_limit)
    .execute()
  const messages = rows.reverse().flatMap(({ prompt, answer }): ChatMessage[] => [
    { role: 'user', text: prompt },
    { role: 'assistant', text: answer ?? '' },
  ])
  return latest(messages.slice(-message_limit))
}

/** The last messages that fit, without empty ones, which some providers reject. */
function latest(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const written = messages.filter(({ text }) => text !== '')
  let room = historyRoom
  const first = written.findLastIndex(({ text }) => {
    room -= text.length
    return room < 0
  })
  return written.slice(first + 1)
}

/** Answers with quotes from the knowledge base; no model runs. */
export async function replyOffline(question: Question, knowledge: KnowledgeSearch): Promise<Reply> {
  const { bot, completion } = question
  const passages = await knowledge.search(bot, completion.prompt, { take: maxPassages, isMasked: isMasked(question) })
  const sure = passages.filter(({ score }) => score >= answerConfidence)
  if (sure.length === 0) return withoutAnswer(question, passages)
  const { text, used } = extractAnswer(sure, completion.prompt, { maxLength: bot.max_output_tokens * lettersPerToken })
  return { text: withSources(text, used, question) }
}

/** Asks for more information, once per dialogue, if passages are similar; otherwise replies that there is no answer. */
function withoutAnswer({ bot, agent, progress }: Question, near: readonly Passage[]): Reply {
  const mayAsk = bot.rag_clarify_enabled && progress?.clarification_attempted !== true
  if (mayAsk && near.length > 0) return { text: phrases[bot.primary_language].clarify, asksBack: true }
  return { text: nothingFound(bot, agent) }
}
