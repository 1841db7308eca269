import type { CommandGroup } from '../../command.ts'

/** `scenewright service …`, one file and one line each. */
export const service: CommandGroup = {
  commands: {
    init: { summary: 'make an account and print its key', load: async () => (await import('./init.ts')).serviceInit },
    start: { summary: 'start the local service', load: async () => (await import('./start.ts')).serviceStart },
  },
}
