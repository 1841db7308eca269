// The built service in a process of its own: `serve.mjs LOCATION EMAIL [KEY] [--drain]`; without a key it makes the
// account. Writes its address and key on standard output. With `--drain`, it reports from SIGTERM until SIGUSR2 that it
// will stop, and then waits for the end of its work however long that takes.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// As the command line loads it, with compiled code: this saves a quarter of the processor time of a start.
const { keepCompiled, loadFile } = createRequire(import.meta.url)('../../../scenewright/bin/load.cjs')
const built = fileURLToPath(new URL('../../../scenewright-service/dist/service.cjs', import.meta.url))
const { initAccount, startService } = loadFile(built)

const drainMs = 999_999
/** The shortest time limit of a stop. */
const shortestLimitMs = 2000

const isDrained = process.argv.includes('--drain')
const [location = '', email = '', known] = process.argv.slice(2).filter(argument => argument !== '--drain')
const place = location.startsWith('postgres') ? { databaseUrl: location } : { dataFolder: location }

try {
  const api_key = known ?? (await initAccount({ ...place, email })).api_key
  const service = await startService({
    ...place,
    allowLoopbackWebhooks: true,
    ...(isDrained ? { drainMs, timers: drainTimers() } : { stopTimeoutMs: 500 }),
    delivery: { schedule: [0, 100, 100, 100, 100] },
  })
  process.once('SIGTERM', () => void service.close())
  process.stdout.write(`${JSON.stringify({ url: service.url, email, api_key })}\n`)
  keepCompiled()
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`)
  process.exitCode = 5
}

/** Timers whose drain ends with a signal; after it, no time limit ends. */
function drainTimers() {
  let isStopping = false
  return {
    now: () => performance.now(),
    after(ms, then) {
      if (ms === drainMs) {
        process.once('SIGUSR2', () => {
          isStopping = true
          then()
        })
        return () => {}
      }
      if (isStopping && ms >= shortestLimitMs) return () => {}
      const timer = setTimeout(then, ms).unref()
      return () => clearTimeout(timer)
    },
  }
}
