import { expect, test } from 'vitest'
import { startCollector } from '../../../service/test/support/collector.ts'
import { ended, startLocalService } from '../local-service.ts'
import { folderWith, scenewright } from '../run.ts'

test('the published bundle exports traces to the collector that the environment names', async () => {
  const collector = await startCollector()
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  const service = await startLocalService({ variables })
  await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_a' })
  const exited = ended(service.process)
  service.process.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(collector.spans().map(({ name }) => name)).toContain('POST /api/v1/bots')
  await collector.close()
})

test('service start names an invalid variable of tracing, without its value', async () => {
  const cwd = await folderWith({})
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:secret@example.com' }
  const { code, stderr } = await scenewright(['service', 'start', '--data', 'data', '--port', '0'], { cwd, env })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT') })
  expect(stderr).not.toContain('secret')
})
