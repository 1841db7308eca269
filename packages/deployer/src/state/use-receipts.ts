import { OperationError } from '@scenewright/model'
import { isSameAddress } from '@scenewright/model/config'
import type { TargetEnvironment } from '../environment.ts'
import { findOpen, recordReceipt, recordsOf } from './changes.ts'
import type { Receipt } from './receipt.ts'
import type { State } from './state.ts'

/** Closes what is open in a state and answered in the receipts: a run that ended between the two had no time to. */
export function adoptReceipts(state: State, receipts: readonly Receipt[]): State {
  return receipts.reduce(
    (next, receipt) =>
      receipt.lineage === next.lineage && findOpen(next, receipt.op_id) !== undefined
        ? recordReceipt(next, receipt, { run: receipt.run, at: receipt.at })
        : next,
    state,
  )
}

/**
 * Refuses, with an OperationError `state`, a state that does not hold what the receipts prove: it was deleted or an
 * older one was put back, and with it scenarios would be created a second time.
 */
export function checkReceipts(
  state: State | null,
  receipts: readonly Receipt[],
  { name, bot, url }: TargetEnvironment,
): void {
  const ours = receipts.filter(receipt => receipt.bot === bot && isSameAddress(receipt.url, url))
  const records = new Set(Object.values(state?.scenarios ?? {}).flatMap(recordsOf))
  const lost = ours.find(({ kind, remote_id, op_id }) => {
    return kind === 'create' && !records.has(remote_id) && (state === null || findOpen(state, op_id) === undefined)
  })
  if (lost !== undefined) {
    throw behind(name, `the receipts of this machine say that "${lost.key}" was created as ${lost.remote_id}`)
  }
  const newest = Math.max(0, ...ours.filter(({ lineage }) => lineage === state?.lineage).map(({ serial }) => serial))
  if (state !== null && newest > state.serial) {
    throw behind(name, `it has the serial ${state.serial}, the receipts of this machine go up to ${newest}`)
  }
}

function behind(environment: string, why: string): OperationError {
  return new OperationError('state', `the state of "${environment}" is missing or older than it should be: ${why}`, {
    help: 'put the newest state back; only if the service holds nothing of it any more, move the receipts away',
  })
}
