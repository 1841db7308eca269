import { randomUUID } from 'node:crypto'
import { OperationError } from '@scenewright/model'
import type { HttpBackend } from '@scenewright/model/config'
import { createHttpServer, type HttpWorld } from './http-backend.ts'
import { withLock } from './http-lock.ts'

/**
 * Holds the lock of an address while another client requests it: a server that grants it twice is an OperationError
 * `state`.
 */
export async function probeLock(backend: HttpBackend, world: HttpWorld): Promise<void> {
  const { server, info } = createHttpServer(backend, world)
  await withLock(server, info, async () => {
    const other = { ...info, ID: randomUUID() }
    const { status } = await server.lock(other)
    if (status === 409 || status === 423) return
    if (status >= 200 && status < 300) await server.unlock(other)
    throw new OperationError(
      'state',
      `${server.name} responded with ${status} to a second lock request: its lock is not safe`,
      {
        help: 'two runs could write at once: use another backend, or set lock_url and lock_method for this server',
      },
    )
  })
}
