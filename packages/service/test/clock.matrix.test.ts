import { expect, test } from 'vitest'
import { answered } from './support/answered.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How often old data is deleted. */
const everyMs = 10 * 60 * 1000

describeOnDatabases('on %s', databases => {
  /** A service with an old and a young completion, whose clock is ahead. */
  async function startAhead(days: number) {
    const place = await databases.newOwnedPlace()
    let aheadMs = 0
    const clock = () => new Date(Date.now() + aheadMs)
    const first = await startWorld(place, { clock })
    const bot = await createBot(first.api)
    await answered(first.api, bot, { prompt: 'Hello' })
    await first.time.release(everyMs)
    await first.close()
    aheadMs = days * dayMs
    const world = await startWorld(place, { clock })
    return {
      ...world,
      moveOn(ms: number) {
        aheadMs += ms
      },
      total: async () => (await world.api('GET', '/completion-log/journal')).body.meta.total,
      /** Lets the service look for old data. */
      look: () => world.time.release(everyMs),
    }
  }

  test('a clock that is 40 days ahead at a start deletes nothing at first, and is trusted after a day', async () => {
    const { total, look, moveOn, close } = await startAhead(40)
    await look()
    expect(await total()).toBe(1)
    moveOn(dayMs - everyMs)
    await look()
    await look()
    expect(await total()).toBe(1)
    moveOn(everyMs)
    await look()
    await until(async () => (await total()) === 0)
    await close()
  })

  test('a clock that was corrected deletes nothing', async () => {
    const { total, look, moveOn, close } = await startAhead(40)
    await look()
    moveOn(-40 * dayMs)
    await look()
    // It is trusted again: what is old now is deleted.
    expect(await total()).toBe(1)
    for (let days = 0; days < 36; days += 6) {
      moveOn(6 * dayMs)
      await look()
    }
    await until(async () => (await total()) === 0)
    await close()
  })
})
