import type { CommandGroup } from '../../../shell/command.ts'

/** `scenewright service webhook …`, one file and one line each. */
export const serviceWebhook: CommandGroup = {
  examples: [
    [
      'scenewright service webhook redeliver --data ./service-data --since 2026-11-01',
      'all failed results since a day',
    ],
  ],
  commands: {
    redeliver: {
      summary: 'send results again whose delivery failed',
      load: async () => (await import('./redeliver.ts')).serviceWebhookRedeliver,
    },
  },
}
