import { publicSources } from '../agents/public-sources.ts'
import type { Passage } from '../resources/knowledge/search.ts'
import { phrases } from './phrases.ts'
import type { Question } from './question.ts'

/**
 * A text with the addresses of its public sources below. An employee, for whom PROMPTER answers, always sees them; a
 * customer where the bot's settings say so.
 */
export function withSources(text: string, used: readonly Passage[], { bot, agent, completion }: Question): string {
  const isShown =
    completion.mode === 'PROMPTER' || (completion.mode === 'SUPPORT' && bot.allow_public_sources_in_support)
  if (!isShown) return text
  const sources = used.flatMap(({ source, is_private_source }) => (is_private_source ? [] : [source]))
  const shown = publicSources(agent, sources, phrases[bot.primary_language].sources)
  return shown === '' ? text : `${text}\n\n${shown}`
}
