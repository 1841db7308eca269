import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterFile } from '../../../scenewright/test/clean-up.ts'
import { type Api, createApi } from '../support/api.ts'

/** The entry of a service's process. */
export const serviceEntry = fileURLToPath(new URL('./serve.mjs', import.meta.url))

/**
 * It lives for seconds. Half of the processor time of its start goes into compiling the database a second time, and a
 * tenth of the processor time of its life into optimizing code that hardly runs.
 */
const shortLived = ['--liftoff-only', '--interrupt-budget=400000']

/** What a service's process says when it is up, or why it is not. */
export type Announcement =
  | {
      readonly url: string
      readonly api: Api
      readonly key: string
      kill(): Promise<void>
      /** Ends the drain of a process that was asked to stop. */
      endDrain(): void
      terminate(): Promise<number | null>
    }
  | { readonly refused: string; readonly exitCode: number | null }

/**
 * Starts a service in a process of its own; without the key of its owner it makes the account first. `kill` ends it as
 * a power cut of the process would: at once; `terminate` asks it to stop, and gives its exit code.
 */
export async function spawnService(
  location: string,
  key?: string,
  options: readonly '--drain'[] = [],
): Promise<Announcement> {
  const account = ['owner@example.com', ...(key === undefined ? [] : [key]), ...options]
  const child = spawn(process.execPath, [...shortLived, serviceEntry, location, ...account], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // After a failure alone: a process that goes on would keep Vitest from ending.
  afterFile(() => child.kill('SIGKILL'))
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve))
  const said = JSON.parse(await firstLine(child))
  if ('refused' in said) return { refused: said.refused, exitCode: await exited }
  return {
    url: said.url,
    api: createApi(said.url, said),
    key: said.api_key,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    endDrain() {
      child.kill('SIGUSR2')
    },
    terminate() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no output.')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The process ended without a word.')
}
