import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { git } from '../../../workspace/test/git-repository.ts'
import { folderWith, scenewright } from '../run.ts'

const [page = '', reference = ''] = ['ci.md', 'ci-reference.md'].map(name =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8'),
)

test('docs/ci.md shows a config and a call that write both files, and names their contents', async () => {
  const [, config = ''] = /```yaml config\n([\s\S]*?)```/.exec(page) ?? []
  const [, call = ''] = /^scenewright (ci init .*)$/m.exec(page) ?? []
  const cwd = await folderWith({ 'scenewright.config.yaml': config })
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  const { code, stderr } = await scenewright(call.split(' '), { cwd })
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('GitLab CI needs') })
  const files = ['.github/workflows/scenewright.yml', '.gitlab-ci.yml'].map(path =>
    readFileSync(`${cwd}/${path}`, 'utf8'),
  )
  for (const word of ['deploy-staging', 'deploy-production', 'scenewright-production', '--changed']) {
    for (const file of files) expect(file).toContain(word)
  }
  expect(files[0]).toContain('SCENEWRIGHT_API_KEY')
  for (const fact of `${page}${reference}`.match(/SCENEWRIGHT_GITLAB_TOKEN|90 days/g) ?? [])
    expect(files[1]).toContain(fact)
})
