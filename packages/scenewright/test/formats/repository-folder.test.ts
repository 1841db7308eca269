import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder } from '../../src/render/repository-folder.ts'
import { folderWith } from '../run.ts'

test.each([
  ['the root itself', '/repo', { GITHUB_WORKSPACE: '/repo' }, ''],
  ['a folder of it', '/repo/bots/shop', { GITHUB_WORKSPACE: '/repo' }, 'bots/shop/'],
  ['a folder of it, in GitLab', '/repo/bots', { CI_PROJECT_DIR: '/repo/' }, 'bots/'],
  ['a folder whose name begins with dots', '/repo/..bots', { CI_PROJECT_DIR: '/repo' }, '..bots/'],
  ['another folder', '/repository', { GITHUB_WORKSPACE: '/repo' }, ''],
  ['a folder of no known repository', '/repo/bots', {}, ''],
  ['a folder if the variable is empty', '/repo/bots', { GITHUB_WORKSPACE: '' }, ''],
])('%s is named from the root of the repository', (_name, root, env, folder) => {
  expect(repositoryFolder(root, env)).toBe(folder)
})

test('a repository may be named by a link to it', async () => {
  const folder = await folderWith({ 'repo/bots/a.txt': '' })
  await symlink(join(folder, 'repo'), join(folder, 'link'))
  expect(repositoryFolder(join(folder, 'repo/bots'), { GITHUB_WORKSPACE: join(folder, 'link') })).toBe('bots/')
})
