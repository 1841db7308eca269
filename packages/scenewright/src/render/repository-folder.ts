import { realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'

/**
 * The way from the root of the repository to the project, as `bots/shop/`: what CI services add a finding's file to.
 * They say where the repository lies; empty where none does, or the project is not in it.
 */
export function repositoryFolder(root: string, env: Readonly<Record<string, string | undefined>>): string {
  const repository = env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR
  if (!repository) return ''
  const way = relative(resolved(repository), resolved(root))
  const steps = way.split(sep)
  if (way === '' || steps[0] === '..' || isAbsolute(way)) return ''
  return `${steps.join('/')}/`
}

/** The same folder by its own name: a link to it has another. */
function resolved(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
