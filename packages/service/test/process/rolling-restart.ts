import { expect } from 'vitest'
import { audit, type Outcome, readEnded } from '../faults/audit.ts'
import { createLoadedBot, startLoad, startRecordingReceiver } from '../faults/load.ts'
import { until } from '../support/receiver.ts'
import { startBalancedFleet } from './balanced-fleet.ts'
import type { OwnedLocation } from './place.ts'

/** How often, and how many processes on the same data are restarted. */
export interface Restarts {
  readonly restarts: number
  readonly processes: number
  /** How long a client waits between two messages, in milliseconds. */
  readonly pauseMs: number
  /** Default: a balancer that knows the requests in progress. */
  readonly start?: typeof startBalancedFleet
}

/**
 * Restarts processes one after the other, under load behind a balancer: no request fails, and nothing is lost or
 * repeated.
 */
export async function restartRolling(
  place: OwnedLocation,
  { restarts, processes, pauseMs, start = startBalancedFleet }: Restarts,
): Promise<Outcome> {
  const receiver = await startRecordingReceiver()
  const fleet = await start(place, processes)
  const loaded = await createLoadedBot(fleet.api, receiver)
  const load = startLoad(fleet.api, loaded, pauseMs)
  for (let count = 0; count < restarts; count += 1) {
    const { size } = load.accepted
    await until(() => load.accepted.size > size + 10)
    await fleet.restart(count % processes)
  }
  await load.stop()
  expect([load.refused(), load.cut()]).toEqual([0, 0])
  const records = await readEnded(fleet.api, loaded.bot)
  await fleet.stop()
  await receiver.close()
  return audit(records, { load, receiver, ...loaded }, place.location)
}
