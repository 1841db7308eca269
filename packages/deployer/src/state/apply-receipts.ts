import { OperationError } from '@scenewright/model'
import { isSameBot } from '@scenewright/model/config'
import type { TargetEnvironment } from '../environment.ts'
import { dropIntent, findOpen, recordOwners, recordReceipt } from './changes.ts'
import { isConfirmed, type Receipt, type VoidReceipt } from './receipt.ts'
import type { State } from './state.ts'

/** Closes requests that are open in a state and answered in the receipts: a run may end between writing these two. */
export function applyReceipts(state: State, receipts: readonly (Receipt | VoidReceipt)[]): State {
  // A machine keeps every receipt: nearly all belong to requests that were closed long ago.
  const open = new Set(Object.values(state.scenarios).flatMap(({ intent }) => intent?.op_id ?? []))
  const answers = receipts.filter(({ op_id }) => open.has(op_id))
  return answers.reduce((next, receipt) => {
    const { op_id, run, at } = receipt
    if (!isConfirmed(receipt)) return dropIntent(next, op_id, { run, at }, { what: receipt.what })
    return receipt.lineage === next.lineage && findOpen(next, op_id) !== undefined
      ? recordReceipt(next, receipt, { run, at })
      : next
  }, state)
}

/**
 * Rejects, with an OperationError `state`, a state that lacks what the receipts prove: it was deleted, or an older one
 * was restored, and scenarios would be created a second time.
 */
export function checkReceipts(
  state: State | null,
  receipts: readonly (Receipt | VoidReceipt)[],
  environment: TargetEnvironment,
): void {
  const { name } = environment
  const ours = receipts.filter(isConfirmed).filter(receipt => isSameBot(receipt, environment))
  const owners = recordOwners(state)
  const lost = ours.find(({ kind, remote_id, op_id }) => {
    return (
      kind === 'create' &&
      !owners.has(remote_id.toLowerCase()) &&
      (state === null || findOpen(state, op_id) === undefined)
    )
  })
  if (lost !== undefined) {
    throw behind(name, `according to the receipts of this machine, "${lost.key}" was created as ${lost.remote_id}`)
  }
  const newest = ours.reduce(
    (max, { lineage, serial }) => (lineage === state?.lineage ? Math.max(max, serial) : max),
    0,
  )
  if (state !== null && newest > state.serial) {
    throw behind(name, `it has the serial ${state.serial}, but the receipts of this machine end at ${newest}`)
  }
}

function behind(environment: string, why: string): OperationError {
  return new OperationError('state', `the state of "${environment}" is missing or older than it should be: ${why}`, {
    help: 'restore the newest state; only if its scenarios no longer exist on the service, move the receipts away',
  })
}
