import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@scenewright/client'
import { initAccount, startService } from '@scenewright/service'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** The real service, and the proxy before it. */
export interface Stage {
  readonly proxy: FaultProxy
  readonly account: { readonly email: string; readonly apiKey: string }
  /** Of the service itself, past the proxy. */
  readonly direct: Client
  newBot(): Promise<string>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'scenewright-crash-'))
  const { email, api_key: apiKey } = await initAccount({ dataFolder, email: 'team@example.com' })
  const service = await startService({ dataFolder })
  const proxy = await startFaultProxy(service.url)
  const direct = createClient({ url: service.url, email, apiKey, timeoutMs: 30_000 })
  return {
    proxy,
    account: { email, apiKey },
    direct,
    async newBot() {
      const bot = await direct.createBot({ name: 'Shop', gpt_model: 'llm_provider_a', primary_language: 'en' })
      return bot.unique_id
    },
    async close() {
      await proxy.close()
      await service.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
