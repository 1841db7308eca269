import type { Repository } from './repository.ts'

/**
 * The files that hold one of these words, at a commit or as they lie in the folder now; no binary ones. None where git
 * finds none.
 */
export async function filesNaming(
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
