import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { NoRepository } from '@scenewright/git'
import { describe, expect, test } from 'vitest'
import { changedFiles, changedSinceHead } from '../src/git/changed-files.ts'
import { type BaseRequest, findBase } from '../src/git/find-base.ts'
import { readTree } from '../src/git/read-objects.ts'
import { compileRevision } from '../src/git/read-revision.ts'
import { openRepository, type Repository } from '../src/git/repository.ts'
import { personInGit } from '../src/git/sources-in-git.ts'
import { folderWith } from './folder-with.ts'
import { bareEnvironment, branchWith, commit, git, oldGit, put, repositoryWith } from './git-repository.ts'

const signal = new AbortController().signal

function open(folder: string, env: Record<string, string> = {}): Promise<Repository> {
  return openRepository({ folder, env: { ...bareEnvironment, ...env }, signal })
}

async function changed(folder: string, base = 'main', env: Record<string, string> = {}): Promise<string[]> {
  return [...(await changedFiles(await open(folder, env), base))].sort()
}

describe('the files that have changed', () => {
  const files = { 'a.txt': 'a\n', 'below/b.txt': 'b\n', '.gitignore': 'ignored.txt\n' }

  test.each<[string, (folder: string) => void, string[]]>([
    ['none', () => undefined, []],
    [
      'one that was committed',
      f => {
        put(f, { 'a.txt': 'other\n' })
        commit(f)
      },
      ['a.txt'],
    ],
    [
      'one that is staged',
      f => {
        put(f, { 'a.txt': 'other\n' })
        git(f, 'add', 'a.txt')
      },
      ['a.txt'],
    ],
    ['one that is not staged', f => put(f, { 'a.txt': 'other\n' }), ['a.txt']],
    ['one that is not tracked', f => put(f, { 'new/c.txt': 'c\n' }), ['new/c.txt']],
    ['one that git ignores', f => put(f, { 'ignored.txt': 'i\n' }), []],
    [
      'one that is marked to be added',
      f => {
        put(f, { 'c.txt': 'c\n' })
        git(f, 'add', '-N', 'c.txt')
      },
      ['c.txt'],
    ],
    ['one that was deleted', f => rmSync(join(f, 'a.txt')), ['a.txt']],
    ['one that was moved', f => renameSync(join(f, 'a.txt'), join(f, 'd.txt')), ['a.txt', 'd.txt']],
    ['one whose time alone changed', f => utimesSync(join(f, 'a.txt'), 1, 1), []],
    [
      'one that became a link',
      f => {
        rmSync(join(f, 'a.txt'))
        symlinkSync('below', join(f, 'a.txt'))
      },
      ['a.txt'],
    ],
    [
      'unusual names',
      f =>
        put(f, { 'line\nfeed.txt': '', 'a space.txt': '', '"quoted".txt': '', '\u00e4\u4e2d.txt': '', '-n.txt': '' }),
      ['"quoted".txt', '-n.txt', 'a space.txt', 'line\nfeed.txt', '\u00e4\u4e2d.txt'],
    ],
    [
      'a nested repository that is not tracked',
      f => {
        put(f, { 'in/e.txt': '' })
        git(join(f, 'in'), 'init', '-q')
      },
      ['in/'],
    ],
  ])('are reported: %s', async (_what, change, expected) => {
    const folder = await branchWith(files)
    change(folder)
    expect(await changed(folder)).toEqual(expected)
  })

  test('are relative to the folder, and those outside it are left out', async () => {
    const folder = await branchWith({ 'bots/my shop\n/a.txt': 'a\n', 'other/b.txt': 'b\n' })
    put(folder, { 'bots/my shop\n/a.txt': 'other\n', 'bots/my shop\n/c.txt': 'c\n', 'other/b.txt': 'other\n' })
    expect(await changed(join(folder, 'bots/my shop\n'))).toEqual(['a.txt', 'c.txt'])
  })

  test('leave out changes that only the base has since then', async () => {
    const folder = await branchWith(files)
    put(folder, { 'a.txt': 'other\n' })
    commit(folder)
    git(folder, 'switch', '--quiet', 'main')
    put(folder, { 'below/b.txt': 'other\n' })
    commit(folder)
    git(folder, 'switch', '--quiet', 'work')
    const { commit: base } = await findBase(await open(folder), { cwd: folder })
    expect(await changed(folder, base)).toEqual(['a.txt'])
  })

  test('are those of the repository around the folder, even if a hook names another one', async () => {
    const folder = await branchWith(files)
    const other = await repositoryWith({ 'z.txt': 'z\n' })
    put(folder, { 'a.txt': 'other\n' })
    const env = { GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: join(other, '.git/index'), GIT_WORK_TREE: other }
    expect(await changed(folder, 'main', env)).toEqual(['a.txt'])
  })

  test('are those of a second working tree there', async () => {
    const folder = await repositoryWith(files)
    const beside = join(await folderWith({}), 'beside')
    git(folder, 'worktree', 'add', '--quiet', '-b', 'work', beside)
    put(beside, { 'a.txt': 'other\n' })
    expect(await changed(beside)).toEqual(['a.txt'])
    expect(await changed(folder)).toEqual([])
  })

  test('are searched in the submodules of the repository', async () => {
    const part = await repositoryWith({ 'x.txt': 'x\n', 'y.txt': 'y\n' })
    const folder = await repositoryWith(files)
    git(folder, 'submodule', '--quiet', 'add', part, 'part')
    commit(folder)
    git(folder, 'switch', '--quiet', '--create', 'work')
    expect(await changed(folder)).toEqual([])
    put(folder, { 'part/x.txt': 'other\n' })
    expect(await changed(folder)).toEqual(['part/x.txt'])
    commit(join(folder, 'part'))
    commit(folder)
    expect(await changed(folder)).toEqual(['part/x.txt'])
  })

  test('are all of a part that was missing at the base', async () => {
    const part = await repositoryWith({ 'x.txt': 'x\n' })
    const folder = await branchWith(files)
    git(folder, 'submodule', '--quiet', 'add', part, 'part')
    expect(await changed(folder)).toEqual(['.gitmodules', 'part/'])
  })

  test('since HEAD are the uncommitted ones, including those that git tracks in the folder', async () => {
    const part = await repositoryWith({ 'x.txt': 'x\n' })
    const folder = await branchWith({
      'bot/a.txt': 'a\n',
      'bot/b\t.txt': 'b\n',
      'other/c.txt': 'c\n',
      '.gitignore': 'i\n',
    })
    git(folder, 'submodule', '--quiet', 'add', part, 'bot/part')
    commit(folder)
    put(folder, {
      'bot/a.txt': 'other\n',
      'bot/new.txt': '',
      'bot/i': '',
      'bot/part/x.txt': 'other\n',
      'other/c.txt': '',
    })
    const { changed, tracked } = await changedSinceHead(await open(join(folder, 'bot')))
    expect([...changed].sort()).toEqual(['a.txt', 'new.txt', 'part/x.txt'])
    expect([...tracked].sort()).toEqual(['a.txt', 'b\t.txt', 'part'])
  })
})

