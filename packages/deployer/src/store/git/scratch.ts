import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { remoteSettings } from './remote-settings.ts'
import { type GitOutcome, type GitSetting, runGit } from './run-git.ts'

/** A bare repository of a process's own, which reaches the remote as the project's does. */
export interface Scratch {
  run(args: readonly string[], input?: string | Buffer): Promise<GitOutcome>
}

/**
 * Makes a scratch repository below `folder`; it is gone when the process ends. The project's own repository is only
 * asked for the way to the remote: a fetch of the last state alone would make it a shallow one, and clones in CI are
 * shallow, partial or without a commit as it is.
 */
export async function makeScratch(setting: GitSetting, folder: string, remote: string): Promise<Scratch> {
  const { env, top, objectFormat } = await remoteSettings(setting, remote)
  const gitDir = await makeFolder(folder)
  const own = { folder: top, env: { ...setting.env, ...env }, patience: setting.patience }
  // What `git init` makes, without a process for it.
  const format = objectFormat === 'sha1' ? [] : ['[extensions]', `objectFormat = ${objectFormat}`]
  const version = format.length === 0 ? 0 : 1
  await Promise.all([
    mkdir(join(gitDir, 'objects')),
    mkdir(join(gitDir, 'refs')),
    writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n'),
    writeFile(
      join(gitDir, 'config'),
      `${['[core]', 'bare = true', `repositoryformatversion = ${version}`, ...format].join('\n')}\n`,
    ),
  ])
  return { run: (args, input) => runGit(own, [`--git-dir=${gitDir}`, ...args], input) }
}

const folders = new Set<string>()
/** What is older belongs to no run any more, in milliseconds: a process that was killed left it. */
const oldMs = 24 * 60 * 60 * 1000

async function makeFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    await sweep(folder)
    const made = await mkdtemp(join(folder, 'scratch-'))
    if (folders.size === 0) process.once('exit', removeAll)
    folders.add(made)
    return made
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('state', `"${folder}" cannot be written: ${why}`, { cause })
  }
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function sweep(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.startsWith('scratch-'))
  for (const path of names.map(name => join(folder, name))) {
    const made = await stat(path).catch(() => undefined)
    if (made !== undefined && Date.now() - made.mtimeMs > oldMs) await rm(path, { recursive: true, force: true })
  }
}
