import type { Interface } from 'node:readline'

/** On a terminal readline takes Ctrl-C for itself; this gives it back to the process, so that it ends as ever. */
export function forwardInterrupt(lines: Pick<Interface, 'on'>): void {
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
}
