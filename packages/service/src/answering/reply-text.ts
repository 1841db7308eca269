import { type Agent, fallbackText } from '../resources/agents/agent.ts'
import type { Bot } from '../resources/bots/table.ts'
import type { Passage } from '../resources/knowledge/search.ts'
import type { Question } from './answer.ts'
import { phrases } from './phrases.ts'

/** The text if there is no answer: that of the behavior model, or that of the service. */
export function nothingFound(bot: Bot, agent: Agent): string {
  return fallbackText(agent) ?? phrases[bot.primary_language].nothingFound
}

/**
 * A text followed by the addresses of its public sources. An employee, for whom PROMPTER answers, always sees them; a
 * customer only if the bot's settings allow it.
 */
export function withSources(text: string, used: readonly Passage[], { bot, agent, completion }: Question): string {
  const isShown =
    completion.mode === 'PROMPTER' || (completion.mode === 'SUPPORT' && bot.allow_public_sources_in_support)
  if (!isShown) return text
  const sources = used.flatMap(({ source, is_private_source }) => (is_private_source ? [] : [source]))
  const shown = publicSources(agent, sources, phrases[bot.primary_language].sources)
  return shown === '' ? text : `${text}\n\n${shown}`
}

/**
 * A header and the sources below it, one per line, as many as the agent shows; '' if it shows none. `header` is the
 * default if the agent has none of its own.
 */
export function publicSources(agent: Agent, sources: readonly string[], header: string): string {
  const shown = [...new Set(sources.map(onOneLine))]
    .filter(source => source !== '')
    .slice(0, agent.public_sources_limit)
  if (shown.length === 0) return ''
  const { public_sources_header, public_sources_header_is_enabled } = agent
  const own = public_sources_header_is_enabled ? public_sources_header.trim() : ''
  return [own === '' ? header : own, ...shown].join('\n')
}

function onOneLine(source: string): string {
  return source.trim().replace(/\s+/g, ' ')
}
