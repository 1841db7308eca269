import type { CommandDefinition } from '../../shell/command.ts'
import {
  type CarryOutOptions,
  carryOutFormats,
  carryOutOptions,
  type HoldOption,
  holdOption,
} from './run-deployment.ts'
import { switchScenarios } from './switch-scenarios.ts'

export const deactivate: CommandDefinition<CarryOutOptions & HoldOption> = {
  arguments: '<keys...>',
  formats: carryOutFormats,
  options: command => holdOption(carryOutOptions(command)),
  examples: [
    ['scenewright deactivate promo/spring --env production', 'off at once; the next apply follows the sources'],
    ['scenewright deactivate promo/spring --hold "wrong price"', 'off at once, and off until it is released'],
  ],
  run: (invocation, keys, options) => switchScenarios(invocation, options, keys, false),
}
