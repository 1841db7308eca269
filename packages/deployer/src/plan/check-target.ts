import { OperationError } from '@scenewright/model'
import { isSameAddress } from '@scenewright/model/config'
import type { TargetEnvironment } from '../environment.ts'
import type { State } from '../state/state.ts'

/** Refuses, with an OperationError `state`, a state that is missing, moved, or of something else than the environment. */
export function checkTarget(state: State | null, environment: TargetEnvironment): void {
  const { name, lineage } = environment
  if (state === null) {
    if (lineage === undefined) return
    throw new OperationError('state', `the state of "${name}" is missing, though it is known to have begun`, {
      help: 'restore it; an empty one would create every scenario a second time',
    })
  }
  if (lineage !== undefined && lineage !== state.lineage) {
    throw new OperationError(
      'state',
      `the state of "${name}" has the lineage ${state.lineage}, and ${lineage} is expected`,
      {
        help: 'this is the state of something else, or a new one; put the right one back',
      },
    )
  }
  refuseMoved(state)
  const { bot, url } = state.environment
  if (bot !== environment.bot) throw foreign('bot', bot, environment.bot)
  if (!isSameAddress(url, environment.url)) throw foreign('address', url, environment.url)
}

/** Refuses, with an OperationError `state`, a state that is in another backend by now. */
export function refuseMoved({ moved, environment: { name } }: State): void {
  if (moved === undefined) return
  throw new OperationError('state', `the state of "${name}" was moved to ${moved.to} (${moved.at})`, {
    help: 'use the current config, which names it: `git pull`, or merge the default branch. If a move was interrupted, run it again',
  })
}

function foreign(what: string, recorded: string, wanted: string): OperationError {
  return new OperationError('state', `the state belongs to the ${what} "${recorded}", the environment is "${wanted}"`, {
    help: 'each bot on each address needs a state of its own; name another path, or fix the environment',
  })
}
