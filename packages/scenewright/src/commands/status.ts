import { loadState, status as statusOf } from '@scenewright/deployer'
import type { CommandDefinition } from '../command.ts'
import { type EnvironmentOptions, environmentOption, openTarget } from '../deploy.ts'
import { openConfig } from '../project.ts'
import { statusJson, statusText } from '../report/status-text.ts'

export const status: CommandDefinition<EnvironmentOptions> = {
  formats: ['text', 'json'],
  options: environmentOption,
  examples: [['scenewright status --env production', 'what is deployed, since when, and what is open']],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const { environment, store } = await openTarget(invocation, await openConfig(invocation, options), options)
    const state = await loadState(store)
    const found = state && statusOf(state, Date.now())
    terminal.out(
      options.format === 'json' ? statusJson(found, environment) : statusText(found, environment, terminal.color.out),
    )
    return found?.scenarios.some(({ open }) => open !== undefined) ? 4 : 0
  },
}
