import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { json } from '../../render/json.ts'
import { namesToolkit, version } from '../../shell/installation.ts'
import { ciHosts } from '../ci/hosts.ts'
import { plainSetup } from '../ci/setup.ts'
import { modeline, type StarterFile, schemaFiles, settingsFiles } from './editor.ts'
import { starterSources } from './starter-sources.ts'

/** The project file, which marks the root of a project. */
export const configPath = 'scenewright.config.yaml'

const written: readonly StarterFile[] = [
  {
    path: configPath,
    text: `# What the bot is like, so that the simulator decides as it would.
bot:
  primary_language: en
  scenario_clarify_enabled: true

# Where to deploy. Credentials come from SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY, never from a file.
# environments:
#   production:
#     url: https://bots.example.com
#     bot: the bot's unique_id
`,
  },
  ...starterSources,
  { path: ciHosts.github.path(''), text: ciHosts.github.render(plainSetup) },
]

/**
 * The files of a starter project, in the order of writing: small, and without findings under every rule; its tests pass
 * and cover everything.
 */
export const starterFiles: readonly StarterFile[] = [...written.map(withSchema), ...schemaFiles, ...settingsFiles]

function withSchema({ path, text }: StarterFile): StarterFile {
  if (path === configPath) return { path, text: modeline(path, 'config') + text }
  if (path.endsWith('.scenario.yaml')) return { path, text: modeline(path, 'scenario') + text }
  return { path, text: path.endsWith('.test.yaml') ? modeline(path, 'conversation-test') + text : text }
}

/** The shell command that an npm package still needs before the toolkit can run in it; undefined if none. */
export type InstallCommand = string | undefined

const name = 'scenewright'

/** A package for a project without one: CI installs the toolkit from its lockfile, in this version. */
export const packageFile: StarterFile = {
  path: 'package.json',
  text: json({ private: true, devDependencies: { [name]: version } }),
}

/** The command that installs all packages in the package file. */
export const installAll = 'npm install'

/**
 * The folder of the package that a project belongs to: its own folder, or a parent within its git repository. Undefined
 * if there is none.
 */
export function findPackage(root: string): string | undefined {
  return projectFolders(root).find(folder => existsSync(join(folder, packageFile.path)))
}

/** The remaining command to install the toolkit in the package of a folder. */
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

/** The folder and its parents, up to the top of the git repository; outside of one only the folder. */
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
