// A service in a process of its own: `serve.mjs LOCATION EMAIL [KEY]`; without a key it makes the account. Writes its
// address and key on standard output.
import { initAccount, startService } from '../../src/index.ts'
import { placeOf } from './place.ts'

const [location = '', email = '', known] = process.argv.slice(2)
const place = placeOf(location)

try {
  const api_key = known ?? (await initAccount({ ...place, email })).api_key
  const service = await startService({
    ...place,
    allowLoopbackWebhooks: true,
    stopTimeoutMs: 500,
    delivery: { schedule: [0, 100, 100, 100, 100] },
  })
  process.once('SIGTERM', () => void service.close())
  process.stdout.write(`${JSON.stringify({ url: service.url, email, api_key })}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`)
  process.exitCode = 5
}
