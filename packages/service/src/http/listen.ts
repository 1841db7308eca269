import type { AddressInfo } from 'node:net'
import { OperationError } from '@scenewright/model'
import type { FastifyInstance } from 'fastify'
import type { Timers } from '../timers.ts'

/** How long a close waits for requests that are under way, in milliseconds. */
const patienceMs = 2000

/** Listens; promises the address. Rejects with an OperationError `service` where the port cannot be had. */
export async function listen(
  server: FastifyInstance,
  { host, port = 0 }: { readonly host: string; readonly port?: number },
): Promise<string> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw new OperationError('service', `The service cannot listen on ${host}, port ${port}.`, {
      cause: error,
      help: isTaken ? 'Something listens there already. Port 0 takes a free one.' : String(error),
    })
  }
  // A server that listens on a port has an address of this kind.
  const { address, family, port: actual } = server.server.address() as AddressInfo
  const name = host === 'localhost' ? host : family === 'IPv6' ? `[${address}]` : address
  return `http://${name}:${actual}`
}

/** Answers what was asked; who has not finished asking by then is cut off. */
export async function closeServer(server: FastifyInstance, timers: Timers): Promise<void> {
  const cancel = timers.after(patienceMs, () => server.server.closeAllConnections())
  await server.close()
  cancel()
}
