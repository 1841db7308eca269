import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** When it started, by the kernel's own account; empty where the system does not tell. */
  readonly started: string
}

/** This process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) }
}

/** Whether the process still runs. One of another machine counts as running: nothing here can tell. */
export function isRunning({ pid, host, started }: ProcessIdentity): boolean {
  if (host !== hostname()) return true
  if (!exists(pid)) return false
  const now = startOf(pid)
  return started === '' || now === '' || now === started
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, and is there all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** On Linux the boot and the tick of the start; field 22 of `stat`, counted behind the name, which may hold spaces. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`
  } catch {
    return ''
  }
}
