import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProviders } from '../../src/commands/service/start.ts'
import { receiveWebhooks, startLocalService } from '../local-service.ts'
import { folderWith, scenewright } from '../run.ts'

describe('service start --providers', () => {
  const of = (entry: object) =>
    JSON.stringify({ llm_provider_a: { url: 'https://m.example.com/v1', version: 'v', ...entry } })
  test.each([
    ['{', 'is not JSON'],
    ['[]', 'must be object'],
    [`${of({}).slice(0, -1)},\n\t${of({}).slice(1)}`, 'providers.json:2: The key "llm_provider_a" occurs twice'],
    [of({}).replace('}', ',"url":"https://n.example.com"}'), 'The key "url" occurs twice'],
    ['{"llm_provider_x": {}}', 'there is no "llm_provider_x"'],
    ['{"llm_provider_a": {}}', 'llm_provider_a: must have required property'],
    [of({ key: 'sk-1' }), 'llm_provider_a: there is no "key"'],
    [of({ timeout_ms: 1 }), 'llm_provider_a.timeout_ms: must be >= 100'],
    ['{"embeddings": {"url": "https://m.example.com/v1"}}', 'embeddings: must have required property'],
    [
      '{"embeddings": {"url": "https://m.example.com/v1", "version": "v", "batch": 0}}',
      'embeddings.batch: must be >= 1',
    ],
    ['{"embeddings": {"url": "https://m.example.com", "version": "none"}}', 'must not have the version "none"'],
    [
      '{"embeddings": {"url": "https://m.example.com", "version": "v", "versions": ["none"]}}',
      'must not have the version "none"',
    ],
    ['{"embeddings": {"url": "ftp://m.example.com", "version": "v"}}', 'must be an https address'],
    [of({ api_key_env: 'NO_SUCH_KEY' }), 'set the environment variable NO_SUCH_KEY'],
    [of({ url: 'ftp://m.example.com' }), 'must be an https address'],
    [of({ url: 'https://me:secret@m.example.com' }), 'must not hold credentials'],
  ])('rejects %s', async (text, said) => {
    const cwd = await folderWith({ 'providers.json': text })
    const { code, stderr } = await scenewright(
      ['service', 'start', '--data', 'data', '--port', '0', '--providers', 'providers.json'],
      { cwd },
    )
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) })
    expect(stderr).not.toMatch(/secret|\n\s+at /)
  })

  test('reads the config in docs/service/language-models.md', async () => {
    const page = readFileSync(new URL('../../../../docs/service/language-models.md', import.meta.url), 'utf8')
    const cwd = await folderWith({ 'providers.json': /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '' })
    expect(await readProviders('providers.json', { cwd, env: { MODELS_KEY: 'sk-1' } })).toEqual({
      llm_provider_a: {
        url: 'https://models.example.com/v1',
        version: 'large',
        versions: ['large', 'small'],
        apiKey: 'sk-1',
      },
      llm_provider_d: { url: 'http://127.0.0.1:11434/v1', version: 'small', allowPrivate: true },
    })
  })

  test('reads the model for embeddings in docs/service/language-models.md', async () => {
    const page = readFileSync(new URL('../../../../docs/service/language-models.md', import.meta.url), 'utf8')
    const [, example = ''] = page.slice(page.indexOf('## Search by meaning')).split(/```(?:json)?\n/)
    const rest = { dimensions: 512, batch: 8, timeout_ms: 5000, versions: ['large'], api_key_env: 'MODELS_KEY' }
    const entry = { ...JSON.parse(example).embeddings, ...rest }
    const cwd = await folderWith({ 'providers.json': JSON.stringify({ embeddings: entry }) })
    expect(await readProviders('providers.json', { cwd, env: { MODELS_KEY: 'sk-1' } })).toEqual({
      embeddings: {
        url: 'http://127.0.0.1:11434/v1',
        version: 'nomic-embed-text',
        allowPrivate: true,
        versions: ['large'],
        dimensions: 512,
        batch: 8,
        timeoutMs: 5000,
        apiKey: 'sk-1',
      },
    })
  })

  let url: string
  const model = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    const message = { role: 'assistant', content: 'From the model.' }
    response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] }))
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => model.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`
  })
  afterAll(() => model.close())

  test('answers by the model, from the published bundle', async () => {
    const provider = { url, version: 'small', allow_private: true }
    const data = await folderWith({ 'providers.json': JSON.stringify({ llm_provider_a: provider }) })
    const service = await startLocalService({ data, options: ['--providers', 'providers.json'] })
    const receiver = await receiveWebhooks()
    const fields = { name: 'Shop', gpt_model: 'llm_provider_a', webhook_url: receiver.url }
    const bot = await service.post('/bots', fields)
    await service.post(`/bots/${bot.unique_id}/completion`, { prompt: 'Hello?' })
    const webhook = await receiver.next()
    expect(webhook).toMatchObject({ type: 'SUCCESS', response: { message: 'From the model.' } })
    service.process.kill('SIGTERM')
  })
})
