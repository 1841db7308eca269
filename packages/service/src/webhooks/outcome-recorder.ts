import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createBatcher } from '../batcher.ts'
import type { Tables } from '../database/tables.ts'
import { type DeliveryOutcome, recordOutcomes } from './delivery-store.ts'

/** How often the database is asked to take an outcome, a second apart: a decided result must not be sent again. */
const mostAttempts = 30

/** How long outcomes are gathered: nobody waits for them, and a statement costs the same for one as for ten. */
const gatherMs = 10

/** Records what became of deliveries, aside from the sending of others. */
export interface OutcomeRecorder {
  record(outcome: DeliveryOutcome): void
  /** Resolves when all is recorded. */
  idle(): Promise<void>
}

/** Records many outcomes in one transaction; `onRecorded` is told of each. */
export function createOutcomeRecorder(options: {
  readonly kysely: Kysely<Tables>
  readonly owner: number
  readonly onRecorded: (outcome: DeliveryOutcome) => void
  readonly onError: (error: unknown) => void
}): OutcomeRecorder {
  const { kysely, owner, onRecorded, onError } = options
  const underWay = new Set<Promise<void>>()
  const recordAll = async (outcomes: readonly DeliveryOutcome[]) => {
    await recordOutcomes(kysely, owner, outcomes)
    return outcomes.map(() => undefined)
  }
  const recordOnce = createBatcher(recordAll, 100, gatherMs)
  const recordAtLast = async (outcome: DeliveryOutcome) => {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      try {
        await recordOnce(outcome)
        return onRecorded(outcome)
      } catch (error) {
        onError(error)
        await wait(1000, undefined, { ref: false })
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
  }
}
