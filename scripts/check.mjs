// The first part of `npm run check`: lint, types and unused code, in parallel. Prints the output of each once it has
// ended, and exits with 1 if one has failed.
import { start } from './build/processes.mjs'

const names = ['lint', 'types', 'unused']

const codes = await Promise.all(names.map(check))
const failed = names.filter((_, index) => codes[index] !== 0)
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/**
 * Runs a script of the package, prints its whole output at once, and resolves with its exit code; 1 if a signal ended
 * it.
 */
function check(name) {
  return new Promise((resolve, reject) => {
    const child = start('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // There is enough memory to collect garbage less often: of Go, which the type checker is written in, and of Node. The
      // type checker keeps nearly all that it allocates: without any collection it needs 2 % more memory.
      env: { ...process.env, GOGC: 'off', NODE_OPTIONS: `--max-semi-space-size=64 ${process.env.NODE_OPTIONS ?? ''}` },
      shell: process.platform === 'win32',
    })
    const said = { stdout: [], stderr: [] }
    for (const stream of ['stdout', 'stderr']) child[stream].on('data', data => said[stream].push(data))
    child.once('error', reject)
    child.once('close', code => {
      for (const stream of ['stdout', 'stderr']) process[stream].write(Buffer.concat(said[stream]))
      resolve(code ?? 1)
    })
  })
}
