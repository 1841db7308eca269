import { statSync } from 'node:fs'
import { win32 } from 'node:path'

/**
 * What to call a program by. Windows would look for it in the working folder before the PATH, where a project could have
 * put one of its own: there it is the absolute path of `<name>.exe` in a folder of the PATH, or undefined if none has it.
 * Elsewhere it is the name.
 */
export function programPath(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  { platform = process.platform, isFile = isFileOnDisk } = {},
): string | undefined {
  if (platform !== 'win32') return name
  const variable = Object.keys(env).find(key => key.toUpperCase() === 'PATH')
  const folders = variable === undefined ? [] : (env[variable] ?? '').split(';')
  const paths = folders.map(folder => folder.replaceAll('"', '')).filter(isOnDrive)
  return paths.map(folder => win32.join(folder, `${name}.exe`)).find(isFile)
}

/** `\tools` is absolute, too, but on the drive of the working folder. */
function isOnDrive(folder: string): boolean {
  return /^[a-z]:[\\/]|^[\\/]{2}/i.test(folder)
}

function isFileOnDisk(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
