import { OperationError } from '@scenewright/model'
import { textHash } from '@scenewright/model/text-hash'
import type { ReceiptLog } from '../../src/apply/receipt-log.ts'
import type { Receipt, VoidReceipt } from '../../src/state/receipt.ts'
import type { StateStore, Swap } from '../../src/store/store.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** Where the state of a model lies. */
export interface ModelHome {
  readonly name: string
  text: string | null
  /** Whether a run waits to put much into one write. */
  isSlow: boolean
  readonly blobs: Map<string, string>
  /** Writes whose senders have given them up; each may still be carried out, at any time. */
  readonly late: (() => void)[]
}

export function modelHome(name: string): ModelHome {
  return { name, text: null, isSlow: false, blobs: new Map(), late: [] }
}

/** A home as one actor sees it: it knows of a compare-and-swap what comes back, and no more. */
export function openModelHome(home: ModelHome, scheduler: Scheduler, actor: Actor): StateStore {
  const swap = (expected: string | null, text: string): Swap => {
    if (home.text !== expected) return { isSwapped: false }
    home.text = text
    return { isSwapped: true, token: text }
  }
  return {
    name: home.name,
    ...(home.isSlow && { isSlowToWrite: true }),
    read: () =>
      scheduler.effect(actor, [() => (home.text === null ? null : { text: home.text, token: home.text }), unreachable]),
    compareAndSwap: (expected, text) =>
      scheduler.effect<Swap>(actor, [
        () => swap(expected, text),
        () => {
          swap(expected, text)
          return unreachable()
        },
        unreachable,
        () => {
          home.late.push(() => swap(expected, text))
          return unreachable()
        },
      ]),
    async putBlob(text) {
      const hash = textHash(text)
      home.blobs.set(hash, text)
      return hash
    },
    getBlob: async hash => home.blobs.get(hash),
  }
}

/** The receipts of one machine, in memory; `kept` outlives the actor. */
export function openModelReceipts(kept: (Receipt | VoidReceipt)[], scheduler: Scheduler, actor: Actor): ReceiptLog {
  return {
    append: receipt =>
      scheduler.effect<void>(actor, [
        () => void kept.push(receipt),
        () => {
          throw new Error('the disk is full')
        },
      ]),
    read: async () => [...kept],
  }
}

function unreachable(): never {
  throw new OperationError('state', 'the state backend does not answer')
}
