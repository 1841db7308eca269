import type { Terminal } from './terminal.ts'

/** A line on a terminal that says what is going on, and is gone when there is nothing to say. Nothing at all elsewhere. */
export function progressLine(terminal: Terminal): { show(text: string): void } {
  if (!terminal.canRedraw) return { show: () => {} }
  return { show: text => terminal.err(`\r\u001b[2K${text}`) }
}
