import { basename, dirname } from 'node:path'
import { compareText } from '@scenewright/model/text'
import { type Links, linksTo } from './links.ts'
import { failed, type Repository } from './repository.ts'

/** The files that contain one of these words, at a commit or in the present folder, whatever the settings of git. */
export async function findFilesWithWords(
  repository: Repository,
  commit: string | undefined,
  words: readonly string[],
): Promise<readonly string[]> {
  const patterns = words.flatMap(word => ['-e', word])
  const where = commit === undefined ? ['--untracked'] : [commit]
  // An attribute may declare a file of text as binary, so none is left out as such.
  const options = ['--no-color', '--no-recurse-submodules', '-l', '-z', '-a', '-F']
  const args = ['-c', 'grep.fullName=false', 'grep', ...options, ...patterns, ...where]
  const { code, stdout, stderr } = await repository.try(args)
  if (code !== 0 && code !== 1) throw failed('grep', stderr)
  const prefix = commit === undefined ? '' : `${commit}:`
  const names = stdout.toString('utf8').split('\0').filter(Boolean)
  return names.map(name => name.slice(prefix.length))
}

/**
 * The TypeScript files that may import one of these, at a commit or in the present folder, including these: those that
 * name it, and those that name one of them or a link to it. The result may contain too many files, but never too few.
 */
export async function findImporters(
  repository: Repository,
  commit: string | undefined,
  { files, links }: { readonly files: readonly string[]; readonly links: Links },
): Promise<ReadonlySet<string>> {
  let latest = [...files, ...linksTo(links, files)]
  const found = new Set(latest)
  while (latest.length > 0) {
    const naming = await findFilesWithWords(repository, commit, wordsFor(latest))
    const importing = naming.filter(file => file.endsWith('.ts'))
    latest = [...importing, ...linksTo(links, importing)].filter(file => !found.has(file))
    for (const file of latest) found.add(file)
  }
  return found
}

/** The words that an import of the file contains: the file's name, or its folder's name, which dots may replace. */
function wordsFor(files: readonly string[]): readonly string[] {
  const words = files.flatMap(file => {
    const name = basename(file, '.ts')
    return name === 'index' ? [name, basename(dirname(file)), "'.", '".'] : [name]
  })
  return [...new Set(words)].filter(word => word !== '').sort(compareText)
}
