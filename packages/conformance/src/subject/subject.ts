import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { OperationError } from '@scenewright/model'
import { type Account, type Api, createApi } from '../http/api.ts'
import { type Connection, openConnection, type Request } from '../http/connection.ts'
import type { Reply } from '../http/reply.ts'
import { readServiceAddress } from '../http/service-address.ts'
import { findLocalExtensions, type LocalExtensions } from '../openapi/local-extensions.ts'
import { type DocumentedOperation, readOperations } from '../openapi/read-operations.ts'
import { Mismatch, Skip } from '../verdict.ts'
import { createMade, type Made } from './made.ts'
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts'
import { createBodies } from './samples.ts'

/** A service, and what is known of it. Where an account or a way in is missing, the rows that need it are skipped. */
export interface SubjectOptions {
  /** Without /api/v1. */
  readonly baseUrl: string
  /** In whose name everything is made. */
  readonly owner: Account
  /** Another account, for what one account may not see of another. */
  readonly stranger?: Account
  /** An account that is switched off. */
  readonly inactive?: Account
  /** An account whose balance is used up; at another address where the service there differs in that alone. */
  readonly unpaid?: Account & { readonly baseUrl?: string }
  /** A key that the owner had before the present one. */
  readonly formerKey?: string
  /** Where the service can send webhooks to. */
  readonly receiver?: ReceiverOptions
  /** Kills the service's process, and resolves once it answers again at the same address. */
  readonly restart?: () => Promise<void>
  /** How long the service may wait before it sends a webhook again, in milliseconds; 8,000 where absent. */
  readonly repeatMs?: number
  /** How many times as long as usual is waited for what the service should do; 1 where absent. */
  readonly patience?: number
  /** Waits where the service says for how long, in milliseconds; absent: by the clock. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
}

/** A service that is held to the contract, and what the rows share. */
export interface Subject {
  readonly options: SubjectOptions
  readonly owner: Api
  readonly made: Made
  readonly operations: readonly DocumentedOperation[]
  readonly extensions: LocalExtensions
  /** Every refusal that came so far. */
  readonly refusals: readonly Reply[]
  readonly repeatMs: number
  readonly patience: number
  readonly signal: AbortSignal
  readonly connection: Connection
  /** Sends without authorization, below the address of the service. */
  send(request: Request): Promise<Reply>
  /** Asks as one of the other accounts; skips the row where there is none. */
  as(who: 'stranger' | 'inactive'): Api
  /** Skips the row where webhooks cannot be received. */
  receiver(): Receiver
  /** A name that nobody else has. */
  nameOf(what: string): string
  close(): Promise<void>
}

/**
 * Opens a service: asks whether it answers, and what it has beyond the contract. Rejects with an OperationError: `usage`
 * for an address or credentials that are not taken, `network` where nothing answers, `service` where it is no such service.
 */
export async function openSubject(given: SubjectOptions): Promise<Subject> {
  const signal = AbortSignal.any([given.signal])
  // Every request and every wait listens for the end.
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
  const nameOf = namesOf(`conformance-${randomBytes(4).toString('hex')}`)
  return {
    options,
    owner,
    made: createMade({ api: owner, bodies: createBodies(nameOf), extensions, signal, patience }),
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
    nameOf,
    async close() {
      await receiver?.close()
      await connection.close()
    },
  }
}

const accountNames = { stranger: 'a second account', inactive: 'an account that is switched off' } as const

/** Where the first request fails, no row would say anything. */
async function requireAnswer(owner: Api): Promise<void> {
  const { status } = await owner.get('/bots').catch(error => {
    if (!(error instanceof Mismatch)) throw error
    const reason = error.came.replace('none: ', '')
    throw new OperationError('network', `the service does not answer: ${reason}`, { cause: error })
  })
  // Another status of success is for a row to tell.
  if (status < 300) return
  // A service that has seen too many wrong keys says so to the next one.
  if (status === 401 || status === 403 || status === 429) {
    throw new OperationError('usage', `the service does not take the credentials (${status})`, {
      help: 'the e-mail address and the API key have to belong to one account of this service',
    })
  }
  throw new OperationError('service', `GET /api/v1/bots is ${status}: this is no such service, or it is not well`, {
    help: 'give the address of the service without /api/v1',
  })
}

function namesOf(prefix: string): (what: string) => string {
  let count = 0
  return what => {
    count += 1
    return `${prefix}-${what}-${count}`
  }
}
