import type { Interface } from 'node:readline'

/** On a terminal readline takes Ctrl-C for itself; this gives it back to the process, so that it ends as ever. */
export function forwardInterrupt(lines: Pick<Interface, 'on'>): void {
  lines.on('SIGINT', () => interruptSelf(process))
}

/** Does what Ctrl-C does. On Windows a process that sends itself a signal ends at once, whatever listens to it. */
export function interruptSelf(self: Pick<NodeJS.Process, 'emit' | 'kill' | 'pid'>): void {
  if (!self.emit('SIGINT', 'SIGINT')) self.kill(self.pid, 'SIGINT')
}
