import type { CarryOutOptions } from '../carry-out.ts'
import { carryOutFormats, carryOutOptions } from '../carry-out.ts'
import type { CommandDefinition } from '../command.ts'
import { switchScenarios } from '../switch-scenarios.ts'

export const deactivate: CommandDefinition<CarryOutOptions> = {
  arguments: '<keys...>',
  formats: carryOutFormats,
  options: carryOutOptions,
  examples: [
    ['scenewright deactivate promo/spring --env production', 'off at once; the next apply follows the sources'],
  ],
  run: (invocation, keys, options) => switchScenarios(invocation, options, keys, false),
}
