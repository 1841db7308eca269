import type { CommandGroup } from '../../../shell/command.ts'

/** `scenewright service key …`, one file and one line each. */
export const serviceKey: CommandGroup = {
  commands: {
    reissue: {
      summary: 'give an account a new key, and print it',
      load: async () => (await import('./reissue.ts')).serviceKeyReissue,
    },
  },
}
