import { type CiInstall, installScript } from '../install.ts'
import { shellQuoted } from '../shell-quoted.ts'

/** The line of a script that goes from the top of the repository into the project's folder, `bots/shop/`. */
export function toFolder(folder: string): string {
  return `cd ${shellQuoted(folder.slice(0, -1))}`
}

/** The line that installs the project's packages from the top of the repository, and stays there. */
export function installIn(install: CiInstall, hidden: readonly string[]): string {
  const script = installScript(install, [...new Set(hidden)])
  return install.folder === '' ? script : `(${toFolder(install.folder)} && ${script})`
}
