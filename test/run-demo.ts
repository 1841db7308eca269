import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { shortLived } from './short-lived.ts'

/** The repository. */
export const root = fileURLToPath(new URL('../', import.meta.url))

interface DemoOptions {
  /** Where the demo has its files. */
  readonly scratch: string
  /** What it has printed when Ctrl-C is pressed. */
  readonly interruptAt?: string
}

/** Runs the demo to its end, or until it is interrupted. */
export function runDemo({
  scratch,
  interruptAt,
}: DemoOptions): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['scripts/demo.mjs'], {
      cwd: root,
      // Every process of the demo has this folder in its command line.
      env: { ...process.env, ...shortLived, TMPDIR: scratch },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', data => {
      stderr += data
    })
    child.stdout.setEncoding('utf8').on('data', data => {
      stdout += data
      if (interruptAt !== undefined && !child.killed && stdout.includes(interruptAt)) child.kill('SIGINT')
    })
    child.once('close', code => resolve({ code, stdout, stderr }))
  })
}
