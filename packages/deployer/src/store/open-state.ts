import { resolve } from 'node:path'
import { InternalError } from '@scenewright/model'
import type { StateBackend } from '@scenewright/model/config'
import { defaultStatePath, scratchFolder } from '../paths.ts'
import { storeDeadline } from './deadline.ts'
import { openFileState } from './file-store.ts'
import type { StateStore } from './store.ts'

/** The environment of the state, and the dependencies of its backend. */
export interface StateSetting {
  readonly environment: string
  /** The project's folder, absolute. */
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** When aborted, the run is ending, and its backend must respond within seconds. */
  readonly signal: AbortSignal
}

/** The options for the remote backends. */
export function remoteOptions(setting: StateSetting) {
  return { ...setting, deadline: { ...storeDeadline, signal: setting.signal }, now: Date.now }
}

/**
 * Opens the state backend of a config, by default the file. Nothing is read or written yet. An invalid backend is an
 * OperationError `config`; missing credentials are an OperationError `usage`.
 */
export async function openState(backend: StateBackend | undefined, setting: StateSetting): Promise<StateStore> {
  const { root, environment } = setting
  const world = remoteOptions(setting)
  // Loaded on demand: a run needs only one of them.
  switch (backend?.type) {
    case undefined:
      return openFileState(defaultStatePath(root, environment))
    case 'file':
      return openFileState(resolve(root, backend.path))
    case 'git': {
      const { openGitBackend } = await import('./git/git-state.ts')
      return openGitBackend(backend, { ...world, scratch: scratchFolder(root) })
    }
    case 'http':
      return (await import('./http/http-backend.ts')).openHttpBackend(backend, world)
    case 's3':
      return (await import('./s3/s3-backend.ts')).openS3Backend(backend, world)
    default:
      throw new InternalError(`a state in ${JSON.stringify(backend satisfies never)}`)
  }
}
