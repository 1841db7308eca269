import { Worker } from 'node:worker_threads'
import { DatabaseError, type PlainDatabaseError } from './database-error.ts'

/** The result of a statement. */
interface StatementResult {
  readonly rows: readonly Record<string, unknown>[]
  readonly affectedRows: number
}

/** The embedded database in its own thread. Statements run sequentially. */
export interface EmbeddedDatabase {
  query(sql: string, parameters: readonly unknown[]): Promise<StatementResult>
  /** Writes all files of the database to `path`, as a compressed archive. */
  dump(path: string): Promise<void>
  /** Ends the thread at once: statements in progress and later ones reject. */
  abort(): void
  close(): Promise<void>
}

type Request =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'dump'; readonly path: string }
  | { readonly kind: 'close' }

type Message =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly error: PlainDatabaseError }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly error: PlainDatabaseError }

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Opens the database in `folder` (absent: in memory). Rejects with a DatabaseError. */
export async function openEmbeddedDatabase({ folder }: { readonly folder?: string }): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData: { folder } })
  const send = await connect(worker).catch(async error => {
    await worker.terminate()
    throw error
  })
  return {
    query: (sql, parameters) => send({ kind: 'query', sql, parameters }) as Promise<StatementResult>,
    dump: path => send({ kind: 'dump', path }) as Promise<void>,
    abort: () => void worker.terminate(),
    close: async () => {
      await send({ kind: 'close' })
      await worker.terminate()
    },
  }
}

/** Resolves once the worker has opened the database. The worker responds to each request in the shape of its kind. */
function connect(worker: Worker): Promise<(request: Request) => Promise<unknown>> {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended: Error | undefined

  const send = (request: Request) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended !== undefined) return reject(ended)
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ ...request, id: lastId })
    })

  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      ended ??= error
      reject(error)
      for (const { reject: refuse } of waiting.values()) refuse(error)
      waiting.clear()
    }
    worker.on('error', end)
    worker.on('exit', () => end(new DatabaseError({ message: 'The embedded database has ended.' })))
    worker.on('message', (message: Message) => {
      if (message.kind === 'open') return resolve(send)
      if (message.kind === 'failed') return end(new DatabaseError(message.error))
      const request = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'done') request?.resolve(message.result)
      else request?.reject(new DatabaseError(message.error))
    })
  })
}
