import type { StateBackend } from '@scenewright/model/config'
import { scratchFolder } from '../paths.ts'
import { openState, type StateSetting, worldOf } from './open-state.ts'

/** A token that no state ever has: what is written on the condition of it is never written. */
const nobodys = 'f'.repeat(64)

/**
 * Tries whether an existing state backend could be written, and changes nothing. Rejects with an OperationError
 * where it could not; false where that cannot be told without writing.
 */
export async function tryWriting(backend: StateBackend | undefined, setting: StateSetting): Promise<boolean> {
  // A bucket that heeds no conditions would take the write.
  if (backend?.type === 's3') return false
  if (backend?.type === 'git') {
    const { tryPush } = await import('./git/git-state.ts')
    await tryPush(backend, { ...worldOf(setting), scratch: scratchFolder(setting.root) })
    return true
  }
  const store = await openState(backend, setting)
  const stored = await store.read()
  if (stored !== null) await store.compareAndSwap(nobodys, stored.text)
  return true
}
