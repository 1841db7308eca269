import type { CommandGroup } from '../../shell/command.ts'

/** `scenewright service …`, one file and one line each. */
export const service: CommandGroup = {
  examples: [
    ['scenewright service init --data ./service-data --email me@example.com', 'create an account first'],
    ['scenewright service start --data ./service-data', 'start the service; stop it with Ctrl-C'],
  ],
  commands: {
    init: { summary: 'create an account and print its key', load: async () => (await import('./init.ts')).serviceInit },
    start: { summary: 'start the local service', load: async () => (await import('./start.ts')).serviceStart },
    key: { summary: 'the keys of accounts', load: async () => (await import('./key/index.ts')).serviceKey },
    account: {
      summary: 'list, disable, export and delete accounts',
      load: async () => (await import('./account/index.ts')).serviceAccount,
    },
    bot: { summary: 'create bots on a running service', load: async () => (await import('./bot/index.ts')).serviceBot },
    secret: {
      summary: "show the signing secret of a bot's webhooks",
      load: async () => (await import('./secret.ts')).serviceSecret,
    },
    webhook: {
      summary: 'send failed results again',
      load: async () => (await import('./webhook/index.ts')).serviceWebhook,
    },
    backup: { summary: 'write all data to a file', load: async () => (await import('./backup.ts')).serviceBackup },
    conformance: {
      summary: 'check a service against its contract, row by row',
      load: async () => (await import('./conformance.ts')).serviceConformance,
    },
    restore: { summary: 'fill an empty database', load: async () => (await import('./restore.ts')).serviceRestore },
  },
}
