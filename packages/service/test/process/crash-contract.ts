import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { audit, type Outcome, readEnded } from '../faults/audit.ts'
import { createLoadedBot, startLoad, startRecordingReceiver } from '../faults/load.ts'
import { until } from '../support/receiver.ts'
import { startFleet } from './fleet.ts'
import type { OwnedLocation } from './place.ts'

/** How often, and with how many processes on the same data, the service is killed. */
export interface Kills {
  readonly kills: number
  readonly processes: number
  /** How long a client waits between two messages, in milliseconds. */
  readonly pauseMs: number
}

/**
 * Kills services again and again while they accept, answers and deliver, and holds them to their word: everything that
 * was accepted is answered once, in the order of its dialogue, and delivered at least once with the same id and bytes.
 */
export async function surviveKills(place: OwnedLocation, { kills, processes, pauseMs }: Kills): Promise<Outcome> {
  const receiver = await startRecordingReceiver()
  const fleet = await startFleet(place, processes)
  const loaded = await createLoadedBot(fleet.api, receiver)
  const load = startLoad(fleet.api, loaded, pauseMs)
  for (let count = 0; count < kills; count += 1) {
    // From the first instants of a process to the middle of its work; now and then not before it has got somewhere.
    const delivered = receiver.received.length
    if (count % 3 === 1) await until(() => receiver.received.length > delivered + 10)
    await wait((count * 97) % 300)
    await fleet.replace(count % processes)
  }
  await load.stop()
  expect(load.refused()).toBe(0)
  const records = await readEnded(fleet.api, loaded.bot)
  await fleet.kill()
  await receiver.close()
  return audit(records, { load, receiver, ...loaded }, place.location)
}
