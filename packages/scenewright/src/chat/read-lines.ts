import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Invocation } from '../command.ts'
import { forwardInterrupt } from '../terminal/interrupt.ts'
import { painter } from '../terminal/paint.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The lines of a chat, and the asking for one. */
export interface Lines extends AsyncIterable<string> {
  ask(): void
}

/**
 * Reads lines until the input ends or a signal comes. A person gets a prompt, earlier lines by the arrow keys, and Tab
 * completes `words`; other input comes line by line and nothing is asked for.
 */
export function readLines({ terminal, stdin, signal }: Invocation, words: readonly string[]): Lines {
  const shared = { input: stdin(), signal, crlfDelay: Number.POSITIVE_INFINITY }
  if (!terminal.isInteractive()) {
    const lines = createInterface(shared)
    return { ask: () => {}, [Symbol.asyncIterator]: () => lines[Symbol.asyncIterator]() }
  }
  const lines = createInterface({
    ...shared,
    output: screenOf(terminal),
    terminal: true,
    prompt: `${painter(terminal.color.err)('green', '>')} `,
    completer: (line: string) => [words.filter(word => word.startsWith(line)), line],
  })
  forwardInterrupt(lines)
  return { ask: () => lines.prompt(), [Symbol.asyncIterator]: () => lines[Symbol.asyncIterator]() }
}

/** Standard error as readline wants it: the prompt is for people. */
function screenOf(terminal: Terminal): Writable {
  const screen = new Writable({
    write(chunk, _encoding, done) {
      terminal.err(String(chunk))
      done()
    },
  })
  return Object.defineProperty(screen, 'columns', { get: () => terminal.columns() })
}
