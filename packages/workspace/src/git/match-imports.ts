import { basename, dirname } from 'node:path'
import { compareText } from '@scenewright/model/text'
import type { Repository } from './repository.ts'

/** The text files that contain one of these words, at a commit or in the present folder. Empty if git finds none. */
export async function findFilesWithWords(
  repository: Repository,
  commit: string | undefined,
  words: readonly string[],
): Promise<readonly string[]> {
  const patterns = words.flatMap(word => ['-e', word])
  const where = commit === undefined ? ['--untracked'] : [commit]
  const options = ['-c', 'grep.fullName=false', 'grep', '-l', '-z', '-I', '-F']
  const { code, stdout } = await repository.try([...options, ...patterns, ...where])
  if (code !== 0) return []
  const prefix = commit === undefined ? '' : `${commit}:`
  const names = stdout.toString('utf8').split('\0').filter(Boolean)
  return names.map(name => name.slice(prefix.length))
}

/**
 * The TypeScript files that may import one of these, at a commit or in the present folder, including these: those that
 * name it, and those that name one of them. The result may contain too many files, but never too few.
 */
export async function findImporters(
  repository: Repository,
  commit: string | undefined,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set(files)
  let latest = files
  while (latest.length > 0) {
    const naming = await findFilesWithWords(repository, commit, wordsFor(latest))
    latest = naming.filter(file => file.endsWith('.ts') && !found.has(file))
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
