import { randomUUID } from 'node:crypto'
import { type BegunState, beginState } from '@scenewright/deployer'
import { environmentDefaults } from '@scenewright/model'
import type { CommandDefinition } from '../../command.ts'
import { type EnvironmentOptions, environmentOption, openTarget } from '../../deploy.ts'
import { chosenEnvironment } from '../../environment.ts'
import { openConfig } from '../../project.ts'
import { json } from '../../report/json.ts'
import { visible } from '../../terminal/paint.ts'
import { progressLine } from '../../terminal/progress.ts'
import { version } from '../../version.ts'
import { type Pinned, pinState } from './pin-state.ts'

export const stateInit: CommandDefinition<EnvironmentOptions> = {
  formats: ['text', 'json'],
  options: environmentOption,
  examples: [
    ['scenewright state init --env production', 'before the first deploy; the config then pins the state'],
    ['the same again', 'tries the home, and changes nothing'],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const project = await openConfig(invocation, options)
    const { name, environment } = chosenEnvironment(project, options.env)
    const { environment: target } = await openTarget(invocation, project, options)
    const progress = progressLine(terminal)
    progress.show('the home of the state is tried \u2026')
    const begun = await beginState({
      home: environment.state,
      setting: { ...invocation, environment: name, root: project.root },
      environment: { ...environmentDefaults, ...target },
      lineage: randomUUID(),
      tool: version,
    }).finally(() => progress.show(''))
    const pinned = await pinState(project, name, begun)
    if (options.format === 'json') terminal.out(json(initJson(name, begun, pinned)))
    else terminal.err(initText(name, begun, pinned))
    return 0
  },
}

function initJson(environment: string, { name, home, state, isNew }: BegunState, { kind }: Pinned) {
  const ref = home?.type === 'git' ? home.ref : undefined
  const { lineage, serial } = state
  return { environment, state: name, ...(ref && { ref }), lineage, serial, begun: isNew, config: kind }
}

function initText(environment: string, { name, state, isNew }: BegunState, pinned: Pinned): string {
  const what = isNew ? 'An empty state was begun' : `There is a state, with the serial ${state.serial}`
  const lines = [`${what}: ${name}, lineage ${state.lineage}.`]
  if (pinned.kind === 'there') lines.push('The config has it already: nothing to do.')
  if (pinned.kind === 'written') lines.push(`${pinned.file} now pins it: commit that file.`)
  if (pinned.kind === 'by-hand') {
    lines.push(`Add to the environment "${environment}" in the config:`, '', ...pinned.lines)
  }
  return visible(`${lines.join('\n')}\n`)
}
