import type { CommandGroup } from '../../../shell/command.ts'

/** `scenewright service key …`, one file and one line each. */
export const serviceKey: CommandGroup = {
  examples: [
    [
      'scenewright service key reissue --data ./service-data --email me@example.com',
      'a new key; the old one becomes invalid immediately',
    ],
  ],
  commands: {
    reissue: {
      summary: 'create a new key for an account, and print it',
      load: async () => (await import('./reissue.ts')).serviceKeyReissue,
    },
  },
}