describe('the current user', () => {
  const person = (folder: string, env: Record<string, string> = {}) =>
    personInGit({ folder, env: { ...bareEnvironment, ...env }, signal })

  test('is the one in the config of the repository, or else the global one', async () => {
    const folder = await repositoryWith({ 'a.txt': 'a\n' })
    const everywhere = { GIT_CONFIG_GLOBAL: join(await folderWith({ config: '[user]\n  name = Bo\n' }), 'config') }
    expect(await person(folder)).toBe(undefined)
    expect(await person(folder, everywhere)).toBe('Bo')
    expect(await person(await folderWith({}), everywhere)).toBe('Bo')
    git(folder, 'config', 'user.name', 'Ada')
    expect(await person(folder, everywhere)).toBe('Ada')
    expect(await person(folder, { PATH: '/nowhere' })).toBe(undefined)
  })
})

describe('the base', () => {
  const files = { 'a.txt': 'a\n' }

  const base = async (folder: string, question: Partial<BaseRequest> = {}) =>
    (await findBase(await open(folder), { cwd: folder, ...question })).name

  test.each<[string, (folder: string) => void, string]>([
    ['main', () => undefined, 'main'],
    ['master', f => git(f, 'branch', '--move', 'main', 'master'), 'master'],
    [
      'the one of the config',
      f => {
        git(f, 'branch', 'trunk')
        git(f, 'config', 'init.defaultBranch', 'trunk')
      },
      'trunk',
    ],
    ['the one of the remote', f => git(f, 'update-ref', 'refs/remotes/origin/main', 'HEAD'), 'origin/main'],
    [
      'the one that the remote names',
      f => {
        git(f, 'update-ref', 'refs/remotes/origin/next', 'HEAD')
        git(f, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/next')
      },
      'origin/HEAD',
    ],
    [
      'not one below its name',
      f => {
        git(f, 'branch', '--move', 'main', 'main/next')
        git(f, 'branch', 'master')
      },
      'master',
    ],
  ])('is the default branch: %s', async (_what, change, expected) => {
    const folder = await branchWith(files)
    change(folder)
    expect(await base(folder)).toBe(expected)
  })

  test.each(['main', 'v1', ':/the first', 'HEAD^{/first}', 'HEAD~1', 'refs/heads/main', '@', 'odd\u00e4'])(
    'may be named: %s',
    async named => {
      const folder = await branchWith(files)
      git(folder, 'tag', '--annotate', '--message', 'one', 'v1')
      git(folder, 'branch', 'odd\u00e4')
      commit(folder)
      expect(await base(folder, { base: named })).toBe(named)
    },
  )

  test('is found from a detached HEAD', async () => {
    const folder = await branchWith(files)
    git(folder, 'switch', '--quiet', '--detach')
    expect(await base(folder)).toBe('main')
  })

  test.each<[string, string | undefined, (folder: string) => void, RegExp, RegExp]>([
    ['an unknown branch', 'mian', () => undefined, /no branch, tag or commit "mian"/, /did you mean "main"/],
    [
      'a branch that only the remote has',
      'next',
      f => git(f, 'update-ref', 'refs/remotes/origin/next', 'HEAD'),
      /no branch, tag or commit "next"/,
      /did you mean "origin\/next"/,
    ],
    ['an option of git', '--output=x', () => undefined, /no branch, tag or commit "--output=x"/, /git log/],
    ['nothing', '', () => undefined, /no branch, tag or commit ""/, /git log/],
    ['a name with a NUL', 'main\0', () => undefined, /no branch, tag or commit/, /did you mean "main"/],
    [
      'a file',
      'a.txt',
      () => undefined,
      /"a.txt" is a path, not a branch, tag or commit: --changed takes a base/,
      /check a.txt --changed/,
    ],
    ['an object that is not a commit', 'HEAD:a.txt', () => undefined, /no branch, tag or commit/, /git log/],
    [
      'no default branch',
      undefined,
      f => git(f, 'branch', '-D', 'main'),
      /no default branch/,
      /--changed origin\/main/,
    ],
    [
      'an unrelated history',
      undefined,
      f => {
        git(f, 'switch', '-q', '--orphan', 'o')
        commit(f)
      },
      /HEAD and "main" have no common commit/,
      /another base/,
    ],
    [
      'a commit of a repository without commits',
      undefined,
      f => {
        rmSync(join(f, '.git'), { recursive: true })
        git(f, 'init', '-q', '-b', 'main')
      },
      /no commit yet/,
      /without --changed/,
    ],
  ])('cannot be %s', async (_what, named, change, message, help) => {
    const folder = await branchWith(files)
    change(folder)
    await expect(base(folder, named === undefined ? {} : { base: named })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
      help: expect.stringMatching(help),
    })
  })

  test('cannot be found in a shallow history', async () => {
    const origin = await branchWith(files)
    commit(origin)
    git(origin, 'switch', '--quiet', 'main')
    commit(origin, 'ahead')
    const folder = await folderWith({})
    git(folder, 'clone', '--quiet', '--depth', '1', '--no-single-branch', '--branch', 'work', `file://${origin}`, '.')
    await expect(base(folder)).rejects.toMatchObject({ help: expect.stringContaining('fetch-depth: 0') })
    git(folder, 'fetch', '--quiet', '--unshallow')
    expect(await base(folder)).toBe('origin/HEAD')
  })
})

