import { type ServiceOptions, startService } from '@scenewright/service'
import type { DatabaseLocation } from '../../../service/src/database/open-database.ts'
import { type Accounts, addAccounts } from '../../../service/test/support/accounts.ts'
import { newOwnedPlace } from '../../../service/test/support/databases.ts'
import { createHeldTime } from '../../../service/test/support/test-timers.ts'
import type { ConformanceOptions } from '../../src/index.ts'

/** A running service, and all that the suite can be given of one in this process. */
export interface World {
  readonly options: ConformanceOptions
  close(): Promise<void>
}

/**
 * Short waits, so that a webhook that failed is sent again at once. There are many of them: the last attempt comes after
 * whatever a row does meanwhile, however busy the machine is.
 */
const schedule = [0, ...Array<number>(10_000).fill(60)]

/** Longer than one wait between two attempts, in milliseconds. */
const repeatMs = 500

/** Starts a service with three accounts, one of them switched off, and another one whose accounts have no credit. */
export async function startWorld(
  location: DatabaseLocation & { readonly accounts?: Accounts },
  options: Partial<ServiceOptions> = {},
): Promise<World> {
  const { owner, formerKey, stranger, inactive } = location.accounts ?? (await addAccounts(location))
  const { clock, timers, moveOn } = createHeldTime()
  const own = { allowLoopbackWebhooks: true, delivery: { schedule }, clock, timers }
  const service = await startService({ ...location, ...own, ...options })
  const unpaid = await startUnpaid()
  return {
    options: {
      baseUrl: service.url,
      owner: accountOf(owner),
      formerKey,
      stranger: accountOf(stranger),
      inactive: accountOf(inactive),
      unpaid: unpaid.account,
      receiver: {},
      repeatMs,
      // However busy the machine is, what the service should do comes; what does not come fails its row by name.
      patience: 100,
      async wait(ms) {
        moveOn(ms)
      },
      signal: new AbortController().signal,
    },
    async close() {
      await service.close()
      await unpaid.close()
    },
  }
}

async function startUnpaid() {
  const { accounts, ...place } = await newOwnedPlace()
  const service = await startService({ ...place, credits: 0 })
  return { account: { ...accountOf(accounts.owner), baseUrl: service.url }, close: () => service.close() }
}

function accountOf({ email, api_key }: { readonly email: string; readonly api_key: string }) {
  return { email, apiKey: api_key }
}
