import { OperationError } from '@scenewright/model'
import { isSameAddress, isSameId } from '@scenewright/model/config'
import type { TargetEnvironment } from '../environment.ts'
import type { State } from '../state/state.ts'

/**
 * Rejects, with an OperationError `state`, a state that is missing, was moved, or belongs to something else than the
 * environment.
 */
export function checkTarget(state: State | null, environment: TargetEnvironment): void {
  const { name, lineage } = environment
  if (state === null) {
    if (lineage === undefined) return
    throw new OperationError('state', `the state of "${name}" is missing, although it was initialized`, {
      help: `if only the backend in the config is new, undo that edit and run \`scenewright state move --env ${name} --to git\` where the state is; a file is only in the folder that initialized it. If the state is in git, and the project was moved to another folder of its repository, set \`ref\` to the former ref: the default one contains the folder. Else restore it; with an empty state, every scenario would be created a second time`,
    })
  }
  if (lineage !== undefined && lineage !== state.lineage) {
    throw new OperationError(
      'state',
      `the state of "${name}" has the lineage ${state.lineage}, but ${lineage} is expected`,
      {
        help: 'this is another state or a new one; restore the right one',
      },
    )
  }
  refuseMoved(state)
  const { bot, url } = state.environment
  if (!isSameId(bot, environment.bot)) {
    throw foreign(
      `bot "${bot}"`,
      environment.bot,
      'each bot needs its own state; set another path, or fix the environment',
    )
  }
  if (isSameAddress(url, environment.url)) return
  const options = `--env ${name}`
  throw foreign(
    `address "${url}"`,
    environment.url,
    `if the service has moved there with this bot, run \`scenewright state export ${options} --out state.json\` and \`scenewright state restore state.json ${options} --force\`; else fix the environment`,
  )
}

/** Rejects, with an OperationError `state`, a state that was moved to another backend. */
export function refuseMoved({ moved, environment: { name } }: State): void {
  if (moved === undefined) return
  throw new OperationError('state', `the state of "${name}" was moved to ${moved.to} (${moved.at})`, {
    help: 'update the config with `git pull`, or merge the default branch. If a move was interrupted, run it again',
  })
}

function foreign(recorded: string, wanted: string, help: string): OperationError {
  return new OperationError('state', `the state belongs to the ${recorded}, but the environment has "${wanted}"`, {
    help,
  })
}
