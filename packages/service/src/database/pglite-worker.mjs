// The embedded database in its own thread: in the main thread it blocks the event loop. Plain JavaScript, because Node
// 20 cannot read TypeScript in a worker, and a single file, because it is copied next to the bundle.
import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * @typedef {{ id: number, kind: 'query', sql: string, parameters: unknown[], begins: boolean }
 *   | { id: number, kind: 'end', how: 'commit' | 'rollback' }
 *   | { id: number, kind: 'dump', path: string }
 *   | { id: number, kind: 'close' }} Request
 */

/**
 * By default, a decoder drops a byte order mark at the start: the database would lose it from each text that it reads.
 */
class WholeTextDecoder extends TextDecoder {
  /**
   * @param {string} [label]
   * @param {TextDecoderOptions} [options]
   */
  constructor(label, options) {
    super(label, { ...options, ignoreBOM: true })
  }
}

/** @type {{ folder?: string }} */
const { folder } = workerData
/** One request at a time: the database has one connection. */
let last = open()
/** @type {import('@electric-sql/pglite').PGlite} */
let database

last.then(
  () => parentPort.postMessage({ kind: 'open' }),
  error => parentPort.postMessage({ kind: 'failed', error: plainError(error) }),
)

parentPort.on('message', request => {
  last = last.then(() => answer(request))
})

async function open() {
  // Left behind by a process that was killed; the folder's lock proves that no other process uses it.
  if (folder !== undefined) rmSync(join(folder, 'postmaster.pid'), { force: true })
  globalThis.TextDecoder = WholeTextDecoder
  const { PGlite } = await import('@electric-sql/pglite')
  database = await PGlite.create({ onStderr: reportSevere, ...(folder !== undefined && { dataDir: folder }) })
}

/**
 * Reports why the database cannot go on: its errors do not say so, and after some of them its thread never answers.
 * @param {string} line
 */
function reportSevere(line) {
  const reason = /\b(?:FATAL|PANIC): +(.*)/.exec(line)?.[1]
  if (reason !== undefined) parentPort.postMessage({ kind: 'severe', reason })
  return false
}

/** @param {Request} request */
async function answer(request) {
  try {
    parentPort.postMessage({ kind: 'done', id: request.id, result: await carryOut(request) })
  } catch (error) {
    parentPort.postMessage({ kind: 'refused', id: request.id, error: plainError(error) })
  }
}

/** @param {Request} request */
async function carryOut(request) {
  switch (request.kind) {
    case 'query': {
      if (request.begins) await database.exec('begin')
      const { rows, affectedRows } = await database.query(request.sql, request.parameters)
      return { rows, affectedRows: affectedRows ?? 0 }
    }
    case 'end':
      return void (await database.exec(request.how))
    case 'dump': {
      const dump = await database.dumpDataDir('gzip')
      return writeFile(request.path, new Uint8Array(await dump.arrayBuffer()))
    }
    case 'close':
      return database.close()
  }
}

/** Errors lose their own fields when they are passed between threads. */
function plainError(error) {
  return { message: error?.message ?? nameOf(error), code: error?.code, constraint: error?.constraint }
}

/** What is thrown for a file that cannot be used is no Error, and has only a number. */
function nameOf(error) {
  return error?.errno === undefined ? String(error) : `a file or a folder cannot be used (${error.name} ${error.errno})`
}
