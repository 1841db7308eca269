import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { json } from '../../render/text.ts'
import { namesToolkit, version } from '../../shell/installation.ts'
import type { StarterFile } from './editor.ts'

/** What an npm package still needs before the toolkit runs in it: a command for a shell, or nothing. */
export type InstallCommand = string | undefined

const name = 'scenewright'

/** A package for a project that has none: CI installs the toolkit from its lockfile, in this very version. */
export const packageFile: StarterFile = {
  path: 'package.json',
  text: json({ private: true, devDependencies: { [name]: version } }),
}

/** What installs all that the package file names. */
export const installAll = 'npm install'

/**
 * The folder of the package that a project belongs to: its own folder, or one above it within its git repository.
 * Undefined where there is none.
 */
export function findPackage(root: string): string | undefined {
  return projectFolders(root).find(folder => existsSync(join(folder, packageFile.path)))
}

/** What is left to do before the toolkit is installed in the package of a folder. */
export function installCommand(folder: string): InstallCommand {
  const manager = managers.find(({ lock }) => existsSync(join(folder, lock))) ?? { all: installAll, add: addByNpm }
  if (!namesToolkit(folder)) return manager.add
  return existsSync(join(folder, 'node_modules', name)) ? undefined : manager.all
}

const addByNpm = `npm install --save-dev ${name}`

const managers = [
  { lock: 'package-lock.json', all: installAll, add: addByNpm },
  { lock: 'pnpm-lock.yaml', all: 'pnpm install', add: `pnpm add --save-dev ${name}` },
  { lock: 'yarn.lock', all: 'yarn install', add: `yarn add --dev ${name}` },
] as const

/** The folder and those above it, up to the top of the git repository; outside of one the folder alone. */
function projectFolders(root: string): readonly string[] {
  const folders = [root]
  for (let folder = root; !existsSync(join(folder, '.git')); ) {
    const above = dirname(folder)
    if (above === folder) return [root]
    folder = above
    folders.push(folder)
  }
  return folders
}
