import { release as releaseHeld } from '@scenewright/deployer'
import type { CommandDefinition } from '../../shell/command.ts'
import { openConfig } from '../../workspace/open-config.ts'
import { type EnvironmentOptions, environmentOption, newRunId, openTarget } from './deploy.ts'

export const release: CommandDefinition<EnvironmentOptions> = {
  arguments: '<keys...>',
  formats: ['text'],
  options: environmentOption,
  examples: [['scenewright release promo/spring --env production', 'the next apply follows the source again']],
  async run(invocation, keys, options) {
    const { environment, store } = await openTarget(invocation, await openConfig(invocation, options), options)
    await releaseHeld({ store, environment, keys, run: newRunId(), now: Date.now, pause: invocation.pause })
    const names = keys.map(key => `"${key}"`).join(', ')
    invocation.terminal.err(`Released: ${names}. The next \`scenewright apply\` follows the sources again.\n`)
    return 0
  },
}
