import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitEnvironment } from './git-state-in.ts'
import { temporaryFolder } from './workplace.ts'

export { gitEnvironment }

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
