import type { FastifyInstance } from 'fastify'
import { errorBodyOf, Refusal } from './refusal.ts'

/**
 * Gives the shape of errors to what Node refuses by itself with an empty body, an expectation and no host; and lets who
 * sends too much see that it is refused: a connection that is cut while he still sends loses the answer.
 */
export function refuseOddRequests(server: FastifyInstance): void {
  server.server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(errorBodyOf(400, 'The header Expect asks for what is not offered.'))
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
    response.writeHead(400, { ...headers, connection: 'close' }).end(body)
  })
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined
    done(isMissing ? new Refusal(400, 'The header Host is missing.') : undefined)
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    // What is left of the body is read and thrown away, for as long as a request may take.
    if (reply.statusCode === 413) reply.removeHeader('connection')
    done(null, payload)
  })
}
