import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bareEnvironment, branchWith, commit, git, put, repositoryWith } from '../../workspace/test/git-repository.ts'
import { folderWith, scenewright } from './run.ts'

/** A scenario in which one finding is made: a placeholder in its reply. */
const flawed = (title: string, reply = 'TODO') => `title: ${title}
trigger_description: The customer asks about ${title}.
flow:
  nodes:
    answer: { text: "${reply}", next: done }
    done: END
`

const quietTriggers = 'rules: { "trigger/*": off }\n'

const project = {
  'scenewright.config.yaml': quietTriggers,
  'scenarios/a.scenario.yaml': flawed('apples'),
  'scenarios/b.scenario.yaml': flawed('bananas'),
  'scenarios/c.scenario.ts': `import { scenario } from 'scenewright'
import { reply } from '../shared/wording.ts'
export default scenario({
  title: 'cherries',
  trigger_description: 'The customer asks about cherries.',
  flow: { nodes: { answer: { text: reply, next: 'done' }, done: 'END' } },
})
`,
  'shared/wording.ts': "export const reply = 'TODO'\n",
  'README.md': 'All about fruit.\n',
}

interface Checked {
  readonly code: number | null
  readonly stderr: string
  /** Each as `<file> <rule>`. */
  readonly found: readonly string[]
}

