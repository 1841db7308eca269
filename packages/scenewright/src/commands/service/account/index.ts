import type { CommandGroup } from '../../../shell/command.ts'

/** `scenewright service account …`, one file and one line each. */
export const serviceAccount: CommandGroup = {
  examples: [
    ['scenewright service account list --data ./service-data', 'all accounts, the oldest first'],
    ['scenewright service account disable --data ./service-data --email me@example.com', 'reject the requests of one'],
  ],
  commands: {
    list: { summary: 'list the accounts', load: async () => (await import('./list.ts')).serviceAccountList },
    disable: {
      summary: 'reject all requests of an account',
      load: async () => (await import('./disable.ts')).serviceAccountDisable,
    },
    enable: {
      summary: 'accept the requests of a disabled account again',
      load: async () => (await import('./disable.ts')).serviceAccountEnable,
    },
    export: {
      summary: 'write everything that an account has stored to a file',
      load: async () => (await import('./export.ts')).serviceAccountExport,
    },
    delete: {
      summary: 'delete an account with everything that belongs to it',
      load: async () => (await import('./delete.ts')).serviceAccountDelete,
    },
  },
}
