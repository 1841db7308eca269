import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Variables = { readonly [name: string]: string | undefined }

/**
 * The command that runs the toolkit: its name if it is on the PATH, else through npx. npm and similar programs put
 * package folders on the PATH of their child processes, and Yarn a folder of its own: these do not count, because the
 * user's own shell does not have them.
 */
export function ownCommand(env: Variables, platform: NodeJS.Platform = process.platform): string {
  const isWindows = platform === 'win32'
  const folders = (env.PATH ?? '').split(isWindows ? ';' : ':').filter(folder => folder !== '')
  const isLent = env.npm_config_user_agent !== undefined || env.npm_execpath !== undefined
  const isOwn = (folder: string) =>
    !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder) && folder !== env.BERRY_BIN_FOLDER
  const own = isLent ? folders.filter(isOwn) : folders
  const names = isWindows ? ['scenewright.cmd', 'scenewright.exe'] : ['scenewright']
  return own.some(folder => names.some(name => isProgram(join(folder, name)))) ? 'scenewright' : 'npx scenewright'
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Whether the npm package in a folder depends on the toolkit. */
export function namesToolkit(folder: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return 'scenewright' in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}

declare const SCENEWRIGHT_VERSION: string
declare const SCENEWRIGHT_BUILD: string

/** The version of the toolkit; inserted by the build. */
export const version = SCENEWRIGHT_VERSION

/** Identifies a build, also among those with the same version: a hash of all its sources. */
export const build = SCENEWRIGHT_BUILD
