import { InternalError, type StateHome } from '@scenewright/model'
import { type StateSetting, worldOf } from './open-state.ts'

/**
 * Tries whether a home keeps what a state needs: that of two writers one is refused. One that does not is an
 * OperationError `state`. A file and git keep it by themselves.
 */
export async function probeState(home: StateHome | undefined, setting: StateSetting): Promise<void> {
  switch (home?.type) {
    case undefined:
    case 'file':
    case 'git':
      return
    case 'http':
      return (await import('./http/probe-lock.ts')).probeLock(home, worldOf(setting))
    case 's3':
      return (await import('./s3/probe-conditions.ts')).probeConditions(home, worldOf(setting))
    default:
      throw new InternalError(`a state in ${JSON.stringify(home satisfies never)}`)
  }
}

/** The homes that a state may get, the one that the config names first: where it leaves the ref open, a branch too. */
export async function candidateHomes(
  home: StateHome | undefined,
  { environment, root }: Pick<StateSetting, 'environment' | 'root'>,
): Promise<readonly (StateHome | undefined)[]> {
  if (home?.type !== 'git' || home.ref !== undefined) return [home]
  const { stateBranch } = await import('./git/state-ref.ts')
  return [home, { ...home, ref: stateBranch(environment, root) }]
}
