import type { Bot } from '../database/tables.ts'
import type { LoadedIndex } from './load-index.ts'

/** Gives what a bot is searched with. */
export type IndexCache = (bot: Bot) => Promise<LoadedIndex>

interface Entry {
  readonly revision: number
  readonly language: string
  readonly loading: Promise<LoadedIndex>
  /** In bytes; 0 while it is loaded. */
  memory: number
}

/**
 * Keeps indexes until their bots know something else; together at most `most` bytes, but for the one used last, which
 * is kept whatever it takes. The one used longest ago is forgotten first. A bot's index is loaded once, however many
 * ask for it meanwhile.
 */
export function createIndexCache(load: IndexCache, most: number): IndexCache {
  const kept = new Map<string, Entry>()
  const add = (bot: Bot): Entry => {
    const entry: Entry = {
      revision: bot.knowledge_revision,
      language: bot.primary_language,
      loading: load(bot),
      memory: 0,
    }
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
    const isFresh =
      found !== undefined && found.revision >= bot.knowledge_revision && found.language === bot.primary_language
    const entry = isFresh ? found : add(bot)
    kept.delete(bot.id)
    kept.set(bot.id, entry)
    return entry.loading
  }
}

function forgetOldest(kept: Map<string, Entry>, most: number): void {
  let total = 0
  for (const { memory } of kept.values()) total += memory
  for (const [id, { memory }] of kept) {
    if (total <= most || kept.size === 1) return
    if (memory === 0) continue
    kept.delete(id)
    total -= memory
  }
}
