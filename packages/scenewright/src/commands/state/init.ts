import { openConfig } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition } from '../../shell/command.ts'
import { type BegunEnvironment, beginEnvironment, begunText } from '../deploy/begin-environment.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'

export const stateInit: CommandDefinition<EnvironmentOptions> = {
  formats: ['text', 'json'],
  options: environmentOption,
  examples: [
    ['scenewright state init --env production', 'before the first deploy: records the lineage in the config'],
    ['scenewright state init --env production', 'run it again: checks the backend, and that it can be written'],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const found = await beginEnvironment(invocation, await openConfig(invocation, options), options.env)
    if (options.format === 'json') terminal.out(json(begunJson(found)))
    else terminal.err(begunText(found))
    return 0
  },
}

function begunJson({ name: environment, begun, pinned: { kind } }: BegunEnvironment) {
  const { name, backend, state, isNew } = begun
  const ref = backend?.type === 'git' ? backend.ref : undefined
  const { lineage, serial } = state
  return { environment, state: name, ...(ref && { ref }), lineage, serial, begun: isNew, config: kind }
}
