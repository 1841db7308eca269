import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderWith } from './folder-with.ts'

type Files = Readonly<Record<string, string>>

/** An environment in which git knows nothing of the machine that it runs on. */
export const bareEnvironment = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: fileURLToPath(new URL('gitconfig', import.meta.url)),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

/** Runs git in a folder and gives what it printed. */
export function git(cwd: string, ...args: readonly string[]): string {
  const allowed = ['-c', 'protocol.file.allow=always', '-c', 'advice.detachedHead=false']
  return execFileSync('git', [...allowed, ...args], { cwd, env: bareEnvironment, encoding: 'utf8', stdio: 'pipe' })
}

/** A folder for the PATH, with a git that knows as little as one before 2.31. */
export function oldGit(folder: string): string {
  const path = join(folder, 'old-git')
  const script = `#!/bin/sh
unset GIT_CONFIG_COUNT
if [ "$1" = --no-pager ]; then
  for word; do
    shift
    if [ "$word" = --path-format=absolute ]; then echo "$word"; else set -- "$@" "$word"; fi
  done
fi
PATH="\${PATH#*:}" exec git "$@"
`
  put(path, { git: script })
  chmodSync(join(path, 'git'), 0o755)
  return path
}

/** Writes files below a folder. */
export function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Commits all that lies in a folder. */
export function commit(folder: string, message = 'a change'): void {
  shell(folder, commitAll, message)
}

/** A new repository with these files in its first commit, on the branch `main`. */
export async function repositoryWith(files: Files): Promise<string> {
  const folder = await folderWith(files)
  shell(folder, `${initialize} && ${commitAll}`, 'the first')
  return folder
}

/** The same, with the work on a branch of its own. */
export async function branchWith(files: Files): Promise<string> {
  const folder = await folderWith(files)
  shell(folder, `${initialize} && ${commitAll} && git switch --quiet --create work`, 'the first')
  return folder
}

const initialize = 'git init --quiet --initial-branch main'
const commitAll = 'git add --all && git commit --quiet --allow-empty --message "$1"'

/** Several calls of git by one shell: what takes time is to start a program from a process as big as this one. */
function shell(cwd: string, script: string, message: string): void {
  execFileSync('sh', ['-c', script, 'sh', message], { cwd, env: bareEnvironment, stdio: 'pipe' })
}
