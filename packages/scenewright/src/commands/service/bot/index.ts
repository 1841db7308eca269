import type { CommandGroup } from '../../../shell/command.ts'

/** `scenewright service bot …`, one file and one line each. */
export const serviceBot: CommandGroup = {
  examples: [['scenewright service bot create --name "My bot" --env local', 'create a bot, and add it to the config']],
  commands: {
    create: {
      summary: 'create a bot and print its id',
      load: async () => (await import('./create.ts')).serviceBotCreate,
    },
  },
}
