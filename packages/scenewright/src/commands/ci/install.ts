import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
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
  /** The files that the command reads, as patterns of a sparse checkout: packages and patches can be committed. */
  readonly reads: readonly string[]
}

/** How a job runs the command line: the installed one. It fails if there is none, and downloads nothing. */
export const installedCall = 'npx --no-install scenewright'

/**
 * Replaces the shell by the command that npx would run, for steps that change the service: npx does not pass on the
 * signal of a canceled run, at which the command writes its state before it ends.
 */
export const execInstalled = `exec "$(npx --no-install -c 'command -v scenewright')"`

/** A package manager: what a job runs, and what a person runs. */
export interface PackageManager {
  readonly job: Omit<CiInstall, 'folder'>
  readonly lockfile: string
  /** Installs all packages of package.json. */
  readonly installAll: string
  /** Adds the toolkit to package.json. */
  readonly add: string
}

const npm: PackageManager = {
  job: { command: 'npm ci --ignore-scripts', reads: ['package.json', 'package-lock.json', '.npmrc', '*.tgz'] },
  lockfile: 'package-lock.json',
  installAll: 'npm install',
  add: 'npm install --save-dev scenewright',
}

const pnpm: PackageManager = {
  job: {
    prepare: 'corepack enable',
    command: 'pnpm install --frozen-lockfile --ignore-scripts',
    reads: [
      'package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      '.npmrc',
      '.pnpmfile.cjs',
      '.pnpmfile.mjs',
      '*.tgz',
      '*.patch',
    ],
  },
  lockfile: 'pnpm-lock.yaml',
  installAll: 'pnpm install',
  add: 'pnpm add --save-dev scenewright',
}

const yarn: PackageManager = {
  job: {
    prepare: 'corepack enable',
    command: 'yarn install --immutable --mode=skip-build',
    reads: ['package.json', 'yarn.lock', '.yarnrc.yml', '.yarn/releases', '.yarn/plugins', '*.tgz', '*.patch'],
  },
  lockfile: 'yarn.lock',
  installAll: 'yarn install',
  add: 'yarn add --dev scenewright',
}

const yarnClassic: PackageManager = {
  ...yarn,
  job: {
    prepare: 'corepack enable',
    command: 'yarn install --frozen-lockfile --ignore-scripts',
    reads: ['package.json', 'yarn.lock', '.npmrc', '.yarnrc', '*.tgz'],
  },
}

/** The installation of a project that uses npm and has its lockfile in this folder. */
export function npmInstall(folder: string): CiInstall {
  return { folder, ...npm.job }
}

/** A missing part because of which a project cannot be installed in CI. */
export type MissingInstall = 'dependency' | 'lockfile' | 'node_modules'

/** How a project is installed, and what is missing for that. */
export interface ProjectInstall {
  readonly install: CiInstall
  readonly manager: PackageManager
  readonly missing: MissingInstall | undefined
}

/**
 * Finds the lockfile in the folder of the project or its parents, up to the top of the repository. If a part is
 * missing, returns the installation that works once that part is added.
 */
export function readInstall(root: string, top: string): ProjectInstall {
  const folders = foldersBetween(root, top)
  const names = folders.find(namesToolkit)
  for (const folder of folders) {
    const manager = managerIn(folder)
    if (manager === undefined) continue
    const install = { folder: wayTo(folder, top), ...manager.job }
    return { install, manager, missing: names === undefined ? 'dependency' : missingIn(folder, manager) }
  }
  const install = npmInstall(wayTo(names ?? realpathSync(root), top))
  return { install, manager: npm, missing: names === undefined ? 'dependency' : 'lockfile' }
}

function missingIn(folder: string, { lockfile }: PackageManager): MissingInstall | undefined {
  if (!locksToolkit(join(folder, lockfile))) return 'lockfile'
  // Yarn's Plug'n'Play, in which npx finds no command.
  return existsSync(join(folder, '.pnp.cjs')) ? 'node_modules' : undefined
}

/** Has Yarn write the folder node_modules instead of Plug'n'Play. */
const leavePlugAndPlay = 'yarn config set nodeLinker node-modules && yarn install'

/** The steps required before a job can install the command line. */
export function installAdvice(missing: MissingInstall, { add, installAll, lockfile }: PackageManager): string {
  if (missing === 'node_modules') return `run \`${leavePlugAndPlay}\` and commit .yarnrc.yml and ${lockfile}`
  return missing === 'dependency'
    ? `run \`${add}\` and commit package.json and the lockfile`
    : `run \`${installAll}\` and commit ${lockfile}`
}

/** The command that a person still has to run in the project before the toolkit can run; undefined if none. */
export function installStep(root: string, top: string): string | undefined {
  const { manager, missing } = readInstall(root, top)
  if (missing === 'dependency') return manager.add
  if (missing === 'node_modules') return leavePlugAndPlay
  const isInstalled = foldersBetween(root, top).some(folder => existsSync(join(folder, 'node_modules', 'scenewright')))
  return isInstalled ? undefined : manager.installAll
}

/** The installation as one command. */
export function installScript({ prepare, command }: CiInstall): string {
  return prepare === undefined ? command : `${prepare} && ${command}`
}

/** Takes all variables that can contain credentials of this toolkit out of a shell. */
export const unsetCredentials = `unset $(env | sed -nE 's/^((SCENEWRIGHT|AWS)_[A-Za-z0-9_]*)=.*/\\1/p')`

/**
 * Whether a checkout names the toolkit in the folder of the project, in that of the lockfile or in one between: a shell
 * condition, run at the top.
 */
export function namesToolkitTest({ folder }: CiInstall, project: string): string {
  const folders = ['', ...[...project.matchAll(/\//g)].map(({ index }) => project.slice(0, index + 1))]
  const between = folders.filter(path => path.startsWith(folder)).reverse()
  const files = between.map(path => shellQuoted(`${path}package.json`))
  return `grep -qs '"scenewright"' ${files.join(' ')}`
}

/** The folder of the project and its parents, up to the top of the repository; their paths contain no links. */
export function foldersBetween(root: string, top: string): readonly string[] {
  const [first, last] = [realpathSync(root), realpathSync(top)]
  const folders = [first]
  for (let folder = first; folder !== last && dirname(folder) !== folder; ) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders.at(-1) === last ? folders : [first]
}

function wayTo(folder: string, top: string): string {
  const way = relative(realpathSync(top), folder).split(sep).join('/')
  return way === '' ? '' : `${way}/`
}

function managerIn(folder: string): PackageManager | undefined {
  const found = [npm, pnpm, yarn].find(({ lockfile }) => existsSync(join(folder, lockfile)))
  if (found !== yarn) return found
  return /^# yarn lockfile v1$/m.test(readFileSync(join(folder, yarn.lockfile), 'utf8')) ? yarnClassic : yarn
}

/** Whether a lockfile contains the toolkit, in the form of any package manager. */
function locksToolkit(lockfile: string): boolean {
  return /(?:^|[\s"'/])scenewright["'@:]/m.test(readFileSync(lockfile, 'utf8'))
}
