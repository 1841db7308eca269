import type { DatabaseLocation } from '../../src/database/open-database.ts'
import { type IssuedAccount, type RunningService, type ServiceOptions, startService } from '../../src/index.ts'
import { type Accounts, addAccounts } from './accounts.ts'
import { type Api, createApi } from './api.ts'
import { createHeldTime, type HeldTime } from './test-timers.ts'

/** A running service with three accounts, one of them switched off. */
export interface World {
  readonly service: RunningService
  readonly account: IssuedAccount
  readonly api: Api
  readonly stranger: Api
  readonly inactive: Api
  readonly time: HeldTime
  close(): Promise<void>
}

/** How long an attempt of a delivery may take: until a test says that this time is over. */
export const deliveryTimeoutMs = 70_000

/** The wait before the last attempt of a delivery: until a test moves the date on. */
export const lastWaitMs = 3_600_000

/** Short waits, so that a test sees several attempts of a delivery, and one that no busy machine can overtake. */
const delivery = { schedule: [0, 60, 60, lastWaitMs], timeoutMs: deliveryTimeoutMs } as const

/** Starts a service. A place that has the three accounts already is started faster. */
export async function startWorld(
  location: DatabaseLocation & { readonly accounts?: Accounts },
  options: Partial<ServiceOptions> = {},
): Promise<World> {
  const { owner, stranger, inactive } = location.accounts ?? (await addAccounts(location))
  const time = createHeldTime()
  const { clock, timers } = time
  const service = await startService({ ...location, allowLoopbackWebhooks: true, delivery, clock, timers, ...options })
  return {
    service,
    account: owner,
    api: createApi(service.url, owner),
    stranger: createApi(service.url, stranger),
    inactive: createApi(service.url, inactive),
    time,
    close: () => service.close(),
  }
}
