import { type BotRecord, type Client, ServiceError } from '@scenewright/client'
import { botDefaults, type ProjectConfig } from '@scenewright/model'

/** A setting of the bot that decides what is matched, and is not what the config says. */
export interface OtherSetting {
  readonly field: string
  readonly config: unknown
  readonly service: unknown
}

/** How many bots are looked at to find one. */
const page = 100
const mostPages = 10

/**
 * The settings of the bot on the service that are others than the config's; none where the list of bots does not hold it.
 * A service that refuses to list its bots is no obstacle either.
 */
export async function compareSettings(
  client: Client,
  bot: string,
  { config, signal }: { readonly config: ProjectConfig; readonly signal: AbortSignal },
): Promise<readonly OtherSetting[]> {
  const record = await findBot(client, bot, signal)
  if (record === undefined) return []
  return Object.entries({ ...botDefaults, ...config.bot }).flatMap(([field, value]) => {
    const there = record[field]
    return there === undefined || there === value ? [] : [{ field, config: value, service: there }]
  })
}

async function findBot(client: Client, bot: string, signal: AbortSignal): Promise<BotRecord | undefined> {
  try {
    for (let skip = 0; skip < page * mostPages; skip += page) {
      const { data, meta } = await client.listBots({ skip, take: page }, { signal })
      const found = data.find(({ unique_id }) => unique_id === bot)
      if (found !== undefined || skip + page >= meta.total) return found
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError) || error.status === 401) throw error
  }
  return undefined
}
