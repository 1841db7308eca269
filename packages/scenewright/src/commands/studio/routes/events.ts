import type { Route } from '../route.ts'

/** How often a stream shows that it is alive, in milliseconds. */
const aliveInterval = 15_000

/** What changes while the page is open. */
export const events: Route = {
  method: 'GET',
  path: '/api/events',
  stream(studio, _request, send) {
    send({ type: 'ready', revision: studio.revision(), stream: process.getBuiltinModule('node:crypto').randomUUID() })
    const stop = studio.listen(send)
    const timer = setInterval(() => send({ type: 'alive' }), aliveInterval)
    return () => {
      clearInterval(timer)
      stop()
    }
  },
}
