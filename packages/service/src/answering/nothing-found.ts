import type { Bot } from '../database/tables.ts'
import { type Agent, fallbackText } from '../resources/agents/agent.ts'
import { phrases } from './phrases.ts'

/** What is said where there is no answer: the behaviour model's own words, or the service's. */
export function nothingFound(bot: Bot, agent: Agent): string {
  return fallbackText(agent) ?? phrases[bot.primary_language].nothingFound
}
