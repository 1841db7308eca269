import { HttpError } from '../http/http-error.ts'
import type { Route } from '../route.ts'

/** A message for the language server of a stream of events, which brings the answer. */
export const lsp: Route = {
  method: 'POST',
  path: '/api/lsp',
  async answer({ languageServers }, { query, body }) {
    const name = query.get('stream')
    const server = await (name === null ? [...languageServers.values()].at(-1) : languageServers.get(name))
    if (server === undefined) {
      throw new HttpError(404, 'stream', 'no open stream of events has a language server', {
        help: 'open /api/events?lsp=1 first, and name its stream',
      })
    }
    server.receive(body)
    return {}
  },
}
