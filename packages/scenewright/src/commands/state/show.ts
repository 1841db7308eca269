import { loadState, type State } from '@scenewright/deployer'
import { nearest, OperationError } from '@scenewright/model'
import type { CommandDefinition } from '../../command.ts'
import { type EnvironmentOptions, environmentOption, openTarget } from '../../deploy.ts'
import { openConfig } from '../../project.ts'
import { json } from '../../report/json.ts'
import { entryText, stateText } from '../../report/state/state-text.ts'

export const stateShow: CommandDefinition<EnvironmentOptions> = {
  arguments: '[key]',
  formats: ['text', 'json'],
  options: environmentOption,
  examples: [
    ['scenewright state show --env production', 'every scenario that the state knows'],
    ['scenewright state show billing/refund --format json', 'all that it knows of one'],
  ],
  async run(invocation, [key], options) {
    const { terminal } = invocation
    const { store, environment } = await openTarget(invocation, await openConfig(invocation, options), options)
    const state = await loadState(store)
    if (key !== undefined) {
      const entry = requireEntry(state, key, environment.name)
      terminal.out(options.format === 'json' ? json({ key, ...entry }) : entryText(key, entry, terminal.color.out))
    } else if (options.format === 'json') terminal.out(json(state))
    else
      terminal.out(
        state === null ? `nothing applied yet: ${store.name}\n` : stateText(state, store.name, terminal.color.out),
      )
    return 0
  },
}

function requireEntry(state: State | null, key: string, environment: string) {
  const entry = state !== null && Object.hasOwn(state.scenarios, key) ? state.scenarios[key] : undefined
  if (entry !== undefined) return entry
  const near = nearest(key, Object.keys(state?.scenarios ?? {}))
  throw new OperationError('usage', `the state of "${environment}" does not know "${key}"`, {
    help: near === undefined ? '`scenewright state show` lists what it knows' : `did you mean "${near}"?`,
  })
}
