/** Where a command writes, and what it may assume of who reads. Standard output is for programs, standard error for people. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Whether standard output, or standard error, may carry colour. */
  readonly color: { readonly out: boolean; readonly err: boolean }
  /** Whether a person can be asked. Asked when needed: to look at standard input loads its streams. */
  isInteractive(): boolean
  /** Whether progress may be drawn over itself on standard error. */
  readonly canRedraw: boolean
  /** How many characters fit on a line of standard output: 100 where it is no terminal. Asked when needed: it changes. */
  columns(): number
}

/** What is used of the standard streams. */
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

/** The terminal that these streams are. Colour only on a terminal; NO_COLOR and `--no-color` switch it off, FORCE_COLOR on. */
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

/** The same terminal with no colour. */
export function withoutColor(terminal: Terminal): Terminal {
  return { ...terminal, color: { out: false, err: false } }
}

/** The same terminal with nothing said to people. */
export function quiet(terminal: Terminal): Terminal {
  return { ...terminal, err: () => {}, canRedraw: false }
}
