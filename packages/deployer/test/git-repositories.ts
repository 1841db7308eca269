import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGitState } from '../src/store/git/git-state.ts'
import type { StateStore } from '../src/store/store.ts'
import { temporaryFolder } from './workplace.ts'

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

/** Runs git in a folder and gives what it printed. */
export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env: gitEnvironment,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

/** A bare repository, and a project without a commit whose remote it is. */
export async function projectWithRemote(): Promise<{ readonly bare: string; readonly project: string }> {
  const folder = await temporaryFolder()
  git(folder, 'init', '--quiet', '--bare', 'remote.git')
  git(folder, 'init', '--quiet', '--initial-branch', 'main', 'project')
  const [bare, project] = [join(folder, 'remote.git'), join(folder, 'project')]
  git(project, 'remote', 'add', 'origin', bare)
  return { bare, project }
}

/** Has a repository run a script before it takes a push of a ref, whose name is the first parameter. */
export function updateHook(bare: string, script: string): void {
  const path = join(bare, 'hooks', 'update')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
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
    patience: { timeoutMs: 20_000, graceMs: 5_000, signal: new AbortController().signal },
    now: () => Date.UTC(2030, 0, 1),
    ...more,
  })
}
