import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, git } from '../../../workspace/test/git-repository.ts'
import { localService } from '../local-service.ts'
import { copyOf, folderWith, scenewright } from '../run.ts'

test('a deploy whose state is in git: initialized, applied, lost, restored from a backup, and nothing is created twice', async () => {
  const service = await localService()
  const bot = await service.post('/bots', { name: 'Clinic', gpt_model: 'llm_provider_d', primary_language: 'ru' })
  const cwd = await copyOf('clinic')
  const bare = await folderWith({})
  git(bare, 'init', '--quiet', '--bare')
  git(cwd, 'init', '--quiet')
  git(cwd, 'remote', 'add', 'origin', bare)
  await appendFile(
    join(cwd, 'scenewright.config.yaml'),
    `\nenvironments:\n  test:\n    url: ${service.url}\n    bot: ${bot.unique_id}\n    state: { type: git }\n`,
  )
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  expect((await run('state', 'init')).code).toBe(0)
  commit(cwd)
  expect((await run('apply', '--yes')).code).toBe(0)
  expect((await run('state', 'export', '--out', 'backup.json')).code).toBe(0)
  git(bare, 'update-ref', '-d', 'refs/scenewright/test')
  expect((await run('apply', '--yes')).code).toBe(5)
  expect((await run('state', 'restore', 'backup.json')).code).toBe(0)
  expect((await run('plan', '--detailed-exitcode')).code).toBe(0)
  const kept = await readFile(join(cwd, 'backup.json'), 'utf8')
  const log = git(bare, 'log', '--format=%s', 'refs/scenewright/test')
  expect(kept + log + git(bare, 'show', 'refs/scenewright/test:state.json')).not.toContain(
    service.env.SCENEWRIGHT_API_KEY,
  )
  git(cwd, 'fetch', '--quiet', 'origin', 'refs/scenewright/test')
  await writeFile(join(cwd, 'before.json'), git(cwd, 'show', 'FETCH_HEAD~1:state.json'))
  expect((await run('state', 'restore', 'before.json')).code).toBe(5)
  expect((await run('state', 'restore', 'before.json', '--force')).code).toBe(0)
})
