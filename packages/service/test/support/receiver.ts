import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook that came in. */
interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it
  readonly body: any
}

/** What the receiver answers: a status, with headers if need be; `null` cuts the connection; later by a promise. */
type Behavior = { status: number; headers?: Record<string, string> } | null
export type Respond = (received: Received, count: number) => Behavior | Promise<Behavior>

/** A real receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves with all that came, once there are so many. */
  waitFor(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

export async function startReceiver(respond: Respond = () => ({ status: 200 }), port = 0): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const entry = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) }
    received.push(entry)
    const behavior = await respond(entry, received.length)
    if (behavior === null) return void response.destroy()
    response.writeHead(behavior.status, behavior.headers).end('ok')
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async waitFor(count) {
      await until(() => received.length >= count)
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Waits until the condition holds, however long that takes. Looks less often the longer it does: most looks are requests. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let pauseMs = 5; !(await holds()); pauseMs = Math.min(pauseMs * 1.25, 30)) {
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}
