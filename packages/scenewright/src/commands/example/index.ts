import type { CommandGroup } from '../../shell/command.ts'

/** `scenewright example …`. */
export const example: CommandGroup = {
  examples: [['scenewright example add billing/refund "money back please"', 'add an example to a scenario']],
  commands: {
    add: {
      summary: 'add examples or exclusions to the source of a scenario',
      load: async () => (await import('./add.ts')).exampleAdd,
    },
  },
}
