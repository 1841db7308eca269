import type { Bot } from '../database/tables.ts'

/** What an index depends on of its bot. */
export type IndexedBot = Pick<Bot, 'id' | 'knowledge_revision' | 'primary_language'>

interface Entry<Index> {
  readonly loading: Promise<Index>
  /** The bot as it was when what it knows was begun to be read, or is now that it waits for that. */
  bot: IndexedBot
  hasBegun: boolean
  /** In bytes; 0 while it is loaded. */
  memory: number
}

/**
 * Keeps indexes until their bots know something else; together at most `most` bytes, but for the one used last, which
 * is kept whatever it takes. The one used longest ago is forgotten first. A bot's index is loaded once, however many
 * ask for it meanwhile; what the bot came to know meanwhile is loaded after that, once again for all that ask.
 */
export function createIndexCache<Asked extends IndexedBot, Index extends { readonly memory: number }>(
  load: (bot: Asked) => Promise<Index>,
  most: number,
): (bot: Asked) => Promise<Index> {
  const kept = new Map<string, Entry<Index>>()
  const add = (bot: Asked, before: Promise<unknown> | undefined): Entry<Index> => {
    const begin = () => {
      entry.hasBegun = true
      return load(bot)
    }
    const entry: Entry<Index> = { bot, hasBegun: false, memory: 0, loading: Promise.resolve(before).then(begin, begin) }
    entry.loading.then(
      ({ memory }) => {
        entry.memory = memory
        forgetOldest(kept, most)
      },
      () => {
        if (kept.get(bot.id) === entry) kept.delete(bot.id)
      },
    )
    return entry
  }
  return bot => {
    const found = kept.get(bot.id)
    const entry = found !== undefined && canServe(found, bot) ? found : add(bot, found?.loading)
    if (!entry.hasBegun && entry.bot.knowledge_revision < bot.knowledge_revision) entry.bot = bot
    kept.delete(bot.id)
    kept.set(bot.id, entry)
    return entry.loading
  }
}

/** A bot that was read earlier than the one that the index is of gets what is known by now. */
function canServe({ bot, hasBegun }: Entry<unknown>, asked: IndexedBot): boolean {
  const isNewEnough = !hasBegun || bot.knowledge_revision >= asked.knowledge_revision
  return isNewEnough && bot.primary_language === asked.primary_language
}

function forgetOldest(kept: Map<string, { readonly memory: number }>, most: number): void {
  let total = 0
  for (const { memory } of kept.values()) total += memory
  for (const [id, { memory }] of kept) {
    if (total <= most || kept.size === 1) return
    if (memory === 0) continue
    kept.delete(id)
    total -= memory
  }
}