describe('a repository', () => {
  test('must exist', async () => {
    const opened = open(await folderWith({}))
    await expect(opened).rejects.toBeInstanceOf(NoRepository)
    await expect(opened).rejects.toMatchObject({ message: expect.stringContaining('is not in a git repository') })
  })

  test('must have working files', async () => {
    const folder = await folderWith({})
    git(folder, 'init', '--quiet', '--bare')
    await expect(open(folder)).rejects.toMatchObject({ message: expect.stringContaining('it has no working tree') })
  })

  test('is not requested from a missing git', async () => {
    await expect(open(await folderWith({}), { PATH: '/nowhere' })).rejects.toMatchObject({
      code: 'usage',
      message: 'git not found',
    })
  })

  test('is not requested after the signal', async () => {
    const folder = await repositoryWith({ 'a.txt': 'a\n' })
    const env = bareEnvironment
    await expect(openRepository({ folder, env, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test('executes nothing, for any content of its config', async () => {
    const folder = await branchWith({ 'a.txt': 'a\n', '.gitattributes': '*.txt filter=f=g diff=d\n' })
    const mark = join(folder, '.git/was-here')
    const trap = `touch '${mark}'; cat`
    const settings = ['core.fsmonitor', 'filter.f=g.clean', 'filter.f=g.process', 'diff.d.textconv', 'diff.external']
    for (const name of settings) git(folder, 'config', name, trap)
    git(folder, 'config', 'core.hooksPath', '.git/traps')
    put(folder, { '.git/traps/post-index-change': `#!/bin/sh\n${trap}\n`, 'a.txt': 'b\n' })
    chmodSync(join(folder, '.git/traps/post-index-change'), 0o755)
    utimesSync(join(folder, '.gitattributes'), 1, 1)
    expect(await changed(folder)).toEqual(['a.txt'])
    expect(existsSync(mark)).toBe(false)
    // The trap is one: git itself walks into it.
    git(folder, 'status')
    expect(existsSync(mark)).toBe(true)
  })

  test('with filters is refused if git is too old to run without them', async () => {
    const folder = await branchWith({ 'a.txt': 'a\n', '.gitattributes': '*.txt filter=f\n' })
    const env = { PATH: `${oldGit(await folderWith({}))}:${bareEnvironment.PATH}` }
    put(folder, { 'a.txt': 'b\n' })
    expect(await changed(folder, 'main', env)).toEqual(['a.txt'])
    const mark = join(folder, '.git/was-here')
    git(folder, 'config', 'filter.f.clean', `touch '${mark}'; cat`)
    await expect(changed(folder, 'main', env)).rejects.toMatchObject({
      code: 'usage',
      message: 'this git is too old',
    })
    expect(existsSync(mark)).toBe(false)
  })
})

describe('a commit', () => {
  const scenario = (reply: string) =>
    `title: T\ntrigger_description: D\nflow:\n  nodes:\n    a: { text: ${reply}, next: z }\n    z: END\n`

  async function compiled(folder: string, paths: readonly string[]) {
    const repository = await open(folder)
    const { files: tree } = await readTree(repository, 'HEAD')
    const compilation = await compileRevision(repository, { tree, configFile: 'scenewright.config.yaml', paths })
    return compilation?.sources.flatMap(({ scenarios }) =>
      scenarios.map(({ key, document }) => [key, document.scenario.definition.nodes[0]?.text]),
    )
  }

  test('is compiled as it was, with the imports of its sources', async () => {
    const source = (name: string) =>
      `import { scenario } from 'scenewright'\nimport { text } from '../${name}'\nexport default scenario({ title: 'T', trigger_description: 'D', flow: { nodes: { a: { text, next: 'z' }, z: 'END' } } })\n`
    const folder = await repositoryWith({
      'bots/one.scenario.yaml': scenario('then'),
      'bots/two.scenario.ts': source('words.ts'),
      'words.ts': "export { text } from './deep/words.ts'\n",
      'deep/words.ts': "export const text = 'imported then'\n",
      'scenewright.config.yaml': 'sources: [bots, empty]\n',
      'empty/.gitkeep': '',
    })
    put(folder, { 'bots/one.scenario.yaml': scenario('now'), 'deep/words.ts': "export const text = 'imported now'\n" })
    expect(await compiled(folder, ['bots/one.scenario.yaml', 'bots/two.scenario.ts'])).toEqual([
      ['one', 'then'],
      ['two', 'imported then'],
    ])
  })

  test('follows a link inside, and none that leads outside', async () => {
    const outside = await folderWith({ 'x.scenario.yaml': scenario('outside') })
    const folder = await folderWith({ 'real/a.scenario.yaml': scenario('inside') })
    symlinkSync('real', join(folder, 'scenarios'))
    symlinkSync(join(outside, 'x.scenario.yaml'), join(folder, 'real/x.scenario.yaml'))
    symlinkSync('../../../../../../etc', join(folder, 'real/etc'))
    // One step out: a commit is laid out in a folder of the temporary ones.
    const near = join(tmpdir(), `${basename(folder)}.scenario.yaml`)
    writeFileSync(near, scenario('one step out'))
    symlinkSync(`../../${basename(near)}`, join(folder, 'real/near.scenario.yaml'))
    git(folder, 'init', '--quiet')
    commit(folder)
    const sources = ['real/a.scenario.yaml', 'real/x.scenario.yaml', 'real/near.scenario.yaml']
    expect(await compiled(folder, sources).finally(() => rmSync(near))).toEqual([['a', 'inside']])
  })

  test('is compiled without the files whose names this system does not have', async () => {
    const folder = await repositoryWith({ 'scenarios/a.scenario.yaml': scenario('then') })
    const id = git(folder, 'rev-parse', 'HEAD:scenarios/a.scenario.yaml').trim()
    git(folder, 'update-index', '--add', '--cacheinfo', `100644,${id},scenarios/${'long'.repeat(100)}/b.scenario.yaml`)
    git(folder, 'commit', '--quiet', '--message', 'a long name')
    expect(await compiled(folder, ['scenarios/a.scenario.yaml'])).toEqual([['a', 'then']])
  })

  test('is not compiled under a config that cannot be used', async () => {
    const folder = await repositoryWith({
      'scenarios/a.scenario.yaml': scenario('x'),
      'scenewright.config.yaml': 'sources: 3\n',
    })
    expect(await compiled(folder, ['scenarios/a.scenario.yaml'])).toBeUndefined()
  })

  test('is not compiled if its contents are missing', async () => {
    const origin = await branchWith({ 'scenarios/a.scenario.yaml': scenario('then') })
    put(origin, { 'scenarios/a.scenario.yaml': scenario('now') })
    commit(origin)
    git(origin, 'config', 'uploadpack.allowFilter', 'true')
    const folder = await folderWith({})
    git(folder, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, '.')
    const repository = await open(folder)
    const { commit: base } = await findBase(repository, { base: 'origin/main', cwd: folder })
    expect([...(await changedFiles(repository, base))]).toEqual(['scenarios/a.scenario.yaml'])
    const request = { tree: (await readTree(repository, base)).files, configFile: 'scenewright.config.yaml' }
    expect(await compileRevision(repository, { ...request, paths: ['scenarios/a.scenario.yaml'] })).toBeUndefined()
  })
})
