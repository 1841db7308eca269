import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateRef } from '../src/store/git/state-ref.ts'
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

/**
 * A bare repository, and a project without a commit whose remote it is. Both are what git takes for one, without the
 * three processes that would make them.
 */
export async function projectWithRemote(): Promise<{ readonly bare: string; readonly project: string }> {
  const folder = await temporaryFolder()
  const [bare, project] = [join(folder, 'remote.git'), join(folder, 'project')]
  // No process after each push that only looks whether there is something to tidy up.
  makeRepository(bare, ['bare = true', '[receive]', 'autogc = false'])
  const remote = ['[remote "origin"]', `url = ${bare}`, 'fetch = +refs/heads/*:refs/remotes/origin/*']
  makeRepository(join(project, '.git'), ['bare = false', 'logallrefupdates = true', ...remote])
  return { bare, project }
}

/** Makes what `git init` does, with these settings behind the heading `[core]` and the version. */
function makeRepository(gitDir: string, settings: readonly string[]): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(gitDir, name), { recursive: true })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(gitDir, 'config'), `${['[core]', 'repositoryformatversion = 0', ...settings].join('\n')}\n`)
}

/** The state of the environment "prod" in a bare repository; undefined where none was pushed. */
export async function committedState(bare: string): Promise<string | undefined> {
  const blob = `${stateRef('prod', '/')}:state.json`
  return new Promise(resolve => {
    const options = { cwd: bare, env: gitEnvironment, maxBuffer: Number.POSITIVE_INFINITY }
    execFile('git', ['cat-file', 'blob', blob], options, (error, text) => resolve(error === null ? text : undefined))
  })
}

/** Has a repository run a script before it takes a push of a ref, whose name is the first parameter. */
export function updateHook(bare: string, script: string): void {
  mkdirSync(join(bare, 'hooks'), { recursive: true })
  const path = join(bare, 'hooks', 'update')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}
