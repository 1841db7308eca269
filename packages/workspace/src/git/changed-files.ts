import { existsSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { OperationError } from '@scenewright/model'
import { withForwardSlashes } from '@scenewright/model/system'
import { openRepository, type Repository } from './repository.ts'

/**
 * The files that differ between a commit and the present folder: committed since, staged, unstaged, or untracked and
 * not ignored. Relative to the folder, with forward slashes; a name that ends in a slash means everything below it.
 * Files outside the folder are left out.
 */
export async function changedFiles(repository: Repository, commit: string): Promise<ReadonlySet<string>> {
  const [compared, { unsettled, entries }] = await Promise.all([
    repository.run(['diff-tree', ...treeOptions, commit, 'HEAD']),
    readFolder(repository),
  ])
  return withSubmodules(repository, commit, { names: [...listed(compared), ...unsettled], entries })
}

/** The files of a folder as compared with HEAD. */
interface SinceHead {
  readonly changed: ReadonlySet<string>
  /** The files that git tracks. */
  readonly tracked: ReadonlySet<string>
  /** The tracked files that git does not compare, as in a sparse checkout, by their exact names. */
  readonly skipped: readonly string[]
}

/** The same as compared with HEAD. */
export async function changedSinceHead(repository: Repository): Promise<SinceHead> {
  const { unsettled, entries } = await readFolder(repository)
  const changed = await withSubmodules(repository, 'HEAD', { names: unsettled, entries })
  const skipped = [...entries].filter(([, { isSkipped }]) => isSkipped).map(([name]) => name)
  return { changed, tracked: composed(entries.keys()), skipped }
}

const treeOptions = ['-r', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--name-only', '--relative']
// For a submodule, only the commit is compared: otherwise git would start itself there, with that repository's config.
const statusOptions = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=dirty']

function listed(output: Buffer): string[] {
  return output.toString('utf8').split('\0').filter(Boolean)
}

interface Entry {
  readonly mode: string
  readonly id: string
  /** Whether git does not compare the file: it is assumed to be unchanged, or outside of a sparse checkout. */
  readonly isSkipped: boolean
}

/** The uncommitted files and the files that git tracks, by path. */
async function readFolder(repository: Repository) {
  const [status, index] = await Promise.all([
    repository.run(['status', ...statusOptions, '--', '.']),
    repository.run(['ls-files', '-z', '--stage', '-v']),
  ])
  return { unsettled: unsettledIn(status, repository.prefix), entries: parseEntries(index) }
}

/** The entries of a status: two letters, a space, and the path from the top. */
function unsettledIn(status: Buffer, prefix: string): string[] {
  return listed(status).flatMap(entry => {
    const path = entry.slice(3)
    return path.startsWith(prefix) ? [path.slice(prefix.length)] : []
  })
}

/** These names, and the changes inside submodules, as far as these are present. */
async function withSubmodules(
  repository: Repository,
  commit: string,
  { names, entries }: { readonly names: readonly string[]; readonly entries: ReadonlyMap<string, Entry> },
): Promise<ReadonlySet<string>> {
  const modules = [...entries].flatMap(([path, { mode }]) =>
    mode === '160000' && existsSync(join(repository.folder, path, '.git')) ? [path] : [],
  )
  const own = names.filter(name => !modules.includes(name))
  return composed([...own, ...(await inSubmodules(repository, commit, modules))])
}

/** Some systems normalize file names. */
function composed(names: Iterable<string>): ReadonlySet<string> {
  return new Set([...names].map(name => name.normalize('NFC')))
}

/** The changes in these submodules since the commits that they had then. */
async function inSubmodules(repository: Repository, commit: string, modules: readonly string[]): Promise<string[]> {
  if (modules.length === 0) return []
  const then = parseEntries(await repository.run(['ls-tree', '-z', commit, '--', ...modules]))
  const found: string[] = []
  for (const path of modules) {
    const before = then.get(path)
    const names = before?.mode === '160000' ? await changedInside(repository, path, before.id) : undefined
    found.push(...(names ?? ['']).map(name => `${path}/${name}`))
  }
  return found
}

/** Undefined if it is unknown: then everything counts as changed. */
async function changedInside(
  repository: Repository,
  path: string,
  commit: string,
): Promise<readonly string[] | undefined> {
  try {
    const inner = await openRepository(repository.within(join(repository.folder, path)))
    return [...(await changedFiles(inner, commit))]
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

/** `[<letter> ]<mode> [<type> ]<id>[ <stage>]\t<path>`, the format of `ls-files --stage -v` and `ls-tree`. */
function parseEntries(output: Buffer): ReadonlyMap<string, Entry> {
  return new Map(
    listed(output).flatMap(entry => {
      const tab = entry.indexOf('\t')
      const words = entry.slice(0, tab).split(' ')
      const mode = words.find(word => /^\d{6}$/.test(word)) ?? ''
      const id = words.find(word => /^[0-9a-f]{40,}$/.test(word)) ?? ''
      return [[entry.slice(tab + 1), { mode, id, isSkipped: /^(?:S|[a-z])$/.test(words[0] ?? '') }] as const]
    }),
  )
}

/** Whether a file of a project has changed, according to git. */
export function matchChanges(root: string, changed: ReadonlySet<string>): (file: string) => boolean {
  const realRoot = realpathSync(root)
  const known = new Map<string, boolean>()
  return file => {
    const isChanged = known.get(file) ?? (isNamed(changed, file) || isNamed(changed, gitName(realRoot, file)))
    known.set(file, isChanged)
    return isChanged
  }
}

/** The name of a file in git, which may be reached through links. Both are relative to the root. */
export function gitName(root: string, file: string): string {
  try {
    return withForwardSlashes(relative(root, realpathSync(join(root, file))))
  } catch {
    // It no longer exists, or is a broken link.
    return file
  }
}

/** Whether it is listed, or a folder that contains it: a link, or a submodule. */
function isNamed(changed: ReadonlySet<string>, file: string): boolean {
  const name = file.normalize('NFC')
  if (changed.has(name)) return true
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    if (changed.has(name.slice(0, end)) || changed.has(name.slice(0, end + 1))) return true
  }
  return false
}
