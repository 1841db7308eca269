import { basename, dirname } from 'node:path'
import { compareText } from '@scenewright/model'
import { filesNaming } from './files-naming.ts'
import type { Repository } from './repository.ts'

/**
 * The TypeScript files that may import one of these, at a commit or as they lie in the folder now, these included: those
 * that name it, and those that name one of them. It may give more than there are, and never less.
 */
export async function importersOf(
  repository: Repository,
  commit: string | undefined,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set(files)
  let latest = files
  while (latest.length > 0) {
    const naming = await filesNaming(repository, commit, wordsFor(latest))
    latest = naming.filter(file => file.endsWith('.ts') && !found.has(file))
    for (const file of latest) found.add(file)
  }
  return found
}

/** What an import of the file says of it: its name, or its folder's, which dots may stand for. */
function wordsFor(files: readonly string[]): readonly string[] {
  const words = files.flatMap(file => {
    const name = basename(file, '.ts')
    return name === 'index' ? [name, basename(dirname(file)), "'.", '".'] : [name]
  })
  return [...new Set(words)].filter(word => word !== '').sort(compareText)
}
