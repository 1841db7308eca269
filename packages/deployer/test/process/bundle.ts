import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { temporaryFolder } from '../workplace.ts'

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: string | null
}

/** Makes a program of this folder runnable on its own; answers with what starts it. */
export async function bundle(name: string): Promise<(...parameters: string[]) => Promise<Ended>> {
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
  return async (...parameters) => {
    const child = spawn(process.execPath, [outfile, ...parameters], { stdio: ['ignore', 'inherit', 'inherit'] })
    const [code, signal] = await once(child, 'exit')
    return { code, signal }
  }
}
