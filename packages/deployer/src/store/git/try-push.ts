import type { GitHome } from '@scenewright/model'
import type { GitWorld } from './git-home.ts'
import { gitRefusal } from './git-refusal.ts'
import { makeScratch } from './scratch.ts'
import { stateRef } from './state-ref.ts'

/**
 * Asks the remote whether it would take a push of the state that is there, without pushing anything. Rejects with the
 * refusal; where there is no state yet there is nothing to try.
 */
export async function tryPush(home: GitHome, { environment, root, scratch, env, patience }: GitWorld): Promise<void> {
  const { remote = 'origin', ref = stateRef(environment, root) } = home
  const place = { remote, ref }
  const { run } = await makeScratch({ folder: root, env, patience }, scratch, remote)
  const fetched = await run(['fetch', '--quiet', '--depth=1', '--no-tags', remote, `+${ref}:${triedRef}`])
  if (fetched.code !== 0) return
  const pushed = await run(['push', '--dry-run', '--porcelain', '--no-verify', remote, `${triedRef}:${ref}`])
  if (pushed.code !== 0) throw gitRefusal(pushed, place)
}

const triedRef = 'refs/scenewright/tried'
