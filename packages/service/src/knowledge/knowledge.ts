import type { Bot } from '../database/tables.ts'
import type { Passage } from './passage.ts'

/** What the bots know. */
export interface Knowledge {
  /**
   * The passages of a bot's documents that a question is likely to be about, the likeliest first: `take` at the most,
   * and none where nothing has anything in common with the question.
   */
  search(bot: Bot, query: string, options: { readonly take: number }): Promise<readonly Passage[]>
}
