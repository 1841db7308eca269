import type { Intent } from './state.ts'

/** The contents of a successful answer: enough to update the state even if everything else is lost. */
export interface Receipt {
  readonly op_id: string
  readonly key: string
  readonly kind: Intent['kind']
  readonly remote_id: string
  /** Of a create or update: the version with the sent definition. */
  readonly version_id?: string
  readonly is_active?: boolean
  readonly at: string
  readonly run: string
  readonly environment: string
  readonly bot: string
  readonly url: string
  readonly lineage: string
  /** The serial of the state that contained the intent. */
  readonly serial: number
}

/** A request that certainly had no effect, and that the state may contain as open: its backend failed. */
export interface VoidReceipt extends Pick<Receipt, 'op_id' | 'key' | 'kind' | 'at' | 'run' | 'environment'> {
  readonly what: 'not-sent' | 'rejected' | 'withdrawn'
}

export function isConfirmed(receipt: Receipt | VoidReceipt): receipt is Receipt {
  return 'remote_id' in receipt
}
