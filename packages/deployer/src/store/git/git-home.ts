import type { GitHome } from '@scenewright/model'
import type { Patience } from '../patience.ts'
import type { StateStore } from '../store.ts'
import { openGitState } from './git-state.ts'
import { stateRef } from './state-ref.ts'

/** What the home is given of the world. */
export interface GitWorld {
  readonly environment: string
  /** A folder of the project's repository, absolute. */
  readonly root: string
  /** Where scratch repositories are made, absolute. */
  readonly scratch: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly patience: Patience
  readonly now: () => number
}

/** Opens the state in a ref of a remote of the project's repository. */
export function openGitHome(home: GitHome, { environment, root, scratch, env, patience, now }: GitWorld): StateStore {
  const { remote = 'origin', ref = stateRef(environment, root) } = home
  return openGitState({ environment, remote, ref, project: root, scratch, env, patience, now })
}
