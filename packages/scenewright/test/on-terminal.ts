import { spawn, spawnSync } from 'node:child_process'
import { bin } from './run.ts'

/** Whether a terminal can be made here: Python has one in its standard library, Node has not. */
export const canMakeTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0

const program = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

/** What a run on a terminal left. A signal that ended the process counts as a negative code, modulo 256. */
export interface Session {
  readonly code: number | null
  readonly screen: string
  /** The steps whose text never came. */
  readonly left: readonly Step[]
}

/**
 * Types the keys once the screen shows the awaited text, which must come after what the former step awaited. A function
 * may do something before that.
 */
export type Step = readonly [awaited: string, keys: string | (() => string)]

/** Runs the built command line on a terminal. */
export function onTerminal(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Record<string, string> },
  steps: readonly Step[],
): Promise<Session> {
  const { CI: _ci, ...outer } = process.env
  const child = spawn('python3', ['-c', program, bin, ...args], {
    cwd,
    env: { ...outer, HOME: cwd, TERM: 'xterm', NO_COLOR: '1', COLUMNS: '100', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const left = [...steps]
  let screen = ''
  let from = 0
  child.stdout.setEncoding('utf8').on('data', data => {
    screen += data
    const [next] = left
    const at = next === undefined ? -1 : screen.indexOf(next[0], from)
    if (next === undefined || at === -1) return
    left.shift()
    from = screen.length
    child.stdin.write(typeof next[1] === 'string' ? next[1] : next[1]())
  })
  child.stdin.on('error', () => {})
  return new Promise(resolve => child.once('close', code => resolve({ code, screen, left })))
}

export const keys = { interrupt: '\u0003', endOfInput: '\u0004', up: '\u001b[A' } as const
