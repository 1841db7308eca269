import type { Invocation } from '../command.ts'
import { forwardInterrupt } from './interrupt.ts'

/** Asks a person; false for anything but yes, and for Ctrl-C. */
export async function ask({ stdin, signal }: Pick<Invocation, 'stdin' | 'signal'>, question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: stdin(), output: process.stderr })
  forwardInterrupt(lines)
  try {
    const answer = await lines.question(`${question} (yes/no) `, { signal })
    return /^\s*y(es)?\s*$/i.test(answer)
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    lines.close()
  }
}
