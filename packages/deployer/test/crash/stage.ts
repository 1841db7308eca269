import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { type Client, createClient } from '@scenewright/client'
import { bundleService } from '../../../service/test/process/spawn-service.ts'
import { newDataFolder } from '../../../service/test/support/data-folder.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** The real service, and the proxy before it. */
export interface Stage {
  readonly proxy: FaultProxy
  readonly account: { readonly email: string; readonly apiKey: string }
  newBot(): Promise<string>
  close(): Promise<void>
}

/**
 * Starts the service in a process of its own. The test starts many processes, and to start one takes the longer the
 * more memory the process that does it uses.
 */
export async function openStage(): Promise<Stage> {
  const bundle = await bundleService()
  const { dataFolder, remove } = await newDataFolder()
  const service = spawn(process.execPath, [bundle, dataFolder, 'team@example.com'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, email, api_key: apiKey } = await announced(service)
  const proxy = await startFaultProxy(url)
  const direct: Client = createClient({ url, email, apiKey, timeoutMs: 600_000 })
  return {
    proxy,
    account: { email, apiKey },
    async newBot() {
      const bot = await direct.createBot({ name: 'Shop', gpt_model: 'llm_provider_a', primary_language: 'en' })
      return bot.unique_id
    },
    async close() {
      await proxy.close()
      const exited = once(service, 'exit')
      service.kill('SIGKILL')
      await exited
      remove()
      await rm(dirname(bundle), { recursive: true, force: true })
    },
  }
}

async function announced(service: ChildProcess): Promise<{ url: string; email: string; api_key: string }> {
  if (service.stdout === null) throw new Error('the service has no output')
  for await (const line of createInterface({ input: service.stdout })) return JSON.parse(line)
  throw new Error('the service ended without a word')
}
