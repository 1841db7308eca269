import { join } from 'node:path'

/** The default location of the state of an environment. `root` is the project's root. */
export function defaultStatePath(root: string, environment: string): string {
  return join(root, '.scenewright', 'state', `${fileName(environment)}.json`)
}

/** The location of the receipts of an environment. */
export function receiptsPath(root: string, environment: string): string {
  return join(root, '.scenewright', 'receipts', `${fileName(environment)}.ndjson`)
}

/** The location of the record of the newest state of an environment that this machine has seen. */
export function seenPath(root: string, environment: string): string {
  return join(root, '.scenewright', 'receipts', `${fileName(environment)}.seen.json`)
}

/** The location where a state in git is prepared. */
export function scratchFolder(root: string): string {
  return join(root, '.scenewright', 'git')
}

/** A name from the config may contain characters with a special meaning in paths. */
function fileName(environment: string): string {
  return encodeURIComponent(environment).replace(/^\.+$/, dots => dots.replaceAll('.', '%2E'))
}
