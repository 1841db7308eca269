import type { Answer } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { Deadline } from '../deadline.ts'
import { sendStateRequest } from '../state-request.ts'
import type { LockServer } from './http-lock.ts'
import type { LockInfo } from './lock-info.ts'

/** The addresses and methods of a state, and the credentials. */
export interface HttpAccess {
  readonly url: URL
  readonly lock: { readonly url: URL; readonly method: string }
  readonly unlock: { readonly url: URL; readonly method: string }
  readonly credentials?: { readonly username: string; readonly password: string }
  readonly deadline: Deadline
}

/** A server that speaks the Terraform protocol. */
export interface HttpServer extends LockServer {
  /** The document; undefined if there is none. */
  get(): Promise<string | undefined>
  /** Writes the document under a lock; false if the lock is no longer held. */
  post(body: string, lockId: string): Promise<boolean>
}

/**
 * Creates a client of such a server. Each method rejects with an OperationError, which never contains the credentials.
 */
export function httpServer({ url, lock, unlock, credentials, deadline }: HttpAccess): HttpServer {
  const name = `${url.origin}${url.pathname}`
  const ask = async (method: string, address: URL, body?: string) => {
    const headers = {
      accept: 'application/json',
      ...(credentials !== undefined && { authorization: basic(credentials) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const request = { method, url: address, headers, ...(body !== undefined && { body }) }
    const answer = await sendStateRequest(request, deadline)
    if (isPage(answer)) throw pageOfGateway(name)
    return answer
  }
  const refusal = (answer: Answer, doing: string) => toOperationError(answer, doing, name)
  return {
    name,
    deadline,
    refusal,
    lock: info => ask(lock.method, lock.url, JSON.stringify(info)),
    unlock: info => ask(unlock.method, withId(unlock.url, info), JSON.stringify(info)),
    async get() {
      const answer = await ask('GET', url)
      if (answer.status === 404 || answer.status === 204) return undefined
      if (answer.status !== 200) throw refusal(answer, 'read')
      return answer.text === '' ? undefined : answer.text
    },
    async post(body, lockId) {
      const answer = await ask('POST', withId(url, { ID: lockId }), body)
      if (answer.status >= 200 && answer.status < 300) return true
      if (answer.status === 409 || answer.status === 423) return false
      throw refusal(answer, 'write')
    },
  }
}

/** A gateway may respond with a page of its own and status 200: the server has not performed the request. */
function isPage({ status, text }: Answer): boolean {
  return status >= 200 && status < 300 && text.trimStart().startsWith('<')
}

function pageOfGateway(name: string): OperationError {
  return new OperationError('network', `a gateway responded with a page in place of the state backend ${name}`, {
    help: 'try again later',
  })
}

/** The protocol's way to name the lock of a request. */
function withId(url: URL, { ID }: Pick<LockInfo, 'ID'>): URL {
  const own = new URL(url)
  own.searchParams.set('ID', ID)
  return own
}

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

function toOperationError({ status }: Answer, doing: string, name: string): OperationError {
  const message = `the state backend ${name} responded with ${status} to "${doing}"`
  if (status === 401 || status === 403) {
    return new OperationError('state', message, {
      help: 'set SCENEWRIGHT_STATE_USERNAME and SCENEWRIGHT_STATE_PASSWORD to an account with write access',
    })
  }
  if (status >= 500 || status === 408 || status === 429) {
    return new OperationError('network', message, { help: 'try again later' })
  }
  return new OperationError('state', message, {
    help: 'check that it is the address of a Terraform state; GitLab also needs lock_url, lock_method and unlock_method',
  })
}
