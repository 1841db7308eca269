import { initAccount, type ServiceOptions, startService } from '@scenewright/service'
import { type DatabaseLocation, openDatabase } from '../../../service/src/database/open-database.ts'
import { newDataFolder } from '../../../service/test/support/data-folder.ts'
import type { ConformanceOptions } from '../../src/index.ts'

/** A running service, and all that the suite can be given of one in this process. */
export interface World {
  readonly options: ConformanceOptions
  close(): Promise<void>
}

/** Short waits, so that a webhook that failed is sent again at once; and longer than all of them. */
const [schedule, repeatMs] = [[0, 60, 60, 60], 500] as const

/** Starts a service with three accounts, one of them switched off, and another one whose accounts have no credit. */
export async function startWorld(location: DatabaseLocation, options: Partial<ServiceOptions> = {}): Promise<World> {
  const former = await initAccount({ ...location, email: 'Owner@example.com' })
  const owner = await initAccount({ ...location, email: 'Owner@example.com' })
  const stranger = await initAccount({ ...location, email: 'stranger@example.com' })
  const inactive = await initAccount({ ...location, email: 'inactive@example.com' })
  const database = await openDatabase(location)
  await database.kysely.updateTable('accounts').set({ is_active: false }).where('email', '=', inactive.email).execute()
  await database.close()
  const service = await startService({ ...location, delivery: { schedule, timeoutMs: 1000 }, ...options })
  const unpaid = await startUnpaid()
  return {
    options: {
      baseUrl: service.url,
      owner: accountOf(owner),
      formerKey: former.api_key,
      stranger: accountOf(stranger),
      inactive: accountOf(inactive),
      unpaid: unpaid.account,
      receiver: {},
      repeatMs,
      signal: new AbortController().signal,
    },
    async close() {
      await service.close()
      await unpaid.close()
    },
  }
}

async function startUnpaid() {
  const { dataFolder, remove } = await newDataFolder()
  const account = await initAccount({ dataFolder, email: 'owner@example.com' })
  const service = await startService({ dataFolder, credits: 0 })
  return {
    account: { ...accountOf(account), baseUrl: service.url },
    async close() {
      await service.close()
      remove()
    },
  }
}

function accountOf({ email, api_key }: { readonly email: string; readonly api_key: string }) {
  return { email, apiKey: api_key }
}
