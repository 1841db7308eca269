import type { StudioEvent } from '../protocol.ts'
import type { Route } from '../route.ts'
import type { LanguageServer, Studio } from '../studio.ts'

/** How often a stream shows that it is alive, in milliseconds. */
const aliveInterval = 15_000

/** What changes while the page is open, and the messages of its language server. */
export const events: Route = {
  method: 'GET',
  path: '/api/events',
  stream(studio, { query }, send) {
    const stream = process.getBuiltinModule('node:crypto').randomUUID()
    const stop = studio.listen(send)
    const timer = setInterval(() => send({ type: 'alive' }), aliveInterval)
    const server = query.get('lsp') === '1' ? startServer(studio, send) : undefined
    if (server !== undefined) studio.languageServers.set(stream, server)
    send({ type: 'ready', revision: studio.revision(), stream })
    return () => {
      clearInterval(timer)
      stop()
      studio.languageServers.delete(stream)
      void server?.then(started => started.end()).catch(() => {})
    }
  },
}

/** Loads the language server, which few pages need. */
async function startServer(studio: Studio, send: (event: StudioEvent) => void): Promise<LanguageServer> {
  const { startLanguageServer } = await import('../language-server.ts')
  return startLanguageServer(studio, message => send({ type: 'lsp', message }))
}
