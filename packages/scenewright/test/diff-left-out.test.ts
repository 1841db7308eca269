import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bareEnvironment, branchWith, commit, git, put, repositoryWith } from '../../workspace/test/git-repository.ts'
import { folderWith, scenewright } from './run.ts'

const source = (title: string, more = '') => `title: ${title}
trigger_description: The customer asks about ${title}.
${more}flow:
  nodes:
    answer: { text: Yes., next: done }
    done: END
`

const project = {
  'scenewright.config.yaml': '',
  'scenarios/a.scenario.yaml': source('apples'),
  'scenarios/b.scenario.yaml': source('bananas', 'key: fruit/banana\n'),
}

const files = Object.keys(project)

async function diff(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await scenewright(['diff', '--format', 'json', ...args], {
    cwd,
    env: bareEnvironment,
  })
  const scenarios: readonly { key: string; change: string }[] = code === 0 ? JSON.parse(stdout).scenarios : []
  return { code, stderr, found: scenarios.map(({ key, change }) => `${key} ${change}`) }
}

/** A branch on which the sources change, as what is compared: each way to name its two sides. */
async function branch(before: Record<string, string>, after: Record<string, string>) {
  const cwd = await branchWith({ ...project, ...before })
  for (const file of Object.keys(before)) rmSync(join(cwd, file))
  put(cwd, after)
  const working = await diff(cwd, '--no-behaviour')
  commit(cwd)
  const revisions = await diff(cwd, '--no-behaviour', 'main..work')
  const old = await folderWith({ ...project, ...before })
  const folders = await diff(cwd, '--no-behaviour', old, cwd)
  return [working, revisions, folders]
}

describe('a key in both a changed and an unchanged source', () => {
  test.each([
    ['by the file name of the unchanged one', 'key: a\n', 'a.scenario.yaml'],
    ['by the key in the unchanged one', 'key: fruit/banana\n', 'b.scenario.yaml'],
    ['by the key in the unchanged one, written in quotes', 'key: "fruit/banana"\n', 'b.scenario.yaml'],
  ])('%s: is shown at the top, with both files', async (_name, key, other) => {
    for (const told of await branch({}, { 'scenarios/new.scenario.yaml': source('new', key) })) {
      expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('have the key "') })
      expect(told.stderr).toContain(`scenarios/${other}, scenarios/new.scenario.yaml`)
    }
  })

  test('at the base does not prevent fixing it: the remaining one is compared', async () => {
    const before = { 'scenarios/c.scenario.yaml': source('cherries', 'key: a\n') }
    const after = { 'scenarios/c.scenario.yaml': source('cherries', 'key: c\n') }
    for (const told of await branch(before, after)) {
      expect(told).toMatchObject({ code: 0, found: ['c added'] })
      expect(told.stderr).toMatch(
        /two scenarios of .* have the key "a", in scenarios\/a\.scenario\.yaml and scenarios\/c\.scenario\.yaml/,
      )
    }
  })

  test('is not assumed if only the names are similar', async () => {
    const after = { 'scenarios/fruit/banana/a.scenario.yaml': source('new') }
    for (const told of await branch({}, after)) {
      expect(told).toMatchObject({ code: 0, found: ['fruit/banana/a added'] })
      expect(told.stderr).not.toContain('two scenarios')
    }
  })

  test('is not looked for in a source that cannot be read and has not changed', async () => {
    const broken = { 'scenarios/x/new.scenario.yaml': 'title: [\n' }
    const cwd = await branchWith({ ...project, ...broken })
    put(cwd, { 'scenarios/new.scenario.yaml': source('new') })
    expect(await diff(cwd, '--no-behaviour')).toMatchObject({ code: 0, found: ['new added'] })
  })
})

