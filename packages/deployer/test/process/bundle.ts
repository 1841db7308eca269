import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { temporaryFolder } from '../workplace.ts'

/** How a process ended. */
interface Ended {
  readonly code: number | null
  readonly signal: string | null
}

/** A program that runs on its own. */
export interface Program {
  /** Begins it with these parameters and environment variables. */
  start(parameters: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess
  /** Runs it to its end. */
  run(...parameters: string[]): Promise<Ended>
}

/** Makes a program of this folder runnable on its own. */
export async function bundle(name: string): Promise<Program> {
  const outfile = join(await temporaryFolder(), `${name}.cjs`)
  await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  })
  const start: Program['start'] = (parameters, env = {}) =>
    spawn(process.execPath, [outfile, ...parameters], { stdio: ['ignore', 'inherit', 'inherit'], env })
  return {
    start,
    async run(...parameters) {
      const [code, signal] = await once(start(parameters), 'exit')
      return { code, signal }
    },
  }
}
