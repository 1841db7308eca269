/** A state as it is stored, and the token that stands for just this text. */
export interface Stored {
  readonly text: string
  readonly token: string
}

/** The result of a compare-and-swap. */
export type Swap = { readonly isSwapped: true; readonly token: string } | { readonly isSwapped: false }

/**
 * Where a state lives. All that a backend has to do for safety is `compareAndSwap`. Each method rejects with an
 * OperationError of the code `state` where the backend cannot be used.
 */
export interface StateStore {
  /** Where it is, for messages. */
  readonly name: string
  /** A write takes so long, as a push to a git host does, that a run waits to put much into one. */
  readonly isSlowToWrite?: true
  /** Null where no state has ever been written; a state that should be there and is not is an error. */
  read(): Promise<Stored | null>
  /** Writes `text` where the stored one still has the token `expected`; null expects that there is none. */
  compareAndSwap(expected: string | null, text: string): Promise<Swap>
  /** Writes `text` where `read` says that a state is gone. Only a backend that can say so has it. */
  putBack?(text: string): Promise<Swap>
  /** Keeps a text under its SHA-256, which is the answer. Keeping it twice is keeping it once. */
  putBlob(text: string): Promise<string>
  /** The text of a hash; undefined where none is kept. */
  getBlob(hash: string): Promise<string | undefined>
}
