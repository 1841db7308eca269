import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Client, createClient } from '@scenewright/client'
import { afterProcess } from '../../../scenewright/test/clean-up.ts'
import { serviceEntry } from '../../../service/test/process/spawn-service.ts'
import { newDataFolder } from '../../../service/test/support/data-folder.ts'
import { sharedCluster, withoutPostgres } from '../../../service/test/support/postgres-cluster.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** The real service, and the proxy before it. */
export interface Stage {
  /** The service itself. */
  readonly url: string
  readonly proxy: FaultProxy
  readonly account: { readonly email: string; readonly apiKey: string }
  newBot(): Promise<string>
}

let shared: Promise<Stage> | undefined

/** One for all files of this process, each of which makes bots of its own. */
export function openStage(): Promise<Stage> {
  shared ??= startStage()
  return shared
}

/**
 * Starts the service in a process of its own. The test starts many processes, and to start one takes the longer the
 * more memory the process that does it uses.
 */
async function startStage(): Promise<Stage> {
  const location = await newLocation()
  // It lives for seconds: half of the processor time of its start goes into compiling the database a second time.
  const service = spawn(process.execPath, ['--liftoff-only', serviceEntry, location, 'team@example.com'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Not inherited: if Vitest kills this process, it waits until nobody has its standard error any more.
  service.stderr.pipe(process.stderr)
  afterProcess(() => service.kill('SIGKILL'))
  const { url, email, api_key: apiKey } = await announced(service)
  const proxy = await startFaultProxy(url)
  const direct: Client = createClient({ url, email, apiKey, timeoutMs: 600_000 })
  return {
    url,
    proxy,
    account: { email, apiKey },
    async newBot() {
      const bot = await direct.createBot({ name: 'Shop', gpt_model: 'llm_provider_a', primary_language: 'en' })
      return bot.unique_id
    },
  }
}

/** A database for the service: on PostgreSQL where there is one, which takes less processor time. */
async function newLocation(): Promise<string> {
  if (!withoutPostgres) return (await sharedCluster()).newDatabase()
  return (await newDataFolder()).dataFolder
}

async function announced(service: ChildProcess): Promise<{ url: string; email: string; api_key: string }> {
  if (service.stdout === null) throw new Error('the service has no output')
  for await (const line of createInterface({ input: service.stdout })) return JSON.parse(line)
  throw new Error('the service ended without a word')
}
