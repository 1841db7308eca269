import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorBodyOf, Refusal } from './refusal.ts'

/** Answers with the one shape of errors. What we did wrong goes into the log, and nothing of it to the client. */
export function replyWithError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Refusal) {
    void reply.headers(error.headers).code(error.status).send(errorBodyOf(error.status, error.message))
    return
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const body = errorBodyOf(status, error.message)
    void reply.code(body.statusCode).send(body)
    return
  }
  request.log.error({ reqId: request.id, err: error }, 'request failed')
  void reply.code(500).send(errorBodyOf(500, 'The service failed to carry out the request.'))
}
