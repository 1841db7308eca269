import type { CommandGroup } from '../../shell/command.ts'

/** `scenewright ci …`, one file and one line each. */
export const ci: CommandGroup = {
  commands: {
    init: { summary: 'write the CI file of GitHub or GitLab', load: async () => (await import('./init.ts')).ciInit },
    comment: {
      summary: 'write reports into one comment on the pull request',
      load: async () => (await import('./comment.ts')).ciComment,
    },
  },
}
