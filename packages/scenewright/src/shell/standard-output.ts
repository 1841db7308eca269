import { closeSync, fstatSync, writeSync } from 'node:fs'

type Process = Pick<NodeJS.Process, 'exit' | 'on' | 'stdout'>

/** Standard output of this process. */
interface StandardOutput {
  readonly out: (text: string) => void
  /** From now on, a reader that closes the pipe does not end the process. */
  readonly outliveReader: () => void
}

/**
 * Writes to standard output. `failed` is called once, with the error of the first write that fails; what follows is not
 * written. A reader that closes the pipe early, such as `head`, is not an error: it ends the process.
 */
export function standardOutput(self: Process, failed: (error: Error) => void): StandardOutput {
  const { stdout } = self
  let hasFailed = false
  let outlivesReader = false
  const fail = (error: Error) => {
    const isReaderGone = 'code' in error && error.code === 'EPIPE'
    if (isReaderGone && !outlivesReader) self.exit(0)
    if (!hasFailed && !isReaderGone) failed(error)
    hasFailed = true
  }
  stdout.on('error', fail)
  const write = isFile(stdout.fd) ? fileWriter(self, fail) : (text: string) => void stdout.write(text)
  return {
    out(text) {
      if (!hasFailed) write(text)
    },
    outliveReader() {
      outlivesReader = true
    },
  }
}

/** Node ignores that a file has taken only a part, as it does on a full disk. */
function fileWriter(self: Process, fail: (error: Error) => void): (text: string) => void {
  const { fd } = self.stdout
  // Some file systems report only then that a write has failed.
  self.on('exit', () => attempt(() => closeSync(fd), fail))
  return text => {
    const bytes = Buffer.from(text)
    attempt(() => {
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written)
    }, fail)
  }
}

function attempt(action: () => void, fail: (error: Error) => void): void {
  try {
    action()
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)))
  }
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}
