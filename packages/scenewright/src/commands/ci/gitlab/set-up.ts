import { type CiInstall, installScript } from '../install.ts'
import { accountVariables, type CiSetup, gitlabTokenVariable, stateVariables } from '../setup.ts'
import { shellQuoted } from '../shell-quoted.ts'

/** The line of a script that goes from the top of the repository into the project's folder, `bots/shop/`. */
export function toFolder(folder: string): string {
  return `cd ${shellQuoted(folder.slice(0, -1))}`
}

/** The lines that install the project's packages, and then go into its folder. */
export function setUp({ folder, install, environments }: CiSetup): readonly string[] {
  // A variable of the project is in the environment of every line: what installs packages must not see it.
  const hidden = [...accountVariables, ...environments.flatMap(({ state }) => stateVariables[state])]
  return [
    installIn(install, [...new Set([...hidden, gitlabTokenVariable])]),
    ...(folder === '' ? [] : [toFolder(folder)]),
  ]
}

function installIn(install: CiInstall, hidden: readonly string[]): string {
  const script = installScript(install, hidden)
  return install.folder === '' ? script : `(${toFolder(install.folder)} && ${script})`
}
