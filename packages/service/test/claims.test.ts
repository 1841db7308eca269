import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimCompletions } from '../src/answering/completion-store.ts'
import { type Database, openDatabase } from '../src/database/open-database.ts'
import { countServices, takeOwnership } from '../src/database/ownership.ts'
import { type Cluster, onPostgres, startCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

/** The lock that services of earlier versions hold exclusively while they claim. */
const claimLock = 1_396_920_152

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
  })

  afterAll(() => cluster?.stop())

  /** A database with waiting messages: `each` of every dialogue in turn, and as many without a dialogue. */
  async function waitingMessages(dialogueCount: number, each: number) {
    const databaseUrl = await cluster.newDatabase()
    const world = await startWorld({ databaseUrl })
    const bot_id = await createBot(world.api)
    const dialogues: string[] = []
    for (let count = 0; count < dialogueCount; count += 1) {
      const { body } = await world.api('POST', `/bots/${bot_id}/dialogues`, { name: 'D', message_limit: 5 })
      dialogues.push(body.unique_id)
    }
    await world.close()
    const database = await openDatabase({ databaseUrl })
    const { kysely } = database
    const { account_id } = await kysely.selectFrom('bots').select('account_id').executeTakeFirstOrThrow()
    const now = new Date()
    const rows = Array.from({ length: each }, () => [...dialogues, null]).flat()
    for (const dialogue_id of rows) {
      const fields = { prompt: 'Hello', mode: 'SUPPORT', is_depersonalize: false } as const
      const ids = { id: randomUUID(), account_id, bot_id, dialogue_id }
      await kysely
        .insertInto('completions')
        .values({ ...ids, ...fields, created_at: now, updated_at: now })
        .execute()
    }
    return { ...database, dialogues }
  }

  const claim = ({ kysely }: Pick<Database, 'kysely'>, owner: number, maxRows = 100) =>
    claimCompletions(kysely, owner, { maxRows, isShared: true })

  test('services are counted while they run on the same database', async () => {
    const databaseUrl = await cluster.newDatabase()
    const [one, other, elsewhere] = await Promise.all([
      openDatabase({ databaseUrl }),
      openDatabase({ databaseUrl }),
      openDatabase({ databaseUrl: await cluster.newDatabase() }),
    ])
    for (const database of [one, other, elsewhere]) await takeOwnership(database)
    expect(await countServices(one.kysely)).toBe(2)
    await other.close()
    await until(async () => (await countServices(one.kysely)) === 1)
    await Promise.all([one.close(), elsewhere.close()])
  })

  test('a claim waits for no other one: it skips the dialogues that are being claimed', async () => {
    const { kysely, close, dialogues } = await waitingMessages(2, 2)
    const [claimed, other] = dialogues
    await kysely.transaction().execute(async transaction => {
      await sql`select pg_advisory_xact_lock_shared(${sql.lit(claimLock)})`.execute(transaction)
      await transaction
        .selectFrom('dialogues')
        .select('id')
        .where('id', '=', claimed ?? '')
        .forNoKeyUpdate()
        .execute()
      const { completions, isSkipping } = await claim({ kysely }, 1)
      expect(completions.map(({ dialogue_id }) => dialogue_id)).toEqual([other, null, other, null])
      expect(isSkipping).toBe(true)
    })
    const { completions, isSkipping } = await claim({ kysely }, 2)
    expect(completions.map(({ dialogue_id, owner }) => [dialogue_id, owner])).toEqual([
      [claimed, 2],
      [claimed, 2],
    ])
    expect(isSkipping).toBe(false)
    await close()
  })

  test('a claim of an earlier version excludes all others, and its dialogues are left to it', async () => {
    const { kysely, close } = await waitingMessages(1, 2)
    let claiming: ReturnType<typeof claim> | undefined
    await kysely.transaction().execute(async transaction => {
      await sql`select pg_advisory_xact_lock(${sql.lit(claimLock)})`.execute(transaction)
      claiming = claim({ kysely }, 1)
      await until(async () => {
        const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted`
        return (await waiting.execute(transaction)).rows.length === 1
      })
      // The first message of the dialogue alone.
      await sql`
        update completions set owner = 9, status = 'PROCESSING', attempts = 1
        where sequence = (select min(sequence) from completions where dialogue_id is not null)
      `.execute(transaction)
    })
    const { completions } = (await claiming) ?? { completions: [] }
    expect(completions.map(({ dialogue_id }) => dialogue_id)).toEqual([null, null])
    await close()
  })

  test('of a dialogue, only the messages before a locked one are claimed, and the others once it is free', async () => {
    const { kysely, close } = await waitingMessages(1, 3)
    const all = await kysely.selectFrom('completions').select(['id', 'dialogue_id']).orderBy('sequence').execute()
    const inDialogue = all.flatMap(({ id, dialogue_id }) => (dialogue_id === null ? [] : id))
    const alone = all.flatMap(({ id, dialogue_id }) => (dialogue_id === null ? id : []))
    const [first, second, third] = inDialogue
    await kysely.transaction().execute(async transaction => {
      // As a service does that is about to release a message which another one has just released.
      await transaction
        .selectFrom('completions')
        .select('id')
        .where('id', '=', second ?? '')
        .forUpdate()
        .execute()
      const { completions, isSkipping } = await claim({ kysely }, 1)
      expect(completions.map(({ id }) => id).toSorted()).toEqual([first, ...alone].toSorted())
      expect(isSkipping).toBe(true)
    })
    await kysely.updateTable('completions').set({ status: 'SUCCESS', owner: null }).where('owner', '=', 1).execute()
    const { completions, isSkipping } = await claim({ kysely }, 2)
    expect(completions.map(({ id }) => id)).toEqual([second, third])
    expect(isSkipping).toBe(false)
    await close()
  })

  test('services that claim at the same time take each message once, and those of a dialogue in their order', async () => {
    const { kysely, close, dialogues } = await waitingMessages(6, 6)
    const answered: { dialogue: string | null; sequence: number; owner: number }[] = []
    const serve = async (owner: number) => {
      while (answered.length < 42) {
        const { completions } = await claim({ kysely }, owner, 3)
        for (const { id, dialogue_id: dialogue, sequence } of completions) {
          answered.push({ dialogue, sequence, owner })
          const result = { status: 'SUCCESS', owner: null } as const
          await kysely.updateTable('completions').set(result).where('id', '=', id).execute()
        }
      }
    }
    await Promise.all([1, 2, 3, 4].map(serve))
    expect(answered).toHaveLength(42)
    expect(new Set(answered.map(({ sequence }) => sequence)).size).toBe(42)
    for (const each of dialogues) {
      const sequences = answered.filter(({ dialogue }) => dialogue === each).map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.toSorted((one, another) => one - another))
    }
    await close()
  })
})
