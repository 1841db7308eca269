import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { OperationError } from '@scenewright/model'
import { createRedaction } from '@scenewright/model/redaction'
import { type Account, type Api, createApi } from '../http/api.ts'
import { type Connection, openConnection, type Request } from '../http/connection.ts'
import { cutMark, type Reply } from '../http/reply.ts'
import { readServiceAddress } from '../http/service-address.ts'
import { findLocalExtensions, type LocalExtensions } from '../openapi/local-extensions.ts'
import { type DocumentedOperation, readOperations } from '../openapi/read-operations.ts'
import { Mismatch, Skip } from '../verdict.ts'
import { type CreatedObjects, createObjects } from './created-objects.ts'
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts'
import { createBodies } from './samples.ts'

/** A service, and the available accounts. If an account or a feature is missing, the rows that need it are skipped. */
export interface SubjectOptions {
  /** Without /api/v1. */
  readonly baseUrl: string
  /** The account that creates everything. */
  readonly owner: Account
  /** Another account, for testing access between accounts. */
  readonly stranger?: Account
  /** An inactive account. */
  readonly inactive?: Account
  /** An account without balance; at another address if that service differs only in this. */
  readonly unpaid?: Account & { readonly baseUrl?: string }
  /** An earlier key of the owner. */
  readonly formerKey?: string
  /** Where the service can send webhooks. */
  readonly receiver?: ReceiverOptions
  /** Kills the service's process, and resolves once it responds again at the same address. */
  readonly restart?: () => Promise<void>
  /** The maximum delay before the service retries a webhook, in milliseconds; 8,000 by default. */
  readonly repeatMs?: number
  /** The factor for waiting times; 1 by default. */
  readonly patience?: number
  /** Replaces waiting by the clock, in milliseconds; by default the clock is used. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
}

/** A service that is checked against the contract, and the data that the rows share. */
export interface Subject {
  readonly options: SubjectOptions
  readonly owner: Api
  readonly objects: CreatedObjects
  readonly operations: readonly DocumentedOperation[]
  readonly extensions: LocalExtensions
  /** Every error response so far. */
  readonly refusals: readonly Reply[]
  readonly repeatMs: number
  readonly patience: number
  readonly signal: AbortSignal
  readonly connection: Connection
  /** Sends without authorization, relative to the address of the service. */
  send(request: Request): Promise<Reply>
  /** Sends requests for one of the other accounts; skips the row if there is none. */
  as(who: 'stranger' | 'inactive'): Api
  /** Skips the row if webhooks cannot be received. */
  receiver(): Receiver
  /** Redacts the keys of all accounts from a text. */
  redact(text: string): string
  /** A unique name. */
  nameOf(what: string): string
  close(): Promise<void>
}

/**
 * Opens a service: checks whether it responds, and which extensions it has. Rejects with an OperationError: `usage` for
 * an invalid address or rejected credentials, `network` if nothing responds, `service` if it is a different kind of
 * service.
 */
export async function openSubject(given: SubjectOptions): Promise<Subject> {
  const signal = AbortSignal.any([given.signal])
  // Every request and every wait listens for the abort.
  setMaxListeners(0, signal)
  const options = { ...given, signal }
  const connection = await openConnection(readServiceAddress(options.baseUrl), signal)
  let receiver: Receiver | undefined
  try {
    receiver = options.receiver && (await startReceiver(options.receiver))
    return await meet(connection, receiver, options)
  } catch (error) {
    await receiver?.close()
    await connection.close()
    throw error
  }
}

async function meet(connection: Connection, receiver: Receiver | undefined, options: SubjectOptions): Promise<Subject> {
  const { signal, repeatMs = 8000, patience = 1 } = options
  const refusals: Reply[] = []
  const noteRefusal = (reply: Reply) => {
    if (reply.status >= 400) refusals.push(reply)
  }
  const owner = createApi(connection, options.owner, noteRefusal)
  await requireAnswer(owner)
  const operations = readOperations((await connection.send({ method: 'GET', path: '/openapi.json' })).body)
  const extensions = findLocalExtensions(operations)
  const nameOf = createNames(`conformance-${randomBytes(4).toString('hex')}`)
  return {
    options,
    owner,
    objects: createObjects({ api: owner, bodies: createBodies(nameOf), extensions, signal, patience }),
    operations,
    extensions,
    refusals,
    repeatMs,
    patience,
    signal,
    connection,
    async send(request) {
      const reply = await connection.send(request)
      noteRefusal(reply)
      return reply
    },
    as(who) {
      const account = options[who]
      if (account === undefined) throw new Skip(`needs ${accountNames[who]}`)
      return createApi(connection, account, noteRefusal)
    },
    receiver() {
      if (receiver === undefined) throw new Skip('needs a receiver of webhooks that the service can reach')
      return receiver
    },
    redact: redaction(options),
    nameOf,
    async close() {
      await receiver?.close()
      await connection.close()
    },
  }
}

function redaction({ owner, stranger, inactive, unpaid, formerKey }: SubjectOptions): (text: string) => string {
  const former = formerKey === undefined ? undefined : { email: owner.email, apiKey: formerKey }
  const accounts = [owner, stranger, inactive, unpaid, former].filter(account => account !== undefined)
  const redactions = accounts.map(({ email, apiKey }) => createRedaction(email, apiKey, cutMark))
  return text => redactions.reduce((kept, redact) => redact(kept), text)
}

const accountNames = { stranger: 'a second account', inactive: 'an account that is switched off' } as const

/** If the first request fails, no row would be meaningful. */
async function requireAnswer(owner: Api): Promise<void> {
  const { status } = await owner.get('/bots').catch(error => {
    if (!(error instanceof Mismatch)) throw error
    const reason = error.came.replace('none: ', '')
    throw new OperationError('network', `the service does not answer: ${reason}`, { cause: error })
  })
  // A row reports another status of success.
  if (status < 300) return
  // A service that has received too many wrong keys also reports that to the next request.
  if (status === 401 || status === 403 || status === 429) {
    throw new OperationError('usage', `the service does not take the credentials (${status})`, {
      help: 'the e-mail address and the API key have to belong to one account of this service',
    })
  }
  throw new OperationError('service', `GET /api/v1/bots is ${status}: this is no such service, or it is not well`, {
    help: 'give the address of the service without /api/v1',
  })
}

function createNames(prefix: string): (what: string) => string {
  let count = 0
  return what => {
    count += 1
    return `${prefix}-${what}-${count}`
  }
}
