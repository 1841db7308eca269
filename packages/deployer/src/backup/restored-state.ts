import { isDeepStrictEqual } from 'node:util'
import { OperationError } from '@scenewright/model'
import { isSameAddress, isSameId } from '@scenewright/model/config'
import type { TargetEnvironment } from '../environment.ts'
import type { SeenState } from '../state/seen-state.ts'
import type { State } from '../state/state.ts'

/** The input for the checks before a state is restored. */
export interface RestoreQuestion {
  /** The stored state; null if there is none, `damaged` if it cannot be read. */
  readonly present: State | null | 'damaged'
  readonly backup: State
  /** Whether the backend has every payload of the backup. Called only if the states are equal. */
  readonly isComplete: () => Promise<boolean>
  readonly environment: TargetEnvironment
  /** The newest that this machine has seen. */
  readonly seen?: SeenState | undefined
  /** Whether to restore a state that does not match. */
  readonly force: boolean
}

/**
 * The state that a restore writes, with a serial above both; undefined if it is stored with all payloads. A state with
 * another lineage, bot or address, or an older one, is an OperationError `state`, unless it is forced. A forced one gets the
 * address of the environment: the service may have moved with its records. The ids of another bot mean nothing there.
 */
export async function restoredState(question: RestoreQuestion): Promise<State | undefined> {
  const { present, backup, isComplete, environment, seen, force } = question
  const stored = present === 'damaged' ? null : present
  const { lease: _lease, ...saved } = backup
  const { url } = environment
  const rest = force ? { ...saved, environment: { ...saved.environment, url } } : saved
  if (stored !== null && isDeepStrictEqual(withoutLease(stored), rest) && (await isComplete())) return undefined
  const known = seen?.lineage === backup.lineage ? seen.serial : 0
  if (!force) {
    refuse(stored, backup, environment, present === 'damaged')
    if (backup.serial < known) {
      throw refused(`its serial is ${backup.serial}, but this machine has seen ${known}, which contains later changes`)
    }
  }
  return { ...rest, serial: Math.max(stored?.serial ?? 0, backup.serial, known) + 1 }
}

function refuse(stored: State | null, backup: State, environment: TargetEnvironment, isDamaged: boolean): void {
  const { name, lineage = stored?.lineage, bot, url } = environment
  if (lineage !== undefined && backup.lineage !== lineage) {
    throw refused(`its lineage is ${backup.lineage}, but that of "${name}" is ${lineage}`)
  }
  if (lineage === undefined && isDamaged) {
    throw refused(`the state of "${name}" cannot be read, and the config pins no lineage to compare with`)
  }
  if (!isSameId(backup.environment.bot, bot))
    throw refused(`it belongs to the bot "${backup.environment.bot}", not "${bot}"`)
  if (!isSameAddress(backup.environment.url, url)) throw refused(`it belongs to ${backup.environment.url}, not ${url}`)
  if (stored !== null && backup.serial < stored.serial) {
    throw refused(
      `its serial is ${backup.serial}, but the stored state has ${stored.serial} and contains later changes`,
    )
  }
}

function withoutLease({ lease: _lease, ...rest }: State): Omit<State, 'lease'> {
  return rest
}

function refused(why: string): OperationError {
  return new OperationError('state', `the backup was not restored: ${why}`, {
    help: 'choose another backup; --force restores it anyway, but records that it does not contain may then be created again',
  })
}
