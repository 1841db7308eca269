import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Invocation } from './command.ts'
import { forwardInterrupt, painter, type Terminal } from './terminal.ts'

/** Input lines, and the prompt for the next one. */
export interface Lines extends AsyncIterable<string> {
  ask(): void
  /** Stops reading. */
  close(): void
}

/**
 * Reads lines until the input ends or a signal arrives. At a terminal there is a prompt, a history with the arrow keys,
 * and Tab completes `words`; other input is read line by line without prompts.
 */
export function readLines({ terminal, stdin, signal }: Invocation, words: readonly string[]): Lines {
  const shared = { input: stdin(), signal, crlfDelay: Number.POSITIVE_INFINITY }
  if (!terminal.isInteractive()) {
    const lines = createInterface(shared)
    return { ask: () => {}, close: () => lines.close(), [Symbol.asyncIterator]: () => lines[Symbol.asyncIterator]() }
  }
  const lines = createInterface({
    ...shared,
    output: createScreen(terminal),
    terminal: true,
    prompt: `${painter(terminal.color.err)('green', '>')} `,
    completer: (line: string) => [words.filter(word => word.startsWith(line)), line],
  })
  forwardInterrupt(lines)
  return {
    ask: () => lines.prompt(),
    close: () => lines.close(),
    [Symbol.asyncIterator]: () => lines[Symbol.asyncIterator](),
  }
}

/** Standard error, in the form that readline needs: the prompt is for people. */
function createScreen(terminal: Terminal): Writable {
  const screen = new Writable({
    write(chunk, _encoding, done) {
      terminal.err(String(chunk))
      done()
    },
  })
  return Object.defineProperty(screen, 'columns', { get: () => terminal.columns() })
}
