import { goalOfSources, loadState, plan as makePlan } from '@scenewright/deployer'
import type { CommandDefinition } from '../command.ts'
import { desiredScenarios, type EnvironmentOptions, environmentOption, openTarget } from '../deploy.ts'
import { openSoundSources } from '../project.ts'
import { type PlanFormatName, planFormatNames, planFormats } from '../report/plan/index.ts'

interface Options extends EnvironmentOptions {
  readonly format: PlanFormatName
  readonly detailedExitcode?: boolean
}

export const plan: CommandDefinition<Options> = {
  compiles: true,
  formats: planFormatNames,
  options: command =>
    environmentOption(command).option(
      '--detailed-exitcode',
      'exit with 2 where there is something to do, 64 for wrong usage',
    ),
  examples: [
    ['scenewright plan', 'what apply would do; nothing is sent and nothing written'],
    ['scenewright plan --env production --format json', 'for a program'],
    ['scenewright plan --format markdown > plan.md', 'for a comment on a pull request'],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const { project, scenarios } = await openSoundSources(invocation, options)
    const { environment, store, receipts } = await openTarget(project, options)
    const [state, known] = [await loadState(store), await receipts.read()]
    const now = Date.now()
    const made = makePlan({
      state,
      goal: goalOfSources(desiredScenarios(scenarios)),
      environment,
      now,
      receipts: known,
    })
    const render = await planFormats[options.format]()
    terminal.out(render(made, { color: terminal.color.out, now }))
    if (made.counts.waiting > 0) return 4
    return options.detailedExitcode && made.hasChanges ? 2 : 0
  },
}
