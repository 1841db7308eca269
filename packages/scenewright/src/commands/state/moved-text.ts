import type { State } from '@scenewright/deployer/state'
import { visible } from '@scenewright/model/text'

/** Says that a state is out of date because it was moved to another backend; empty if it was not. */
export function movedText(state: State | null): string {
  const moved = state?.moved
  return moved === undefined ? '' : visible(`This state is out of date: it was moved to ${moved.to} (${moved.at}).\n`)
}
