import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'

const marker = 'ready for the next command'

/** A shell that stays open between commands, as a reader's terminal does: its folder and its variables last. */
export class Terminal {
  readonly #shell: ChildProcessWithoutNullStreams
  readonly #closed: Promise<unknown>
  #output = ''

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    // A group of its own, so that Ctrl-C gets to everything that runs in it.
    this.#shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env, detached: true })
    this.#closed = once(this.#shell, 'close')
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream.setEncoding('utf8').on('data', data => {
        this.#output += data
      })
    }
  }

  /** Runs a command to its end. Gives what it printed, on either stream, in the order in which it was printed. */
  async run(command: string): Promise<string> {
    this.#output = ''
    this.#send(`${command}\n} </dev/null 2>&1\necho '${marker}'`)
    const isDone = (output: string): boolean => output.endsWith(`${marker}\n`)
    await this.#until(isDone)
    if (!isDone(this.#output)) throw new Error(`The shell ended with ${command}:\n${this.#output}`)
    return this.#output.slice(0, -marker.length - 1)
  }

  /** Starts a command that keeps running. Gives what it has printed as soon as that is accepted, or all if it ends. */
  async start(command: string, isAccepted: (output: string) => boolean): Promise<string> {
    this.#output = ''
    this.#send(`${command}\n} </dev/null 2>&1\nexit`)
    await this.#until(isAccepted)
    return this.#output
  }

  /** Sends a signal to all that runs in the terminal, and waits for its end. */
  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const { pid, exitCode, signalCode } = this.#shell
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    process.kill(-pid, signal)
    await this.#closed
  }

  #send(script: string): void {
    this.#shell.stdin.write(`{\n${script}\n`)
  }

  /** Waits until the output is accepted, or the shell has ended. */
  async #until(isAccepted: (output: string) => boolean): Promise<void> {
    let isClosed = false
    const closed = this.#closed.then(() => {
      isClosed = true
    })
    while (!isAccepted(this.#output) && !isClosed) await Promise.race([once(this.#shell.stdout, 'data'), closed])
  }
}
