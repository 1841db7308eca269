import type { CommandDefinition } from '../../shell/command.ts'
import type { CarryOutOptions } from './run-deployment.ts'
import { carryOutFormats, carryOutOptions } from './run-deployment.ts'
import { switchScenarios } from './switch-scenarios.ts'

export const activate: CommandDefinition<CarryOutOptions> = {
  arguments: '<keys...>',
  formats: carryOutFormats,
  options: carryOutOptions,
  examples: [['scenewright activate promo/spring --env production', 'on again, as it was published last']],
  run: (invocation, keys, options) => switchScenarios(invocation, options, keys, true),
}
