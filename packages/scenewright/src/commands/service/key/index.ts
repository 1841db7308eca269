import type { CommandGroup } from '../../../shell/command.ts'

/** `scenewright service key …`, one file and one line each. */
export const serviceKey: CommandGroup = {
  commands: {
    reissue: {
      summary: 'create a new key for an account, and print it',
      load: async () => (await import('./reissue.ts')).serviceKeyReissue,
    },
  },
}
