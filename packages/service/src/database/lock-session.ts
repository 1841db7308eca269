import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** A separate connection that repeats its statements after a reconnect, because a lost connection loses its locks. */
export function createSession(createClient: () => pg.Client) {
  const said: string[] = []
  let client: pg.Client | undefined
  let isEnded = false

  const connect = async () => {
    const fresh = createClient()
    fresh.on('error', () => {})
    await fresh.connect()
    for (const statement of said) await fresh.query(statement)
    fresh.once('end', () => {
      if (!isEnded) void reconnect()
    })
    client = fresh
  }
  const reconnect = async () => {
    while (!isEnded) {
      await wait(1000, undefined, { ref: false })
      if (
        await connect().then(
          () => true,
          () => false,
        )
      )
        return
    }
  }
  return {
    async run(statement: string) {
      if (client === undefined) await connect()
      await client?.query(statement)
      said.push(statement)
    },
    async end() {
      isEnded = true
      await client?.end()
    },
  }
}
