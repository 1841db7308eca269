import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Timers } from '../timers.ts'
import type { WorkLoop } from '../work-loop.ts'
import { withinASecond } from './within-a-second.ts'

/** Whether work may be sent here, or why not. */
export type Readiness = 'ready' | 'stopping' | 'database does not answer' | 'work stands still'

/** What is asked when somebody wants to know. */
export interface ReadinessOptions {
  readonly kysely: Kysely<Tables>
  readonly loops: readonly Pick<WorkLoop, 'isAlive'>[]
  readonly isStopping: () => boolean
  readonly timers: Timers
}

/** Asks the database, once however many want to know at the same time. */
export function createReadiness({ kysely, loops, isStopping, timers }: ReadinessOptions): () => Promise<Readiness> {
  let asked: Promise<unknown> | undefined
  const askDatabase = () => {
    asked ??= sql`select 1`.execute(kysely).finally(() => {
      asked = undefined
    })
    return asked
  }
  return async () => {
    if (isStopping()) return 'stopping'
    if ((await withinASecond(askDatabase(), timers)) === undefined) return 'database does not answer'
    return loops.every(loop => loop.isAlive()) ? 'ready' : 'work stands still'
  }
}
