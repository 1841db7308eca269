import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { namesToolkit } from '../../shell/installation.ts'
import { shellQuoted } from './quoting.ts'

/** How a job installs the command line: as a package of the project, in the version of the project's lockfile. */
export interface CiInstall {
  /** From the top of the repository to the folder of the lockfile: empty, or `bots/`. */
  readonly folder: string
  /** Makes the package manager available if Node does not include it. */
  readonly prepare?: string
  /** Installs exactly the versions in the lockfile, without running scripts of packages. */
  readonly command: string
  /** The files that the command reads, as patterns of a sparse checkout. */
  readonly reads: readonly string[]
}

/** How a job runs the command line: the installed one. It fails if there is none, and downloads nothing. */
export const installedCall = 'npx --no-install scenewright'

type Manager = Omit<CiInstall, 'folder'>

const npm: Manager = { command: 'npm ci --ignore-scripts', reads: ['package.json', 'package-lock.json', '.npmrc'] }

const pnpm: Manager = {
  prepare: 'corepack enable',
  command: 'pnpm install --frozen-lockfile --ignore-scripts',
  reads: ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'],
}

const yarnClassic: Manager = {
  prepare: 'corepack enable',
  command: 'yarn install --frozen-lockfile --ignore-scripts',
  reads: ['package.json', 'yarn.lock', '.npmrc', '.yarnrc'],
}

const yarn: Manager = {
  prepare: 'corepack enable',
  command: 'yarn install --immutable --mode=skip-build',
  reads: ['package.json', 'yarn.lock', '.yarnrc.yml', '.yarn/releases', '.yarn/plugins'],
}

/** The installation of a project that uses npm and has its lockfile in this folder. */
export function npmInstall(folder: string): CiInstall {
  return { folder, ...npm }
}

/** A missing part because of which a project cannot be installed in CI. */
export type MissingInstall = 'dependency' | 'lockfile'

/**
 * Finds the lockfile in the folder of the project or its parents, up to the top of the repository. If a part is
 * missing, returns the installation that works once that part is added.
 */
export function readInstall(
  root: string,
  top: string,
): { readonly install: CiInstall; readonly missing: MissingInstall | undefined } {
  const folders = foldersBetween(resolve(root), resolve(top))
  const names = folders.find(namesToolkit)
  for (const folder of folders) {
    const manager = managerIn(folder)
    if (manager === undefined) continue
    const install = { folder: wayTo(folder, top), ...manager }
    return { install, missing: names === undefined ? 'dependency' : undefined }
  }
  const install = npmInstall(wayTo(names ?? resolve(root), top))
  return { install, missing: names === undefined ? 'dependency' : 'lockfile' }
}

/** The steps required before a job can install the command line. */
export function installAdvice(missing: MissingInstall): string {
  return missing === 'dependency'
    ? 'run `npm install --save-dev scenewright` and commit package.json and the lockfile'
    : 'run `npm install` and commit package-lock.json'
}

/** The installation as one command, without these variables in its environment. */
export function installScript({ prepare, command }: CiInstall, hidden: readonly string[] = []): string {
  const without = hidden.length === 0 ? command : `env ${hidden.map(name => `-u ${name}`).join(' ')} ${command}`
  return prepare === undefined ? without : `${prepare} && ${without}`
}

/** Whether a checkout contains the toolkit in one of the relevant files: a shell condition, run at the top. */
export function namesToolkitTest({ folder }: CiInstall, project: string): string {
  const files = [...new Set([project, folder])].map(path => shellQuoted(`${path}package.json`))
  return `grep -qs '"scenewright"' ${files.join(' ')}`
}

function foldersBetween(root: string, top: string): readonly string[] {
  const folders = [root]
  for (let folder = root; folder !== top && dirname(folder) !== folder; ) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders.at(-1) === top ? folders : [root]
}

function wayTo(folder: string, top: string): string {
  const way = relative(top, folder).split(sep).join('/')
  return way === '' ? '' : `${way}/`
}

function managerIn(folder: string): Manager | undefined {
  const has = (file: string) => existsSync(join(folder, file))
  if (has('package-lock.json')) return npm
  if (has('pnpm-lock.yaml')) return pnpm
  if (!has('yarn.lock')) return undefined
  return /^# yarn lockfile v1$/m.test(readFileSync(join(folder, 'yarn.lock'), 'utf8')) ? yarnClassic : yarn
}
