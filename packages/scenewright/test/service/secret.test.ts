import { expect, test } from 'vitest'
import { ended, startLocalService } from '../local-service.ts'
import { folderWith, scenewright } from '../run.ts'

test('the secret of a bot is shown, regenerated on request, and never while the folder is in use', async () => {
  const data = await folderWith({})
  const service = await startLocalService({ data })
  const unique_id = String((await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })).unique_id)
  const secret = (...args: string[]) => scenewright(['service', 'secret', '--data', data, ...args], { cwd: data })
  expect((await secret('--bot', unique_id)).code).toBe(5)
  service.process.kill('SIGTERM')
  await ended(service.process)

  const first = await secret('--bot', unique_id)
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_[\w+/]{43}=\n$/), stderr: '' })
  const renewed = JSON.parse((await secret('--bot', unique_id, '--reissue', '--format', 'json')).stdout)
  expect(renewed).toEqual({ bot_unique_id: unique_id, webhook_secret: expect.stringMatching(/^whsec_/) })
  expect(`${renewed.webhook_secret}\n`).not.toBe(first.stdout)
  expect((await secret('--bot', unique_id)).stdout).toBe(`${renewed.webhook_secret}\n`)

  const unknown = await secret('--bot', 'nonsense')
  expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"nonsense"') })
  expect((await secret()).code).toBe(2)
})
