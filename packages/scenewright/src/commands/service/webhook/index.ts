import type { CommandGroup } from '../../../shell/command.ts'

/** `scenewright service webhook …`, one file and one line each. */
export const serviceWebhook: CommandGroup = {
  commands: {
    redeliver: {
      summary: 'send results again whose delivery failed',
      load: async () => (await import('./redeliver.ts')).serviceWebhookRedeliver,
    },
  },
}
