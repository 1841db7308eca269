import { issueKey } from '../../src/accounts/issue-key.ts'
import { type DatabaseLocation, openDatabase } from '../../src/database/open-database.ts'
import { type IssuedAccount, type RunningService, type ServiceOptions, startService } from '../../src/index.ts'
import { type Api, createApi } from './api.ts'

/** A running service with three accounts, one of them switched off. */
export interface World {
  readonly service: RunningService
  readonly account: IssuedAccount
  readonly api: Api
  readonly stranger: Api
  readonly inactive: Api
  close(): Promise<void>
}

/** Short waits, so that a test sees several attempts of a delivery. */
const quickDelivery = { schedule: [0, 60, 60, 60], timeoutMs: 1000 } as const

export async function startWorld(location: DatabaseLocation, options: Partial<ServiceOptions> = {}): Promise<World> {
  const [account, stranger, inactive] = await addAccounts(location)
  const service = await startService({ ...location, delivery: quickDelivery, ...options })
  return {
    service,
    account,
    api: createApi(service.url, account),
    stranger: createApi(service.url, stranger),
    inactive: createApi(service.url, inactive),
    close: () => service.close(),
  }
}

/** All three by one opening of the database, which is what takes time. */
async function addAccounts(location: DatabaseLocation): Promise<[IssuedAccount, IssuedAccount, IssuedAccount]> {
  const { kysely, close } = await openDatabase(location)
  const add = async (email: string) => ({ email, api_key: await issueKey(kysely, email, new Date()) })
  const owner = await add('Owner@example.com')
  const stranger = await add('stranger@example.com')
  const inactive = await add('inactive@example.com')
  await kysely.updateTable('accounts').set({ is_active: false }).where('email', '=', inactive.email).execute()
  await close()
  return [owner, stranger, inactive]
}
