import type { StateBackend } from '@scenewright/model/config'
import { scratchFolder } from '../paths.ts'
import { openState, remoteOptions, type StateSetting } from './open-state.ts'

/** A token that no state ever has: a write that expects it never succeeds. */
const unusedToken = 'f'.repeat(64)

/**
 * Tests whether an existing state backend can be written, and changes nothing. Rejects with an OperationError if it
 * certainly cannot; false if only a write would show whether it can.
 */
export async function tryWriting(backend: StateBackend | undefined, setting: StateSetting): Promise<boolean> {
  // A bucket that ignores conditions would perform the write.
  if (backend?.type === 's3') return false
  if (backend?.type === 'git') {
    const { tryPush } = await import('./git/git-state.ts')
    await tryPush(backend, { ...remoteOptions(setting), scratch: scratchFolder(setting.root) })
    // The hooks of the remote, which protect refs, did not run.
    return false
  }
  const store = await openState(backend, setting)
  const stored = await store.read()
  if (stored !== null) await store.compareAndSwap(unusedToken, stored.text)
  // A server has granted its lock, but received no document.
  return backend?.type !== 'http'
}
