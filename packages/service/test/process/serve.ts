// A service in a process of its own: `serve.js LOCATION EMAIL`. Writes its address and key on standard output.
import type { DatabaseLocation } from '../../src/database/open-database.ts'
import { initAccount, startService } from '../../src/index.ts'

const [location = '', email = ''] = process.argv.slice(2)
const place: DatabaseLocation = location.startsWith('postgres') ? { databaseUrl: location } : { dataFolder: location }

try {
  const { api_key } = await initAccount({ ...place, email })
  const service = await startService({ ...place, delivery: { schedule: [0, 100, 100, 100, 100], timeoutMs: 1000 } })
  process.stdout.write(`${JSON.stringify({ url: service.url, email, api_key })}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`)
  process.exitCode = 5
}
