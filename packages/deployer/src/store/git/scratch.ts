import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GitOutcome, type GitSetting, NoRepository, notUsable, pathFormat, runGit, tooOld } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'

/** How a repository reaches its remote. */
interface RemoteSettings {
  /** All settings of git in this repository. */
  readonly settings: readonly Setting[]
  /** The base folder of a relative address. */
  readonly top: string
  readonly objectFormat: string
}

/** A setting, and its scope: `system`, `global`, `local`, `worktree` or `command`. */
interface Setting {
  readonly scope: string
  readonly name: string
  readonly value: string
}

/** A bare repository of this process, which reaches the remote in the same way as the project's. */
export interface Scratch {
  run(args: readonly string[], input?: string | Buffer): Promise<GitOutcome>
}

/**
 * Creates a scratch repository below `folder`; it is deleted when the process ends. The project's own repository is
 * only used to read how the remote is reached: fetching only the last state would make it shallow, and clones in CI may
 * be shallow, partial or without a commit.
 */
export async function makeScratch(setting: GitSetting, folder: string, remote: string): Promise<Scratch> {
  const { settings, top, objectFormat } = await remoteSettings(setting, remote)
  const gitDir = await makeFolder(folder)
  const inScratch = { ...setting, folder: top }
  // Writes the files of `git init` without starting a process.
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
  const hasConditions = settings.some(({ name }) => name.startsWith('includeif.'))
  const known = hasConditions ? await listSettings(inScratch, [`--git-dir=${gitDir}`]) : settings.filter(isEverywhere)
  const own = { ...inScratch, env: { ...setting.env, ...asVariables(settings, known, { ...setting, remote }) } }
  return { run: (args, input) => runGit(own, [`--git-dir=${gitDir}`, ...args], input) }
}

const folders = new Set<string>()
/** The age, in milliseconds, from which a directory belongs to no running process: its process was killed. */
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

/**
 * Reads how the repository of a folder reaches a remote: its addresses, credentials, proxies. A folder outside any
 * repository, or an unknown remote, is an OperationError `usage`.
 */
async function remoteSettings(setting: GitSetting, remote: string): Promise<RemoteSettings> {
  const found = await runGit(setting, ['rev-parse', pathFormat, '--show-object-format', '--show-toplevel'])
  const [objectFormat = '', ...top] = found.stdout.toString('utf8').split('\n')
  if (objectFormat === pathFormat) throw tooOld()
  // A bare repository has no top-level folder, but is valid.
  if (found.code !== 0 && objectFormat === '') throw noRepository(setting.folder, found)
  const settings = await listSettings(setting)
  const remotes = new Set(settings.flatMap(({ name }) => /^remote\.(.+)\.(?:url|pushurl)$/.exec(name)?.[1] ?? []))
  if (!remotes.has(remote)) throw noRemote(remote, [...remotes])
  return { settings, top: top.slice(0, -1).join('\n') || setting.folder, objectFormat }
}

/** The settings that apply in a repository, in their order: a later one wins. */
async function listSettings(setting: GitSetting, options: readonly string[] = []): Promise<readonly Setting[]> {
  const listed = await runGit(setting, [...options, 'config', '--list', '-z', '--show-scope'])
  if (listed.code !== 0) throw notUsable(setting.folder, listed)
  return parseSettings(listed.stdout)
}

/**
 * Each is a scope, and `<name>
 * <value>` or only the name for a flag.
 */
function parseSettings(output: Buffer): readonly Setting[] {
  const parts = output.toString('utf8').split('\0').slice(0, -1)
  return parts.flatMap((line, index) => {
    if (index % 2 === 0) return []
    const end = line.indexOf('\n')
    const [name, value] = end < 0 ? [line, 'true'] : [line.slice(0, end), line.slice(end + 1)]
    return [{ scope: parts[index - 1] ?? '', name, value }]
  })
}

/** Those of the machine and of the user apply in any repository, but for conditions (`includeIf`). */
function isEverywhere({ scope }: Setting): boolean {
  return scope === 'system' || scope === 'global'
}

/** Whether a setting affects how a remote is reached. Other settings of the repository or of git are ignored. */
function isOfNetwork(name: string, remote: string): boolean {
  if (/^(http|credential|url|ssh|protocol|safe)\.|^core\.(sshcommand|askpass|gitproxy)$/.test(name)) return true
  const own = `remote.${remote}.`
  return (
    name.startsWith(own) &&
    /^(url|pushurl|proxy|proxyauthmethod|uploadpack|receivepack|vcs)$/.test(name.slice(own.length))
  )
}

/**
 * Returns the network settings of the repository as variables for git in the scratch repository. Those of the machine and
 * of the user that apply there anyway, `known`, would be applied twice. SSH never prompts.
 */
function asVariables(
  all: readonly Setting[],
  known: readonly Setting[],
  { env, remote }: Pick<GitSetting, 'env'> & { readonly remote: string },
): Record<string, string> {
  const hasSsh = env.GIT_SSH_COMMAND || env.GIT_SSH || all.some(({ name }) => name === 'core.sshcommand')
  const lineOf = ({ name, value }: Setting) => `${name}\n${value}`
  const present = new Set(known.filter(isEverywhere).map(lineOf))
  const isOwn = (setting: Setting) => !isEverywhere(setting) || !present.has(lineOf(setting))
  const own = all.filter(setting => isOwn(setting) && isOfNetwork(setting.name, remote))
  return {
    ...Object.fromEntries(
      own.flatMap(({ name, value }, index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    GIT_CONFIG_COUNT: String(own.length),
    // The contents of this variable are already among the settings.
    GIT_CONFIG_PARAMETERS: '',
    ...(!hasSsh && { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=10' }),
  }
}

function noRepository(folder: string, outcome: GitOutcome): OperationError {
  if (!outcome.stderr.includes('not a git repository')) return notUsable(folder, outcome)
  return new NoRepository(
    folder,
    'the state is stored in a remote of the repository: run `git init` and add a remote, or set another state backend',
  )
}

function noRemote(remote: string, remotes: readonly string[]): OperationError {
  const near = nearest(remote, remotes)
  const others = remotes.length === 0 ? `add it: git remote add ${remote} <address>` : `it has ${remotes.join(', ')}`
  return new OperationError('usage', `the repository has no remote "${remote}"`, {
    help: near === undefined ? others : `did you mean "${near}"?`,
  })
}
