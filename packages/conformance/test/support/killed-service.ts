import { type AddressInfo, connect, createServer } from 'node:net'
import type { OwnedLocation } from '../../../service/test/process/place.ts'
import { spawnService } from '../../../service/test/process/spawn-service.ts'
import type { RowResult } from '../../src/index.ts'
import { runConformance } from '../../src/run-conformance.ts'

/** Runs the row that kills the service, on a process of its own. */
export async function runKilled({ location, key }: OwnedLocation): Promise<readonly RowResult[]> {
  const gate = await openGate()
  let running = await start(location, key)
  gate.leadTo(running.port)
  try {
    return await runConformance({
      baseUrl: gate.url,
      owner: { email: 'owner@example.com', apiKey: running.key },
      receiver: {},
      only: ['C-387'],
      patience: 100,
      signal: new AbortController().signal,
      async restart() {
        await running.kill()
        running = await start(location, running.key)
        gate.leadTo(running.port)
      },
    })
  } finally {
    await running.kill()
    gate.close()
  }
}

async function start(location: string, known: string | undefined) {
  const service = await spawnService(location, known)
  if ('refused' in service) throw new Error(service.refused)
  return { ...service, port: Number(new URL(service.url).port) }
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
