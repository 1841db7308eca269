import { resolve } from 'node:path'
import { InternalError, type StateHome } from '@scenewright/model'
import { defaultStatePath, scratchFolder } from '../paths.ts'
import { openFileState } from './file-store.ts'
import { patience } from './patience.ts'
import type { StateStore } from './store.ts'

/** Whose state it is, and what its home is given of the world. */
export interface StateSetting {
  readonly environment: string
  /** The project's folder, absolute. */
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted: the run is ending, and its home answers within seconds or not at all. */
  readonly signal: AbortSignal
}

/** What the homes beyond this machine are given. */
export function worldOf(setting: StateSetting) {
  return { ...setting, patience: { ...patience, signal: setting.signal }, now: Date.now }
}

/**
 * Opens the home of a state that a config names, or the file where it names none. Nothing is read or written by that.
 * A home that cannot be as it is named is an OperationError `config`, missing credentials are one of the code `usage`.
 */
export async function openState(home: StateHome | undefined, setting: StateSetting): Promise<StateStore> {
  const { root, environment } = setting
  const world = worldOf(setting)
  // Loaded when one is used: a run needs one of them.
  switch (home?.type) {
    case undefined:
      return openFileState(defaultStatePath(root, environment))
    case 'file':
      return openFileState(resolve(root, home.path))
    case 'git': {
      const { openGitHome } = await import('./git/git-home.ts')
      return openGitHome(home, { ...world, scratch: scratchFolder(root) })
    }
    case 'http':
      return (await import('./http/http-home.ts')).openHttpHome(home, world)
    case 's3':
      return (await import('./s3/s3-home.ts')).openS3Home(home, world)
    default:
      throw new InternalError(`a state in ${JSON.stringify(home satisfies never)}`)
  }
}
