import type { Interface } from 'node:readline'

/** The output of a command, and its capabilities. Standard output is for programs, standard error for people. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Whether standard output, or standard error, may carry color. */
  readonly color: { readonly out: boolean; readonly err: boolean }
  /** Whether the user can be prompted. Checked on demand, because accessing standard input loads its streams. */
  isInteractive(): boolean
  /** Whether progress may be overwritten on standard error. */
  readonly canRedraw: boolean
  /**
   * The number of characters per line of standard output; 100 if it is not a terminal. Read on demand, because it may
   * change.
   */
  columns(): number
}

/** The parts of the standard streams that are used. */
interface Streams {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: { readonly isTTY?: boolean }
}

interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/**
 * The terminal of these streams. Color only on a terminal; NO_COLOR and `--no-color` disable it, FORCE_COLOR enables
 * it.
 */
export function processTerminal(streams: Streams, env: NodeJS.ProcessEnv): Terminal {
  const mayColor = (stream: Output) => {
    if (env.NO_COLOR) return false
    if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
    return stream.isTTY === true && env.TERM !== 'dumb'
  }
  return {
    out: text => void streams.stdout.write(text),
    err: text => void streams.stderr.write(text),
    color: { out: mayColor(streams.stdout), err: mayColor(streams.stderr) },
    isInteractive: () => streams.stdin.isTTY === true && streams.stderr.isTTY === true,
    canRedraw: streams.stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI,
    columns: () => (streams.stdout.isTTY === true && streams.stdout.columns ? streams.stdout.columns : 100),
  }
}

/** The same terminal without color. */
export function withoutColor(terminal: Terminal): Terminal {
  return { ...terminal, color: { out: false, err: false } }
}

/** The same terminal without output for people. */
export function quiet(terminal: Terminal): Terminal {
  return { ...terminal, err: () => {}, canRedraw: false }
}

const codes = { red: 31, yellow: 33, blue: 34, green: 32, cyan: 36, bold: 1, dim: 2 } as const

export type Paint = (style: keyof typeof codes, text: string) => string

/** Colors text for a terminal, or leaves it unchanged. */
export function painter(color: boolean): Paint {
  return color ? (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m` : (_style, text) => text
}

/** Breaks a text at its spaces into lines of at most `width` characters; a longer word is split. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line: readonly string[] = []
  for (const word of text.split(' ').map(letters => [...letters])) {
    if (line.length > 0 && line.length + 1 + word.length <= width) {
      line = [...line, ' ', ...word]
      continue
    }
    if (line.length > 0) lines.push(line.join(''))
    let rest = word
    for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width).join(''))
    line = rest
  }
  return line.length > 0 || lines.length === 0 ? [...lines, line.join('')] : lines
}

/** The text on one line of at most `width` characters, with an ellipsis if it is truncated. */
export function shorten(text: string, width: number): string {
  const letters = [...text]
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}\u2026`
}

/** A progress line on a terminal, removed when there is nothing to show. Elsewhere it writes nothing. */
export function progressLine(terminal: Terminal): { show(text: string): void } {
  if (!terminal.canRedraw) return { show: () => {} }
  return { show: text => terminal.err(`\r\u001b[2K${text}`) }
}

/** On a terminal, readline handles Ctrl-C; this forwards it to the process, so that it ends as usual. */
export function forwardInterrupt(lines: Pick<Interface, 'on'>): void {
  lines.on('SIGINT', () => interruptSelf(process))
}

/**
 * Has the effect of Ctrl-C. On Windows, a process that sends itself a signal ends at once, even if there are listeners.
 */
export function interruptSelf(self: Pick<NodeJS.Process, 'emit' | 'kill' | 'pid'>): void {
  if (!self.emit('SIGINT', 'SIGINT')) self.kill(self.pid, 'SIGINT')
}

/** Asks the user; false for anything but yes, for Ctrl-C, and for the end of the input (Ctrl-D). */
export async function ask(
  { stdin, signal }: { stdin(): NodeJS.ReadableStream; readonly signal: AbortSignal },
  question: string,
): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: stdin(), output: process.stderr })
  forwardInterrupt(lines)
  // At the end of the input, the question stays open on Node 20, and is an error on later versions.
  const ended = new Promise<undefined>(resolve => lines.once('close', () => resolve(undefined)))
  try {
    const answer = await Promise.race([lines.question(`${question} (yes/no) `, { signal }), ended])
    if (answer === undefined) process.stderr.write('\n')
    return answer !== undefined && /^\s*y(es)?\s*$/i.test(answer)
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    lines.close()
  }
}
