import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../build/processes.mjs'
import { temporary } from './temporary.mjs'

const said = join(temporary, 'said')

/**
 * Runs a Node program, `{ args, cwd, env }`, to its end. Resolves with its output if `stdout` is `pipe`. If it fails,
 * the error's message contains its output.
 */
export async function runNode({ args, cwd, env }, stdout = 'ignore') {
  const stderr = openSync(said, 'w')
  try {
    const stdio = ['ignore', stdout === 'stderr' ? stderr : stdout, stderr]
    return await run(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio })
  } catch (error) {
    throw new Error(`${error.message}\n${readFileSync(said, 'utf8')}`.trim(), { cause: error })
  } finally {
    closeSync(stderr)
  }
}