test('a submodule at another commit is reported as omitted, not as unchanged', async () => {
  const part = await repositoryWith({ 'x.scenario.yaml': source('x') })
  const cwd = await repositoryWith(project)
  git(cwd, 'submodule', '--quiet', 'add', part, 'scenarios/part')
  commit(cwd)
  git(cwd, 'switch', '--quiet', '--create', 'work')
  put(cwd, { 'scenarios/part/x.scenario.yaml': source('y') })
  commit(join(cwd, 'scenarios/part'))
  commit(cwd)
  const told = await diff(cwd, 'main..work')
  expect(told).toMatchObject({ code: 0, found: [] })
  expect(told.stderr).toContain('the submodule "scenarios/part" is at another commit')
  expect((await diff(cwd, 'work..work')).stderr).not.toContain('submodule')
  const now = await diff(cwd)
  expect(now.found).toEqual(['part/x added'])
  expect(now.stderr).toContain('the submodule "scenarios/part" has changed since main, but is not compared')
})

test.each<[string, (folder: string) => void]>([
  ['removed', folder => git(folder, 'rm', '--quiet', 'scenarios/part')],
  [
    'at another commit, but not checked out',
    folder => {
      const id = git(folder, 'rev-parse', 'HEAD').trim()
      git(folder, 'submodule', '--quiet', 'deinit', 'scenarios/part')
      git(folder, 'update-index', '--cacheinfo', `160000,${id},scenarios/part`)
      git(folder, 'commit', '--quiet', '--message', 'another commit')
    },
  ],
])('a submodule that is %s is named for the working files', async (_what, change) => {
  const part = await repositoryWith({ 'x.scenario.yaml': source('x') })
  const cwd = await repositoryWith(project)
  git(cwd, 'submodule', '--quiet', 'add', part, 'scenarios/part')
  commit(cwd)
  git(cwd, 'switch', '--quiet', '--create', 'work')
  change(cwd)
  expect((await diff(cwd)).stderr).toContain('the submodule "scenarios/part" has changed since main')
})

test('a project that was moved to another folder is said to seem new', async () => {
  const cwd = await repositoryWith({ ...project, 'README.md': 'Ours.\n' })
  mkdirSync(join(cwd, 'shop'))
  git(cwd, 'mv', 'scenarios', 'scenewright.config.yaml', 'shop')
  commit(cwd)
  const told = await diff(join(cwd, 'shop'), 'HEAD~1', '--no-behaviour')
  expect(told.found).toEqual(['a added', 'fruit/banana added'])
  expect(told.stderr).toContain('has no scenarios in this folder: if the project was moved, all of them seem new')
  put(cwd, { 'shop/scenewright.config.yaml': '# Ours.\n' })
  expect((await diff(join(cwd, 'shop'), 'HEAD', '--no-behaviour')).stderr).not.toContain('seem new')
})

test('a partial clone is named, with what completes it', async () => {
  const origin = await repositoryWith(project)
  put(origin, { 'scenewright.config.yaml': '# later\n' })
  commit(origin)
  git(origin, 'config', 'uploadpack.allowFilter', 'true')
  const cwd = await folderWith({})
  git(cwd, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, '.')
  const { code, stderr } = await diff(cwd, 'HEAD~1')
  expect(code).toBe(2)
  const [, command = ''] = /parts of the clone are missing: git (.*)/.exec(stderr) ?? []
  git(cwd, ...command.split(' '))
  expect(await diff(cwd, 'HEAD~1')).toMatchObject({ code: 0, found: [] })
})

test('a repository of another user is named, with what trusts it', async () => {
  const cwd = await branchWith(project)
  const env = { ...bareEnvironment, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
  const { code, stderr } = await scenewright(['diff'], { cwd, env })
  expect(code).toBe(2)
  expect(stderr).toContain('git config --global --add safe.directory')
})

test('a broken link to a source is named, with a remedy', async () => {
  const cwd = await branchWith(project)
  for (const file of files.slice(1)) {
    rmSync(join(cwd, file))
    symlinkSync('nowhere', join(cwd, file))
  }
  const { code, stderr } = await diff(cwd)
  expect(code).toBe(2)
  expect(stderr).toContain('"scenarios/a.scenario.yaml" is a link to a missing file')
  expect(stderr).toContain('delete it')
})
