import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
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

/** A bare repository, and a project without a commit whose remote it is. */
export async function projectWithRemote(): Promise<{ readonly bare: string; readonly project: string }> {
  const folder = await temporaryFolder()
  cpSync(template(), folder, { recursive: true })
  const [bare, project] = [join(folder, 'remote.git'), join(folder, 'project')]
  const remote = ['[remote "origin"]', `url = ${bare}`, 'fetch = +refs/heads/*:refs/remotes/origin/*']
  appendFileSync(join(project, '.git', 'config'), `${remote.join('\n')}\n`)
  return { bare, project }
}

let made: string | undefined

afterAll(() => {
  if (made !== undefined) rmSync(made, { recursive: true, force: true })
})

/** The two as git makes them, once a test file: a copy is quicker than three more processes. */
function template(): string {
  if (made !== undefined) return made
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-deployer-git-'))
  git(folder, 'init', '--quiet', '--template=', '--bare', 'remote.git')
  git(folder, 'init', '--quiet', '--template=', '--initial-branch', 'main', 'project')
  // No process after each push that only looks whether there is something to tidy up.
  git(join(folder, 'remote.git'), 'config', 'receive.autogc', 'false')
  made = folder
  return folder
}

/** The state of the environment "prod" in a bare repository; undefined where none was pushed. */
export async function committedState(bare: string): Promise<string | undefined> {
  const blob = `${stateRef('prod')}:state.json`
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
