import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleService } from '../../../service/test/process/spawn-service.ts'
import { type RowResult, runConformance } from '../../src/index.ts'

/** Runs the row that kills the service, on a process of its own at a place: a folder, or the address of a database. */
export async function runKilled(place: string): Promise<readonly RowResult[]> {
  const bundle = await bundleService()
  const gate = await openGate()
  let running = await start(bundle, place)
  gate.leadTo(running.port)
  try {
    return await runConformance({
      baseUrl: gate.url,
      owner: { email, apiKey: running.apiKey },
      receiver: {},
      only: ['C-387'],
      patience: Number.POSITIVE_INFINITY,
      signal: new AbortController().signal,
      async restart() {
        await end(running.child)
        running = await start(bundle, place, running.apiKey)
        gate.leadTo(running.port)
      },
    })
  } finally {
    await end(running.child)
    gate.close()
    rmSync(dirname(bundle), { recursive: true, force: true })
  }
}

const email = 'owner@example.com'

async function start(bundle: string, place: string, known?: string) {
  const account = known === undefined ? [email] : [email, known]
  const child = spawn(process.execPath, [bundle, place, ...account], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, api_key } = JSON.parse(line)
    return { child, port: Number(new URL(url).port), apiKey: String(api_key) }
  }
  throw new Error('The service ended without a word.')
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

/** One address for a service that comes back at another port. */
async function openGate() {
  let port = 0
  const server = createServer(socket => {
    const further = connect(port, '127.0.0.1')
    socket.on('error', () => further.destroy())
    further.on('error', () => socket.destroy())
    socket.pipe(further).pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has such an address.
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    leadTo(other: number) {
      port = other
    },
    close: () => server.close(),
  }
}
