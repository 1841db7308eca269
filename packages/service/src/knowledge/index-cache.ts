import type { Bot } from '../database/tables.ts'

/** What an index depends on of its bot. */
export type IndexedBot = Pick<Bot, 'id' | 'knowledge_revision' | 'primary_language'>

interface Entry<Index> {
  readonly bot: IndexedBot
  readonly loading: Promise<Index>
  /** In bytes; 0 while it is loaded. */
  memory: number
}

/**
 * Keeps indexes until their bots know something else; together at most `most` bytes, but for the one used last, which
 * is kept whatever it takes. The one used longest ago is forgotten first. A bot's index is loaded once, however many
 * ask for it meanwhile.
 */
export function createIndexCache<Asked extends IndexedBot, Index extends { readonly memory: number }>(
  load: (bot: Asked) => Promise<Index>,
  most: number,
): (bot: Asked) => Promise<Index> {
  const kept = new Map<string, Entry<Index>>()
  const add = (bot: Asked): Entry<Index> => {
    const entry: Entry<Index> = { bot, loading: load(bot), memory: 0 }
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
    const entry = found !== undefined && isFresh(found.bot, bot) ? found : add(bot)
    kept.delete(bot.id)
    kept.set(bot.id, entry)
    return entry.loading
  }
}

/** A bot that was read earlier than the one that the index is of gets what is known by now. */
function isFresh(indexed: IndexedBot, asked: IndexedBot): boolean {
  return indexed.knowledge_revision >= asked.knowledge_revision && indexed.primary_language === asked.primary_language
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
