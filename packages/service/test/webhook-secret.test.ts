import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhookSecret } from '../src/index.ts'
import { newOwnedPlace } from './support/databases.ts'
import { onPostgres, sharedCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { startReceiver } from './support/receiver.ts'
import { createBot, unknownId } from './support/samples.ts'
import { startWorld } from './support/world.ts'

test.skipIf(withoutPostgres)(
  `${onPostgres}, the secret of a bot is shown and regenerated while the service runs`,
  async () => {
    const cluster = await sharedCluster()
    const databaseUrl = await cluster.newDatabase()
    const { api, close } = await startWorld({ databaseUrl })
    const receiver = await startReceiver()
    const bot = await createBot(api, { webhook_url: receiver.url })
    const secrets = [
      await webhookSecret({ databaseUrl, bot }),
      await webhookSecret({ databaseUrl, bot, reissue: true }),
    ]
    const other = await webhookSecret({ databaseUrl, bot: (await createBot(api)).toUpperCase() })
    for (const unknown of [unknownId, 'nonsense', ''])
      await expect(webhookSecret({ databaseUrl, bot: unknown })).rejects.toMatchObject({ code: 'usage' })
    await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello ö😀' })
    const [received] = await receiver.waitFor(1)
    await close()
    await receiver.close()
    // Each of these headers comes once.
    const headers = received?.headers as Record<string, string>
    const isBy = (secret: string) => {
      try {
        return new Webhook(secret).verify(received?.text ?? '', headers) !== undefined
      } catch {
        return false
      }
    }
    expect([...secrets, other].map(isBy)).toEqual([false, true, false])
    for (const secret of [...secrets, other]) expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  },
)

test('a deleted bot has no secret, and gets none', async () => {
  const place = await newOwnedPlace()
  const { api, close } = await startWorld(place)
  const bot = await createBot(api)
  expect((await api('DELETE', `/bots/${bot}`)).status).toBe(200)
  await close()
  for (const reissue of [false, true])
    await expect(webhookSecret({ ...place, bot, reissue })).rejects.toMatchObject({ code: 'usage' })
})
