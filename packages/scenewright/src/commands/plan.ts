import { goalOfSources, loadState, plan as makePlan, planJson } from '@scenewright/deployer'
import type { CommandDefinition } from '../command.ts'
import { desiredScenarios, type EnvironmentOptions, environmentOption, openTarget } from '../deploy.ts'
import { openSoundSources } from '../project.ts'
import { json } from '../report/json.ts'
import { planText } from '../report/plan-text.ts'

interface Options extends EnvironmentOptions {
  readonly detailedExitcode?: boolean
}

export const plan: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text', 'json'],
  options: command =>
    environmentOption(command).option(
      '--detailed-exitcode',
      'exit with 2 where there is something to do, 64 for wrong usage',
    ),
  examples: [
    ['scenewright plan', 'what apply would do; nothing is sent and nothing written'],
    ['scenewright plan --env production --format json', 'for a program'],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const { project, scenarios } = await openSoundSources(invocation, options)
    const { environment, store, receipts } = await openTarget(project, options)
    const [state, known] = [await loadState(store), await receipts.read()]
    const made = makePlan({
      state,
      goal: goalOfSources(desiredScenarios(scenarios)),
      environment,
      now: Date.now(),
      receipts: known,
    })
    terminal.out(options.format === 'json' ? json(planJson(made)) : planText(made, terminal.color.out))
    if (made.counts.waiting > 0) return 4
    return options.detailedExitcode && made.hasChanges ? 2 : 0
  },
}
