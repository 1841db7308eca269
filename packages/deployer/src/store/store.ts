import { OperationError } from '@scenewright/model'

/** Another run holds the lock of a state, and the store has waited for it as long as it may. */
export class StateLocked extends OperationError {}

/** The content of a payload has another hash than its name. */
export class DamagedPayload extends OperationError {}

/** A stored state, and the token that identifies exactly this text. */
export interface Stored {
  readonly text: string
  readonly token: string
}

/** The result of a compare-and-swap. */
export type Swap = { readonly isSwapped: true; readonly token: string } | { readonly isSwapped: false }

/**
 * A state backend. `compareAndSwap` is all that it needs for safety. Each method rejects with an OperationError with
 * the code `state` if the backend cannot be used.
 */
export interface StateStore {
  /** Where it is, for messages. */
  readonly name: string
  /** A write takes so long, such as a push to a git host, that a run collects many changes for one. */
  readonly isSlowToWrite?: true
  /** Null if no state has ever been written; a state that should exist and does not is an error. */
  read(): Promise<Stored | null>
  /** Writes `text` if the stored state still has the token `expected`; null expects that there is none. */
  compareAndSwap(expected: string | null, text: string): Promise<Swap>
  /** Writes `text` if `read` reports that a state is gone. Only a backend that can detect this has it. */
  putBack?(text: string): Promise<Swap>
  /** Stores a text and returns its SHA-256. Storing it again changes nothing. */
  putBlob(text: string): Promise<string>
  /** The text with a hash; undefined if it does not exist. Rejects with a DamagedPayload if it has another content. */
  getBlob(hash: string): Promise<string | undefined>
}

/** The text with a hash; undefined if it does not exist or is damaged. */
export async function intactBlob(store: Pick<StateStore, 'getBlob'>, hash: string): Promise<string | undefined> {
  try {
    return await store.getBlob(hash)
  } catch (error) {
    if (error instanceof DamagedPayload) return undefined
    throw error
  }
}

/** The number of payloads to read at once: enough for few round trips, and few enough for every backend. */
const atOnce = 64

/** Reads payloads for each item, not too many at once. The results have the order of the items. */
export async function readMany<Item, Result>(
  items: readonly Item[],
  read: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce)
    results.push(...(await Promise.all(some.map((item, index) => read(item, from + index)))))
  }
  return results
}
