import type { Kysely } from 'kysely'
import { createBatcher } from '../batcher.ts'
import type { Tables } from '../database/tables.ts'
import { type Timers, waitFor } from '../timers.ts'
import { type DeliveryOutcome, recordOutcomes } from './delivery-store.ts'

/** How long to wait before the database is asked again to take an outcome, in milliseconds. */
const afterFailureMs = 1000

/** How long outcomes are gathered: nobody waits for them, and a statement costs the same for one as for ten. */
const gatherMs = 10

/** Records what became of deliveries, aside from the sending of others. */
export interface OutcomeRecorder {
  record(outcome: DeliveryOutcome): void
  /** Resolves when all is recorded, or given up. */
  idle(): Promise<void>
  /** What cannot be recorded at once is given up from now on: the next service sends it again. */
  giveUp(): void
}

/**
 * Records many outcomes by one statement, as often as it takes: a decided result must not be sent again, and one that
 * waits for its next turn not be forgotten. `onRecorded` is told of each.
 */
export function createOutcomeRecorder(options: {
  readonly kysely: Kysely<Tables>
  readonly owner: number
  readonly onRecorded: (outcome: DeliveryOutcome) => void
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}): OutcomeRecorder {
  const { kysely, owner, timers, onRecorded, onError } = options
  const underWay = new Set<Promise<void>>()
  const givenUp = new AbortController()
  const recordAll = async (outcomes: readonly DeliveryOutcome[]) => {
    await recordOutcomes(kysely, owner, outcomes)
    return outcomes.map(() => undefined)
  }
  const recordOnce = createBatcher(recordAll, 100, gatherMs)
  const recordAtLast = async (outcome: DeliveryOutcome) => {
    while (true) {
      try {
        await recordOnce(outcome)
        return onRecorded(outcome)
      } catch (error) {
        onError(error)
        if (givenUp.signal.aborted) return
        await waitFor(timers, afterFailureMs, givenUp.signal)
      }
    }
  }
  return {
    record(outcome) {
      const done: Promise<void> = recordAtLast(outcome).finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    giveUp() {
      givenUp.abort()
    },
  }
}
