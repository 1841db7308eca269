import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import system, { type PlatformPath, win32 } from 'node:path'
import { statsAt } from './file-access.ts'

/** A process, distinguished from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** When it started, according to the kernel; empty if the system does not provide it. */
  readonly started: string
}

/** Whether an absolute path is a folder or is below it. On Windows, ignores case and treats both slashes as equal. */
export function isAtOrBelow(path: string, folder: string, { relative, isAbsolute, sep } = system): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * Whether a relative path, such as one in a config, leads out of its base folder. An absolute path does, and so does
 * one with a drive of Windows, such as `C:bots`.
 */
export function leadsOut(path: string, { normalize, parse, sep } = system): boolean {
  // On Windows Node puts `.\` before a name that could be taken for a drive, also before `..`.
  const given = normalize(path)
  const normal = given.startsWith(`.${sep}`) ? given.slice(2) : given
  const hasRoot = [path, normal].some(each => parse(each).root !== '')
  return hasRoot || normal === '..' || normal.startsWith(`..${sep}`)
}

/** The same path with forward slashes, as in sources, findings and reports. */
export function withForwardSlashes(path: string, { sep }: Pick<PlatformPath, 'sep'> = system): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

/**
 * Returns the command that starts a program. Windows searches the working folder before the PATH, where a project could
 * place its own program. So on Windows, it is the absolute path of `<name>.exe` in a folder of the PATH, or undefined
 * if there is none. Elsewhere it is the name.
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

/** `\tools` is absolute too, but on the drive of the working folder. */
function isOnDrive(folder: string): boolean {
  return /^[a-z]:[\\/]|^[\\/]{2}/i.test(folder)
}

function isFileOnDisk(path: string): boolean {
  return statsAt(path)?.isFile() === true
}

/** This process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), started: readStart(process.pid) }
}

/** Reads an identity from the JSON of a lock; undefined for anything else. */
export function parseProcess(text: string): ProcessIdentity | undefined {
  try {
    const { pid, host, started } = JSON.parse(text)
    if (!Number.isInteger(pid) || typeof host !== 'string' || typeof started !== 'string') return undefined
    return { pid, host, started }
  } catch {
    return undefined
  }
}

/**
 * Whether the process still runs. One of another machine counts as running, because this machine cannot determine it.
 */
export function isRunning({ pid, host, started }: ProcessIdentity): boolean {
  if (host !== hostname()) return true
  if (!exists(pid) || isZombie(pid)) return false
  const now = readStart(pid)
  return started === '' || now === '' || now === started
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Whether a process has ended, but its parent has not asked for its exit status yet, which some never do. While it has
 * other threads, they may still finish a write.
 */
function isZombie(pid: number): boolean {
  const { state, threads } = readStat(pid)
  return state === 'Z' && threads === '1'
}

/** On Linux, the boot id and the start tick. */
function readStart(pid: number): string {
  const { start } = readStat(pid)
  if (start === undefined) return ''
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${start}`
  } catch {
    return ''
  }
}

/** On Linux, the fields 3, 20 and 22 of `stat`, counted after the name, which may contain spaces. */
function readStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], threads: fields[17], start: fields[19] }
  } catch {
    return {}
  }
}
