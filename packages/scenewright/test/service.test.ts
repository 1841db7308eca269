import { expect, test } from 'vitest'
import { ended, startLocalService } from './local-service.ts'
import { folderWith, scenewright } from './run.ts'

test('a second process on a data folder is refused with 5, and told by whom it is held', async () => {
  const data = await folderWith({})
  const service = await startLocalService(data)
  const second = await scenewright(['service', 'start', '--data', data, '--port', '0'], { cwd: data })
  expect(second.code).toBe(5)
  expect(second.stderr).toContain(String(service.process.pid))
  service.process.kill('SIGTERM')
  expect(await ended(service.process)).toBe(0)
})

test('a service that was killed starts again on its data', async () => {
  const data = await folderWith({})
  const first = await startLocalService(data)
  const bot = await first.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  first.process.kill('SIGKILL')
  await ended(first.process)
  const second = await startLocalService(data)
  const answer = await second.post(`/bots/${bot.unique_id}/scenarios`, { title: 'A', trigger_description: 'B' })
  expect(answer).toMatchObject({ title: 'A' })
})

test.each([
  [['service', 'start']],
  [['service', 'start', '--data', 'here', '--database-url', 'postgres://localhost/x']],
  [['service', 'init', '--data', 'here', '--email', 'nobody']],
  [['service', 'start', '--data', 'here', '--host', '0.0.0.0']],
  [['service', 'strat']],
])('%j is a usage error', async args => {
  const { code, stderr } = await scenewright(args, { cwd: await folderWith({}) })
  expect(code).toBe(2)
  expect(stderr).not.toMatch(/\n\s+at /)
})
