import { createReadStream, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve, win32 } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isSourceName } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import { fileFault, isStream, knownFault, makeFolder, requireEnding, statsAt } from '@scenewright/model/file-access'
import { visible } from '@scenewright/model/text'
import { isLink } from './contained-path.ts'

/**
 * Why Windows does not allow a file with this relative path, or undefined. Node would create some of them anyway: one
 * that Explorer cannot delete, or a hidden part of another file.
 */
function windowsNameFault(path: string): string | undefined {
  for (const name of path.split(/[\\/]/)) {
    if (isDeviceName(name)) return `"${name}" is the name of a device on Windows`
    if (!['.', '..'].includes(name) && forbidden.test(name)) return `Windows does not allow the name "${name}"`
  }
  return undefined
}

/** Whether Windows reserves a name for a device, with any ending. */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|(?:com|lpt)[1-9\u00b9\u00b2\u00b3])(?: *\..*)?$/i.test(name)
}

const forbidden = /[\p{Cc}<>:"|?*]|[. ]$/u

/**
 * Why a new source cannot have this path, relative and with forward slashes; undefined if it can. It has names that all
 * systems allow, since a project is kept in git.
 */
export function newSourceFault(path: string): string | undefined {
  for (const name of path.split('/')) {
    if (/^\.*$|[\p{Cc}\\:*?"<>|]/u.test(name)) return `not every system allows the name ${JSON.stringify(name)}`
    if (Buffer.byteLength(name) > maxNameBytes) return `a name has at most ${maxNameBytes} bytes`
  }
  return undefined
}

const maxNameBytes = 255

/** On Windows, an OperationError for an absolute path that is not allowed there. */
export function requireUsableName(path: string, platform: NodeJS.Platform = process.platform): void {
  const fault = platform === 'win32' ? windowsNameFault(path.slice(win32.parse(path).root.length)) : undefined
  if (fault !== undefined)
    throw new OperationError('usage', `cannot write "${path}": ${fault}`, { help: 'choose another name' })
}

/** The reason why files with these names, with forward slashes, cannot coexist in a folder; undefined if none. */
export function outputFault(
  names: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform === 'win32') {
    const fault = names.map(windowsNameFault).find(each => each !== undefined)
    if (fault !== undefined) return fault
  }
  const all = new Set(names)
  for (const name of names) {
    const parts = partOf(name).split('/')
    const holder = parts.map((_, index) => parts.slice(0, index).join('/')).find(folder => all.has(folder))
    if (holder !== undefined) return `"${holder}" would be a file and the folder of "${name}"`
    // These two count characters.
    const size = platform === 'win32' || platform === 'darwin' ? (text: string) => text.length : Buffer.byteLength
    if (parts.some(part => size(part) > 255)) return `"${name}" is too long for the name of a file`
  }
  // The usual file systems of these two are case-insensitive.
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

/** Writes a new file, and its folder. With `force`, an existing file is overwritten. */
export async function writeNew(file: string, text: string, force: boolean): Promise<void> {
  requireUsableName(file)
  try {
    const flag = isStream(file) || force ? 'w' : 'wx'
    makeFolder(dirname(file))
    await writeFile(file, text, { flag })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST' && knownFault(cause) === undefined) {
      throw new OperationError('usage', `"${file}" already exists`, { help: 'use --force to replace it', cause })
    }
    throw new OperationError('usage', `cannot write "${file}": ${fileFault(cause)}`, { cause })
  }
}

/**
 * Returns the present sources in another language that have the keys of these files; without `force`, they are an
 * OperationError.
 */
export function requireNoTwins(cwd: string, files: readonly string[], force = false): readonly string[] {
  const suffix = /\.scenario\.(?:ya?ml|ts)$/
  const twins = files.flatMap(file =>
    ['yaml', 'yml', 'ts']
      .map(language => file.replace(suffix, `.scenario.${language}`))
      .filter(other => other !== file && statsAt(resolve(cwd, other))),
  )
  if (twins[0] === undefined || force) return twins
  throw new OperationError('usage', `"${twins[0]}" is a source of the same scenario`, {
    help: 'delete it first, or use --force and delete it then; nothing was written',
  })
}

/** The warnings about sources that were kept with `force`. */
export function twinsText(twins: readonly string[]): string {
  return twins.map(twin => `warning: delete "${visible(twin)}", which is a source of the same scenario\n`).join('')
}

/**
 * A usage error for a report that would replace what a person writes, or what cannot be created again: a source, the
 * config, the state of an environment, or an input of the same call, each with the option that names it.
 */
export function requireReportFile(cwd: string, path: string, inputs: { readonly [option: string]: string } = {}): void {
  const file = resolve(cwd, path)
  const name = basename(realFile(file) ?? file)
  if (isSourceName(name) || name === 'scenewright.config.yaml') {
    throw new OperationError('usage', `"${path}" has the name of a source or a config, and no report replaces it`, {
      help: 'choose another name',
    })
  }
  if (isState(file)) {
    throw new OperationError('usage', `"${path}" is the state of an environment, and no report replaces it`, {
      help: 'choose another name',
    })
  }
  for (const [option, input] of Object.entries(inputs)) {
    if (!isSameFile(file, resolve(cwd, input))) continue
    throw new OperationError('usage', `"${path}" is the file of ${option}, and no report replaces it`, {
      help: 'choose another name',
    })
  }
}

/** Recognized by its first fields, so that a damaged one is, too. A backup and a plan have others. */
function isState(path: string): boolean {
  const file = realFile(path)
  try {
    // Reading a device, such as the terminal behind `/dev/stdout`, might never end.
    if (file === undefined || !statSync(file).isFile()) return false
    return /^\s*\{\s*"format": *\d+,\s*"lineage"/.test(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}

/** Whether two absolute paths lead to the same file, also through links. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || (realFile(one) !== undefined && realFile(one) === realFile(other))
}

/** The path of an existing file without links. */
function realFile(path: string): string | undefined {
  return statsAt(path)?.isFile() ? realpathSync.native(path) : undefined
}

/**
 * Writes a report or a plan to a file, atomically, or to a device. A link stays, and what it leads to is written. An
 * existing file keeps its permissions. A failure is a usage error.
 */
export async function writeReport(cwd: string, path: string, text: string): Promise<void> {
  const file = resolve(cwd, path)
  requireUsableName(file)
  requireReportFile(cwd, path)
  try {
    if (isStream(file)) return await writeFile(file, text)
    const target = followLinks(file)
    // It may contain customer messages, which nobody else on this machine should read.
    const mode = statsAt(target)?.mode ?? 0o600
    await writeWhole(target, text, { mode: mode & 0o7777 })
  } catch (cause) {
    throw new OperationError('usage', `cannot write to "${path}": ${fileFault(cause)}`, { cause })
  }
}

/** The file that is written first. */
function partOf(file: string): string {
  return `${file}.${process.pid}.part`
}

/**
 * Writes a file, and its folder, or leaves the file as it was: the text is first written to a part of its own next to
 * it, of which nothing remains. A link in its place is replaced. Rejects with the error of the file system.
 */
export async function writeWhole(file: string, text: string, options: PartOptions = {}): Promise<void> {
  const part = partOf(file)
  try {
    makeFolder(dirname(file))
    await writeFile(part, text, options)
    if (options.mode !== undefined) await chmod(part, options.mode)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

/** As many links in a row as Linux follows. */
const maxLinks = 40

/** The path to which links lead, also if there is no file yet. */
function followLinks(path: string): string {
  let target = path
  for (let links = 0; links < maxLinks && isLink(target); links += 1) {
    target = resolve(realpathSync(dirname(target)), readlinkSync(target))
  }
  return target
}

interface PartOptions {
  /** The permissions of the file; those of the process by default. */
  readonly mode?: number
}

/** Far more than any document or list of messages that a person would write. */
const largestInput = 64 * 1024 * 1024

/** The text of a file or a pipe named by the user. One that cannot be read is a usage error. */
export async function readInput(cwd: string, path: string): Promise<string> {
  const file = resolve(cwd, path)
  try {
    requireEnding(file)
    const bytes = await buffer(createReadStream(file, { end: largestInput }))
    if (bytes.length > largestInput) throw new Error(`it has more than ${largestInput} bytes, which is the maximum`)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new OperationError('usage', `cannot read "${path}": ${fileFault(cause)}`, { cause })
  }
}
