import type { CommandGroup } from '../../shell/command.ts'

/** `scenewright ci …`, one file and one line each. */
export const ci: CommandGroup = {
  examples: [
    ['scenewright ci init', 'write the file that checks pull requests and deploys merges'],
    ['scenewright ci comment --file diff.md plan.md', 'write both reports into one comment'],
  ],
  commands: {
    init: { summary: 'write the CI file of GitHub or GitLab', load: async () => (await import('./init.ts')).ciInit },
    comment: {
      summary: 'write reports into one comment on the pull request',
      load: async () => (await import('./comment.ts')).ciComment,
    },
  },
}
