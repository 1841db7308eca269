import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { webhookSecret } from '../src/index.ts'
import { postgresPrograms, startCluster } from './support/postgres-cluster.ts'
import { startReceiver } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

const programs = postgresPrograms()

test.skipIf(programs === undefined)(
  'on PostgreSQL a secret is shown and made anew while the service runs',
  async () => {
    const cluster = await startCluster(programs ?? '')
    onTestFinished(() => cluster.stop())
    const databaseUrl = cluster.newDatabase()
    const { api, close } = await startWorld({ databaseUrl })
    const receiver = await startReceiver()
    const bot = await createBot(api, { webhook_url: receiver.url })
    const secrets = [
      await webhookSecret({ databaseUrl, bot }),
      await webhookSecret({ databaseUrl, bot, reissue: true }),
    ]
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
    expect(secrets.map(isBy)).toEqual([false, true])
  },
)
