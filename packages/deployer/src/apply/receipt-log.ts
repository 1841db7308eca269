import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { Receipt } from '../state/receipt.ts'
import { count, flag, moment, name, object, oneOf } from '../state/shape.ts'

/** Where answers are written down before anything else. */
export interface ReceiptLog {
  /** Resolves once the receipt is safe. */
  append(receipt: Receipt): Promise<void>
  /** All receipts, oldest first. */
  read(): Promise<readonly Receipt[]>
}

const shape = object(
  {
    op_id: name,
    key: name,
    kind: oneOf(['create', 'update', 'publish', 'activate']),
    remote_id: name,
    at: moment,
    run: name,
    environment: name,
    bot: name,
    url: name,
    lineage: name,
    serial: count,
  },
  { version_id: name, is_active: flag },
)

/** Receipts in a file, one JSON object a line. It is created with the first. */
export function openReceipts(path: string): ReceiptLog {
  const write = async (receipt: Receipt) => {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a', 0o600)
    try {
      // A line that a crash cut short ends here.
      const { size } = await file.stat()
      await file.writeFile(`${size > 0 && !(await endsLine(path)) ? '\n' : ''}${JSON.stringify(receipt)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }
  // One after the other: a line that is half written looks like one that a crash cut short.
  let last = Promise.resolve()
  return {
    append(receipt) {
      const written = last.then(() => write(receipt))
      last = written.catch(() => undefined)
      return written
    },
    async read() {
      try {
        return readReceipts(await readFile(path, 'utf8'))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw new OperationError('state', `the receipts "${path}" cannot be read`, { cause: error })
      }
    },
  }
}

/** The receipts of a text; lines that are none, or that were cut short, are passed over. */
export function readReceipts(text: string): readonly Receipt[] {
  return text.split('\n').flatMap(line => {
    const value = parse(line)
    // The value has just been validated against the shape of a receipt.
    return value !== undefined && shape(value, '').length === 0 ? [value as Receipt] : []
  })
}

async function endsLine(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer[0] === 0x0a
  } finally {
    await file.close()
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
