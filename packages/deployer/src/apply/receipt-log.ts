import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { Receipt, VoidReceipt } from '../state/receipt.ts'
import { count, flag, moment, name, object, oneOf } from '../state/shape.ts'

/** Where responses are recorded before anything else. */
export interface ReceiptLog {
  /** Resolves once the receipt is stored durably. */
  append(receipt: Receipt | VoidReceipt): Promise<void>
  /** All receipts, oldest first. */
  read(): Promise<readonly (Receipt | VoidReceipt)[]>
}

const request = {
  op_id: name,
  key: name,
  kind: oneOf(['create', 'update', 'publish', 'activate']),
  at: moment,
  run: name,
  environment: name,
}

const shape = object(
  { ...request, remote_id: name, bot: name, url: name, lineage: name, serial: count },
  { version_id: name, is_active: flag },
)

const voidShape = object({ ...request, what: oneOf(['not-sent', 'rejected', 'withdrawn']) })

/** Receipts in a file, one JSON object per line. The file is created with the first one. */
export function openReceipts(path: string): ReceiptLog {
  const write = async (receipt: Receipt | VoidReceipt) => {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a', 0o600)
    try {
      // A line that a crash truncated ends here.
      const { size } = await file.stat()
      await file.writeFile(`${size > 0 && !(await endsLine(path)) ? '\n' : ''}${JSON.stringify(receipt)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }
  // Sequentially, because a half-written line looks like one that a crash truncated.
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

/** The receipts in a text; invalid and truncated lines are skipped. */
export function readReceipts(text: string): readonly (Receipt | VoidReceipt)[] {
  return text.split('\n').flatMap(line => {
    const value = parse(line)
    // Has just been validated with the shapes of receipts.
    const isValid = [shape, voidShape].some(one => one(value, '').length === 0)
    return isValid ? [value as Receipt | VoidReceipt] : []
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
