import { win32 } from 'node:path'
import { OperationError } from '@scenewright/model'

/**
 * Why Windows cannot have a file of this relative path, or undefined. Node would create some of them all the same: one that
 * Explorer cannot delete, or a hidden part of another file.
 */
function windowsNameFault(path: string): string | undefined {
  for (const name of path.split(/[\\/]/)) {
    if (device.test(name)) return `"${name}" is the name of a device on Windows`
    if (!['.', '..'].includes(name) && forbidden.test(name)) return `Windows does not allow the name "${name}"`
  }
  return undefined
}

const device = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?: *\..*)?$/i
const forbidden = /[\p{Cc}<>:"|?*]|[. ]$/u

/** On Windows, an OperationError for an absolute path that no file there can have. */
export function requireUsableName(path: string, platform: NodeJS.Platform = process.platform): void {
  const fault = platform === 'win32' ? windowsNameFault(path.slice(win32.parse(path).root.length)) : undefined
  if (fault !== undefined)
    throw new OperationError('usage', `cannot write "${path}": ${fault}`, { help: 'choose another name' })
}

/** What keeps files of these names, with forward slashes, from being written next to each other; undefined if nothing. */
export function outputFault(
  names: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform === 'win32') {
    const fault = names.map(windowsNameFault).find(each => each !== undefined)
    if (fault !== undefined) return fault
  }
  // The usual file systems of these two do not tell upper from lower case.
  if (platform !== 'win32' && platform !== 'darwin') return undefined
  const known = new Map<string, string>()
  for (const name of names) {
    const folded = name.normalize('NFC').toLowerCase()
    const other = known.get(folded)
    if (other !== undefined) return `"${other}" and "${name}" would be the same file on this system`
    known.set(folded, name)
  }
  return undefined
}
