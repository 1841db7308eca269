import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a database server. */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  readonly databaseUrl: string
  /**
   * Forwards nothing more on connections that sent the text, of either side, and closes none; without a text on all
   * connections, also new ones.
   */
  blackHole(text?: string): void
  /** Forwards again on new connections. Those that were cut off stay so. */
  heal(): void
  close(): Promise<void>
}

interface Connection {
  readonly sockets: readonly [Socket, Socket]
  sent: string
  isCutOff: boolean
}

export async function startProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const connections = new Set<Connection>()
  let isCutOff = false
  const server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname)
    const connection: Connection = { sockets: [client, upstream], sent: '', isCutOff }
    connections.add(connection)
    client.on('data', data => {
      connection.sent += data.toString('latin1')
    })
    forward(client, upstream, connection)
    forward(upstream, client, connection)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(databaseUrl)
  through.port = String((server.address() as AddressInfo).port)
  return {
    databaseUrl: through.href,
    blackHole(text) {
      isCutOff = text === undefined
      for (const connection of connections) {
        if (text === undefined || connection.sent.includes(text)) connection.isCutOff = true
      }
    },
    heal() {
      isCutOff = false
    },
    async close() {
      for (const { sockets } of connections) for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function forward(from: Socket, to: Socket, connection: Connection): void {
  from.on('data', data => {
    if (!connection.isCutOff) to.write(data)
  })
  from.on('end', () => {
    if (!connection.isCutOff) to.end()
  })
  from.on('error', () => {
    if (!connection.isCutOff) to.destroy()
  })
}