async function check(cwd: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Checked> {
  const given = { cwd, env: { ...bareEnvironment, ...env } }
  const { code, stdout, stderr } = await scenewright(['check', '--format', 'json', ...args], given)
  const { findings } = stdout === '' ? { findings: [] } : JSON.parse(stdout)
  const found = findings.map(({ file, rule }: Record<string, string>) => `${file} ${rule}`)
  return { code, stderr, found }
}

describe('check --changed', () => {
  test('shows changed files of the branch, and their importers', async () => {
    const folder = await branchWith(project)
    expect((await check(folder)).found).toHaveLength(3)
    expect(await check(folder, ['--changed', '--fail-on', 'info'])).toMatchObject({
      code: 0,
      found: [],
      stderr: expect.stringContaining('no changes since main ('),
    })
    put(folder, { 'README.md': 'Fruit.\n' })
    expect((await check(folder, ['--changed'])).stderr).toContain('no changes since main (')
    put(folder, { 'scenarios/b.scenario.yaml': flawed('plums'), 'scenarios/new/d d.scenario.yaml': flawed('dates') })
    expect(await check(folder, ['--changed', '--fail-on', 'warning'])).toMatchObject({
      code: 1,
      found: ['scenarios/b.scenario.yaml source/placeholder', 'scenarios/new/d d.scenario.yaml source/placeholder'],
      stderr: expect.stringContaining('2 files affected by changes since main ('),
    })
    commit(folder)
    put(folder, { 'shared/wording.ts': "export const reply = 'TODO later'\n" })
    expect((await check(folder, ['--changed', 'HEAD'])).found).toEqual(['scenarios/c.scenario.ts source/placeholder'])
    expect((await check(folder, ['--changed=main', 'scenarios/new'])).found).toEqual([
      'scenarios/new/d d.scenario.yaml source/placeholder',
    ])
  })

  test('shows all if the config has changed', async () => {
    const folder = await branchWith(project)
    put(folder, { 'scenewright.config.yaml': `${quietTriggers}# more\n` })
    const { found, stderr } = await check(folder, ['--changed'])
    expect(found).toHaveLength(3)
    expect(stderr).toContain('"scenewright.config.yaml" has changed since main')
    rmSync(join(folder, 'scenewright.config.yaml'))
    expect((await check(folder, ['--changed'])).stderr).toContain('"scenewright.config.yaml" has changed')
  })

  test('works in a folder of a repository, in one that a link leads to, and from a hook', async () => {
    const below = Object.fromEntries(Object.entries(project).map(([name, text]) => [`bots/fruit/${name}`, text]))
    const folder = await branchWith(below)
    put(folder, { 'bots/fruit/scenarios/a.scenario.yaml': flawed('pears'), 'other.scenario.yaml': flawed('x') })
    const expected = ['scenarios/a.scenario.yaml source/placeholder']
    expect((await check(join(folder, 'bots/fruit'), ['--changed'])).found).toEqual(expected)
    symlinkSync(join(folder, 'bots'), join(folder, 'linked'))
    expect((await check(join(folder, 'linked/fruit'), ['--changed'])).found).toEqual(expected)
    const env = { GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index', GIT_PREFIX: '' }
    expect((await check(join(folder, 'bots/fruit'), ['--changed'], env)).found).toEqual(expected)
  })

  test('shows a source behind a link', async () => {
    const folder = await folderWith({ 'real/a.scenario.yaml': flawed('apples'), 'real/b.scenario.yaml': flawed('b') })
    put(folder, { 'scenewright.config.yaml': quietTriggers })
    symlinkSync('real', join(folder, 'scenarios'))
    git(folder, 'init', '--quiet', '--initial-branch', 'main')
    commit(folder)
    put(folder, { 'real/a.scenario.yaml': flawed('pears') })
    expect((await check(folder, ['--changed'])).found).toEqual(['scenarios/a.scenario.yaml source/placeholder'])
  })

  test.each([
    [['--changed', 'mian'], 'did you mean "main"?'],
    [['--changed', 'origin/main'], 'did you mean "main"?'],
    [['--changed=--upload-pack=x'], 'no branch, tag or commit "--upload-pack=x"'],
    [['--changed', ''], "option '--changed [base]' has an empty value"],
    [['--changed', 'scenarios'], 'scenewright check scenarios --changed'],
  ])('cannot work with %j, and says so', async (args, hint) => {
    const { code, found, stderr } = await check(await branchWith(project), args)
    expect({ code, found }).toEqual({ code: 2, found: [] })
    expect(stderr).toContain(hint)
  })

  test('cannot work without a repository, and says so', async () => {
    const { code, stderr } = await check(await folderWith(project), ['--changed'])
    expect(code).toBe(2)
    expect(stderr).toContain('is not in a git repository')
  })

  test('shows findings of related files', async () => {
    const asks = (title: string, ...examples: readonly string[]) =>
      `${flawed(title, 'Here you are.')}examples: ${JSON.stringify(examples)}\n`
    const folder = await branchWith({
      'scenarios/a.scenario.yaml': asks('apples', 'where are my apples', 'apples please', 'an apple order'),
      'scenarios/b.scenario.yaml': asks('bananas', 'where are my bananas', 'bananas please', 'a banana order'),
    })
    put(folder, {
      'scenarios/b.scenario.yaml': asks('bananas', 'where are my apples', 'bananas please', 'a banana order'),
    })
    const { found } = await check(folder, ['--changed'])
    expect(found.filter(each => each.endsWith('trigger/example-in-two'))).not.toEqual([])
  })
})

describe('a scenario that was renamed', () => {
  const rule = 'project/renamed-without-trace'

  test.each<[string, (folder: string) => void, readonly string[]]>([
    [
      'by its file',
      f => renameSync(join(f, 'scenarios/a.scenario.yaml'), join(f, 'scenarios/z.scenario.yaml')),
      ['scenarios/z.scenario.yaml'],
    ],
    [
      'by its key',
      f => put(f, { 'scenarios/a.scenario.yaml': `key: fruit/apples\n${flawed('apples')}` }),
      ['scenarios/a.scenario.yaml'],
    ],
    [
      'with what it imports',
      f => {
        git(f, 'mv', 'scenarios/c.scenario.ts', 'scenarios/y.scenario.ts')
        git(f, 'mv', 'shared/wording.ts', 'shared/words.ts')
        const text = project['scenarios/c.scenario.ts'].replace('wording.ts', 'words.ts')
        put(f, { 'scenarios/y.scenario.ts': text })
        commit(f)
      },
      ['scenarios/y.scenario.ts'],
    ],
    [
      'by the folder of the sources',
      f => {
        renameSync(join(f, 'scenarios'), join(f, 'bots'))
        put(f, { 'scenewright.config.yaml': `${quietTriggers}sources: [bots]\n` })
        renameSync(join(f, 'bots/a.scenario.yaml'), join(f, 'bots/q.scenario.yaml'))
      },
      ['bots/q.scenario.yaml'],
    ],
    [
      'and says so',
      f => {
        rmSync(join(f, 'scenarios/a.scenario.yaml'))
        put(f, { 'scenarios/z.scenario.yaml': `renamed_from: a\n${flawed('apples')}` })
      },
      [],
    ],
    [
      'and changed',
      f => {
        rmSync(join(f, 'scenarios/a.scenario.yaml'))
        put(f, { 'scenarios/z.scenario.yaml': flawed('apples', 'TODO as well') })
      },
      [],
    ],
    ['not at all: a copy', f => put(f, { 'scenarios/z.scenario.yaml': flawed('apples') }), []],
  ])('is found: %s', async (_how, change, expected) => {
    const folder = await branchWith(project)
    change(folder)
    const { found } = await check(folder, ['--changed'])
    expect(found.filter(each => each.endsWith(rule))).toEqual(expected.map(file => `${file} ${rule}`))
  })

  test('is irrelevant without a base', async () => {
    const folder = await branchWith(project)
    renameSync(join(folder, 'scenarios/a.scenario.yaml'), join(folder, 'scenarios/z.scenario.yaml'))
    expect((await check(folder)).found).not.toContain(`scenarios/z.scenario.yaml ${rule}`)
  })

  test('is not searched if the config of the base is invalid', async () => {
    const folder = await branchWith({ ...project, 'scenewright.config.yaml': 'sources: 3\n' })
    renameSync(join(folder, 'scenarios/a.scenario.yaml'), join(folder, 'scenarios/z.scenario.yaml'))
    put(folder, { 'scenewright.config.yaml': quietTriggers })
    const { code, stderr } = await check(folder, ['--changed'])
    expect(code).toBe(0)
    expect(stderr).toContain('so renames are not detected')
  })
})

describe('removed files', () => {
  const missing = 'scenarios/b.test.yaml test/unknown-reference'
  const tested = {
    'scenewright.config.yaml': quietTriggers,
    'scenarios/a.scenario.yaml': flawed('apples', 'Here.'),
    'scenarios/b.scenario.yaml': flawed('bananas', 'Here.'),
    'scenarios/b.test.yaml': `conversations:
  - name: apples
    turns:
      - { user: apples, expect: { starts: a, walk: [answer, done] } }
`,
  }

  test.each<[string, (folder: string) => void]>([
    ['a scenario', f => rmSync(join(f, 'scenarios/a.scenario.yaml'))],
    [
      'whether it may start',
      f => put(f, { 'scenarios/a.scenario.yaml': `${flawed('apples', 'Here.')}is_active: false\n` }),
    ],
    ['its key', f => put(f, { 'scenarios/a.scenario.yaml': `key: z\n${flawed('apples', 'There.')}` })],
    [
      'a node of it',
      f => put(f, { 'scenarios/a.scenario.yaml': flawed('apples', 'Here.').replace('answer:', 'reply:') }),
    ],
  ])('is missed by tests that did not change: %s', async (_what, change) => {
    const folder = await branchWith(tested)
    change(folder)
    expect((await check(folder, ['--changed'])).found).toEqual([missing])
  })

  test('are missed by tests that did not change: a link to a folder', async () => {
    const { 'scenarios/a.scenario.yaml': apples, ...rest } = tested
    const folder = await repositoryWith({ ...rest, 'lib/a.scenario.yaml': `key: a\n${apples}` })
    symlinkSync('../lib', join(folder, 'scenarios/part'))
    commit(folder)
    rmSync(join(folder, 'scenarios/part'))
    expect((await check(folder, ['--changed', 'HEAD'])).found).toEqual([missing])
  })

  test.each<[string, (folder: string) => void, readonly string[]]>([
    ['a submodule', f => git(f, 'rm', '--quiet', '--force', 'scenarios/part'), [missing]],
    [
      'a source of a submodule',
      f => {
        rmSync(join(f, 'scenarios/part/a.scenario.yaml'))
        commit(join(f, 'scenarios/part'))
      },
      [missing],
    ],
    ['no source of a submodule', f => put(f, { 'scenarios/part/README.md': 'All about fruit.\n' }), []],
  ])('are missed by tests that did not change: %s', async (_what, change, found) => {
    const part = await repositoryWith({ 'a.scenario.yaml': `key: a\n${tested['scenarios/a.scenario.yaml']}` })
    const { 'scenarios/a.scenario.yaml': _moved, ...rest } = tested
    const folder = await repositoryWith(rest)
    git(folder, 'submodule', '--quiet', 'add', part, 'scenarios/part')
    commit(folder)
    change(folder)
    commit(folder)
    expect((await check(folder, ['--changed', 'HEAD~1'])).found).toEqual(found)
  })
})
