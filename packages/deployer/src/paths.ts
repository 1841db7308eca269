import { join } from 'node:path'

/** Where the state of an environment lies when the config does not say. `root` is the project's root. */
export function defaultStatePath(root: string, environment: string): string {
  return join(root, '.scenewright', 'state', `${fileName(environment)}.json`)
}

/** Where the receipts of an environment lie. */
export function receiptsPath(root: string, environment: string): string {
  return join(root, '.scenewright', 'receipts', `${fileName(environment)}.ndjson`)
}

/** Where it lies which state of an environment this machine has seen last. */
export function seenPath(root: string, environment: string): string {
  return join(root, '.scenewright', 'receipts', `${fileName(environment)}.seen.json`)
}

/** Where a state in git is prepared. */
export function scratchFolder(root: string): string {
  return join(root, '.scenewright', 'git')
}

/** A name from the config may hold what a path gives a meaning to. */
function fileName(environment: string): string {
  return encodeURIComponent(environment).replace(/^\.+$/, dots => dots.replaceAll('.', '%2E'))
}
