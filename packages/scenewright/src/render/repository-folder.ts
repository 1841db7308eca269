import { realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'

/**
 * The path from the root of the repository to the project, such as `bots/shop/`: CI services add it to the files of
 * findings. CI environments provide the root of the repository; empty if none does, or the project is not in it.
 */
export function repositoryFolder(root: string, env: Readonly<Record<string, string | undefined>>): string {
  const repository = env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR
  if (!repository) return ''
  const way = relative(resolved(repository), resolved(root))
  const steps = way.split(sep)
  if (way === '' || steps[0] === '..' || isAbsolute(way)) return ''
  return `${steps.join('/')}/`
}

/** The real path of the same folder, which differs from that of a link. */
function resolved(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
