import { join } from 'node:path'
import { openGitState } from '../src/store/git/git-state.ts'
import type { StateStore } from '../src/store/store.ts'

/** An environment in which git knows nothing of the machine that it runs on. */
export const gitEnvironment = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

/** The state of a project's remote, as a process of its own would open it. */
export function gitState(project: string, more: Partial<Parameters<typeof openGitState>[0]> = {}): StateStore {
  return openGitState({
    environment: 'prod',
    remote: 'origin',
    ref: 'refs/scenewright/prod',
    project,
    scratch: join(project, '.scenewright', 'git'),
    env: gitEnvironment,
    deadline: { timeoutMs: 600_000, graceMs: 5_000, signal: new AbortController().signal },
    now: () => Date.UTC(2030, 0, 1),
    ...more,
  })
}
