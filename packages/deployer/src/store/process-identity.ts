import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, told apart from a later one that has its number. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** When it started, as the kernel counts; empty where the system does not say. */
  readonly started: string
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) }
}

/** Whether the process is certainly dead. One of another machine never is: nothing here can tell. */
export function isDead({ pid, host, started }: ProcessIdentity): boolean {
  if (host !== hostname()) return false
  if (!exists(pid)) return true
  const now = startOf(pid)
  return started !== '' && now !== '' && now !== started
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Linux: the boot, and the tick of the start. It is the twentieth word behind the name, which may hold spaces. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return ''
  }
}
