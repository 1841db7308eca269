import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/diff'
import { describe, expect, test } from 'vitest'
import { bareEnvironment, branchWith, commit, git, put, repositoryWith } from '../../workspace/test/git-repository.ts'
import { folderWith, scenewright } from './run.ts'

interface Told {
  readonly code: number | null
  readonly stderr: string
  /** Each as `<key> <change> <level> <kind> <place>`. */
  readonly found: readonly string[]
}

const source = (title: string, more = '', reply = 'It takes 14 days.') => `title: ${title}
trigger_description: The customer asks about ${title}.
${more}flow:
  nodes:
    answer: { text: "${reply}", next: done }
    done: END
`

const typescript = `import { end, reply, scenario } from 'scenewright'
import { promise } from '../shared/wording'
export default scenario({
  title: 'cherries',
  trigger_description: 'The customer asks about cherries.',
  flow: { nodes: { answer: reply(promise, { next: 'done' }), done: end() } },
})
`

const project = {
  'scenewright.config.yaml': '',
  'scenarios/a.scenario.yaml': source('apples', 'examples: [ripe apples, red apples]\n'),
  'scenarios/b.scenario.yaml': source('bananas'),
  'scenarios/c.scenario.ts': typescript,
  'shared/wording.ts': "export * from './promises.ts'\n",
  'shared/promises.ts': "export const promise = 'We write back.'\n",
}

async function diff(cwd: string, ...args: string[]): Promise<Told> {
  const { code, stdout, stderr } = await scenewright(['diff', '--format', 'json', ...args], {
    cwd,
    env: bareEnvironment,
  })
  if (stdout === '') return { code, stderr, found: [] }
  const report = JSON.parse(stdout)
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
  const found: string[] = []
  for (const { key, change, changes } of report.scenarios) {
    for (const { level, kind, base, head } of changes) {
      const { file, range } = head ?? base ?? { file: '', range: { start: { line: 0 } } }
      found.push(`${key} ${change} ${level} ${kind} ${file}:${range.start.line}`)
    }
  }
  return { code, stderr, found }
}

describe('between revisions', () => {
  test('a folder without a project on either side is an error', async () => {
    const top = await branchWith({ 'README.md': 'a\n', 'bots/shop/scenarios/a.scenario.yaml': source('apples') })
    put(top, { 'bots/shop/scenarios/b.scenario.yaml': source('bananas') })
    commit(top)
    for (const args of [
      ['main'],
      ['main..work', '--fail-on', 'breaking'],
      ['main', '--accept', 'all', '--reason', 'x'],
    ]) {
      const { code, stderr, found } = await diff(top, ...args)
      expect([code, found]).toEqual([2, []])
      expect(stderr).toContain('no project here: no scenewright.config.yaml and no scenarios in "scenarios"')
    }
    expect((await diff(join(top, 'bots/shop'), 'main')).found).toHaveLength(1)
  })

  test('a project that is new, or gone, has no other settings than before', async () => {
    const top = await branchWith({ 'README.md': 'a\n' })
    put(top, {
      'scenewright.config.yaml': 'bot: { primary_language: en, scenario_clarify_enabled: true }\n',
      'scenarios/a.scenario.yaml': source('apples'),
    })
    commit(top)
    git(top, 'branch', 'with')
    const compare = async (...args: string[]) => {
      const { code, stdout } = await scenewright(['diff', ...args, '--format', 'json'], {
        cwd: top,
        env: bareEnvironment,
      })
      const { scenarios, settings } = JSON.parse(stdout)
      return { code, settings, scenarios: scenarios.map(({ key, change }: Record<string, string>) => [key, change]) }
    }
    expect(await compare('main')).toEqual({ code: 0, settings: [], scenarios: [['a', 'added']] })
    expect(await compare('main..with')).toEqual({ code: 0, settings: [], scenarios: [['a', 'added']] })
    expect(await compare('with..main')).toEqual({ code: 0, settings: [], scenarios: [] })
    git(top, 'rm', '--quiet', '-r', 'scenewright.config.yaml', 'scenarios')
    commit(top)
    expect(await compare('with')).toEqual({ code: 0, settings: [], scenarios: [['a', 'removed']] })
    expect(await compare('with..work')).toEqual({ code: 0, settings: [], scenarios: [['a', 'removed']] })
  })

  test('the working files are compared with the merge base', async () => {
    const folder = await branchWith(project)
    expect(await diff(folder, '--exit-code')).toMatchObject({ code: 0, found: [] })
    git(folder, 'switch', '--quiet', 'main')
    put(folder, { 'scenarios/b.scenario.yaml': source('bananas', 'priority: 3\n') })
    commit(folder)
    git(folder, 'switch', '--quiet', 'work')
    put(folder, {
      'scenarios/a.scenario.yaml': source('apples', 'examples: [ripe apples]\n', 'It takes 30 days.'),
      'scenarios/new/d.scenario.yaml': source('dates'),
    })
    const changed = [
      'a changed risky example-removed scenarios/a.scenario.yaml:3',
      'a changed info reply-changed scenarios/a.scenario.yaml:6',
    ]
    const all = [...changed, 'new/d added info scenario-added scenarios/new/d.scenario.yaml:1']
    expect(await diff(folder, '--exit-code')).toMatchObject({ code: 1, found: all })
    commit(folder)
    expect(await diff(folder, 'main..work', '--fail-on', 'breaking')).toMatchObject({ code: 0, found: all })
    expect(await diff(folder, 'main', '--fail-on', 'risky')).toMatchObject({ code: 1, found: all })
    const exact = await diff(folder, 'main..work', '--no-merge-base')
    expect(exact.found).toContain('b changed risky priority-changed scenarios/b.scenario.yaml:1')
  })

  test('a changed import of a source is a change of the scenario', async () => {
    const folder = await branchWith(project)
    put(folder, { 'shared/promises.ts': "export const promise = 'We call back.'\n" })
    const found = ['c changed info reply-changed scenarios/c.scenario.ts:6']
    expect((await diff(folder)).found).toEqual(found)
    commit(folder)
    expect((await diff(folder, 'main..work')).found).toEqual(found)
  })

  test.each<[string, (folder: string) => void]>([
    ['always prints colors', f => git(f, 'config', 'color.ui', 'always')],
    ['includes submodules', f => git(f, 'config', 'submodule.recurse', 'true')],
    ['takes modules for binary files', f => put(f, { '.gitattributes': '*.ts -diff\n' })],
  ])('a changed import is found even if git %s', async (_how, configure) => {
    const folder = await repositoryWith(project)
    configure(folder)
    commit(folder)
    put(folder, { 'shared/promises.ts': "export const promise = 'We call back.'\n" })
    const found = ['c changed info reply-changed scenarios/c.scenario.ts:6']
    expect((await diff(folder, 'HEAD')).found).toEqual(found)
    commit(folder)
    expect((await diff(folder, 'HEAD~1')).found).toEqual(found)
    expect((await diff(folder, 'HEAD~1..HEAD')).found).toEqual(found)
  })

  test('the language of a source, its format and its comments are never a change', async () => {
    const folder = await branchWith(project)
    rmSync(join(folder, 'scenarios/c.scenario.ts'))
    const apples = `# Ours.\n${source('apples', 'examples:\n  - ripe apples\n  - red apples\nmin_confidence: 78\n')}`
    put(folder, {
      'scenarios/c.scenario.yaml': source('cherries', '', 'We write back.'),
      'scenarios/a.scenario.yaml': apples,
    })
    expect(await diff(folder, '--exit-code')).toMatchObject({ code: 0, found: [] })
  })

  test('a moved scenario is reported as such, or its old name is guessed, also with edits', async () => {
    const folder = await branchWith(project)
    git(folder, 'mv', 'scenarios/b.scenario.yaml', 'scenarios/fruit.scenario.yaml')
    const guessed = 'fruit renamed breaking rename-guessed scenarios/fruit.scenario.yaml:1'
    expect(await diff(folder, '--fail-on', 'breaking')).toMatchObject({ code: 1, found: [guessed] })
    put(folder, { 'scenarios/fruit.scenario.yaml': source('bananas', '', 'It takes 30 days.') })
    commit(folder)
    const edited = 'fruit renamed info reply-changed scenarios/fruit.scenario.yaml:5'
    expect((await diff(folder)).found).toEqual([guessed, edited])
    expect((await diff(folder, 'main..work')).found).toEqual([guessed, edited])
    put(folder, { 'scenarios/fruit.scenario.yaml': source('bananas', 'renamed_from: b\n') })
    expect(await diff(folder, '--fail-on', 'breaking')).toMatchObject({
      code: 0,
      found: ['fruit renamed info scenario-renamed scenarios/fruit.scenario.yaml:3'],
    })
  })

  test('unreadable contents of a commit stop only operations that need them', async () => {
    const folder = await branchWith({ ...project, 'scenarios/b.scenario.yaml': 'title: [\n' })
    put(folder, { 'scenarios/a.scenario.yaml': source('apples', 'examples: [ripe apples]\n') })
    commit(folder)
    expect((await diff(folder, 'main..work', '--no-behaviour')).found).toHaveLength(1)
    const asked = await diff(folder, 'main..work')
    expect(asked).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^work .*b\.scenario\.yaml:1:8.*--no-behaviour/s),
    })
    put(folder, { 'scenarios/b.scenario.yaml': source('bananas') })
    expect(await diff(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^main .*compare with a commit that compiles/s),
    })
  })

  test('heads anywhere, names in any script and links are read as in git', async () => {
    const folder = await branchWith({ ...project, 'scenarios/äpfel ü.scenario.yaml': source('äpfel') })
    symlinkSync('a.scenario.yaml', join(folder, 'scenarios/link.scenario.yaml'))
    commit(folder)
    put(folder, {
      'scenarios/äpfel ü.scenario.yaml': source('äpfel', '', 'Ja.'),
      'scenarios/a.scenario.yaml': source('apples', 'examples: [ripe apples, red apples]\n', 'Ja.'),
    })
    git(folder, 'rm', '--quiet', 'scenarios/b.scenario.yaml')
    commit(folder)
    git(folder, 'switch', '--quiet', '--detach')
    const found = [
      'b removed breaking scenario-removed scenarios/b.scenario.yaml:1',
      'a changed info reply-changed scenarios/a.scenario.yaml:6',
      'link changed info reply-changed scenarios/link.scenario.yaml:6',
      'äpfel ü changed info reply-changed scenarios/äpfel ü.scenario.yaml:5',
    ]
    for (const what of [['HEAD~1'], ['HEAD~1..HEAD'], ['HEAD~1...work', '--no-merge-base']]) {
      expect(new Set((await diff(folder, ...what)).found)).toEqual(new Set(found))
    }
  })

  const link = (folder: string, path: string, target: string) => {
    rmSync(join(folder, path), { force: true })
    symlinkSync(target, join(folder, path))
  }
  const changedReply = (key: string, ext = 'yaml:5') =>
    `${key} changed info reply-changed scenarios/${key}.scenario.${ext}`

  test.each<[string, (folder: string) => void, (folder: string) => void, readonly string[]]>([
    [
      'a folder that is no longer linked',
      f => link(f, 'scenarios/fruit', '../lib'),
      f => rmSync(join(f, 'scenarios/fruit')),
      ['fruit/b removed breaking scenario-removed scenarios/fruit/b.scenario.yaml:1'],
    ],
    [
      'a link to another folder',
      f => link(f, 'scenarios/fruit', '../lib'),
      f => link(f, 'scenarios/fruit', '../other'),
      [changedReply('fruit/b')],
    ],
    [
      'a linked module',
      f => link(f, 'shared/promises.ts', '../lib/promises.ts'),
      f => put(f, { 'lib/promises.ts': "export const promise = 'We call back.'\n" }),
      [changedReply('c', 'ts:6')],
    ],
    [
      'a linked module with another name',
      f => link(f, 'shared/promises.ts', '../lib/words.ts'),
      f => put(f, { 'lib/words.ts': "export const promise = 'We call back.'\n" }),
      [changedReply('c', 'ts:6')],
    ],
    [
      'an import of a source in a linked folder',
      f => {
        rmSync(join(f, 'scenarios/c.scenario.ts'))
        put(f, { 'lib/d.scenario.ts': typescript.replace('../shared', '../../shared') })
        link(f, 'scenarios/fruit', '../lib')
      },
      f => put(f, { 'shared/promises.ts': "export const promise = 'We call back.'\n" }),
      [changedReply('fruit/d', 'ts:6')],
    ],
    [
      'a source that is a link to a link',
      f => {
        link(f, 'one', 'lib')
        link(f, 'scenarios/b.scenario.yaml', '../one/source.yaml')
      },
      f => put(f, { 'lib/source.yaml': source('bananas', '', 'No.') }),
      [changedReply('b')],
    ],
    [
      'a link that is now a file',
      f => link(f, 'scenarios/b.scenario.yaml', '../lib/source.yaml'),
      f => {
        rmSync(join(f, 'scenarios/b.scenario.yaml'))
        put(f, { 'scenarios/b.scenario.yaml': source('bananas', '', 'No.') })
      },
      [changedReply('b')],
    ],
  ])('%s is compared with what it was', async (_what, before, change, found) => {
    const folder = await repositoryWith({
      ...project,
      'lib/b.scenario.yaml': source('melons'),
      'lib/source.yaml': source('bananas'),
      'lib/promises.ts': project['shared/promises.ts'],
      'lib/words.ts': project['shared/promises.ts'],
      'other/b.scenario.yaml': source('melons', '', 'No.'),
    })
    before(folder)
    commit(folder)
    change(folder)
    expect((await diff(folder, 'HEAD')).found).toEqual(found)
    commit(folder)
    expect((await diff(folder, 'HEAD~1')).found).toEqual(found)
    expect((await diff(folder, 'HEAD~1..HEAD')).found).toEqual(found)
  })

  test('unrelated histories are compared only on request', async () => {
    const folder = await branchWith(project)
    git(folder, 'switch', '--quiet', '--orphan', 'other')
    put(folder, { ...project, 'scenarios/b.scenario.yaml': source('bananas', '', 'No.') })
    commit(folder)
    expect(await diff(folder, 'main..other')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no common commit'),
    })
    expect((await diff(folder, 'main..other', '--no-merge-base')).found).toHaveLength(1)
  })

  test('other source folders result in other keys', async () => {
    const folder = await branchWith(project)
    put(folder, { 'scenewright.config.yaml': 'sources: [.]\n' })
    expect((await diff(folder)).found.map(line => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'scenarios/a renamed',
      'scenarios/b renamed',
      'scenarios/c renamed',
    ])
  })

  test('a flow that no longer reaches an END breaks, even if the source is invalid', async () => {
    const folder = await branchWith(project)
    put(folder, { 'scenarios/b.scenario.yaml': source('bananas').replace(', next: done', '') })
    const { code, found } = await diff(folder, '--fail-on', 'breaking')
    expect(code).toBe(1)
    expect(found[0]).toBe('b changed breaking no-end-left scenarios/b.scenario.yaml:3')
  })

  test('incomparable inputs are reported, and exit with 2', async () => {
    const folder = await branchWith(project)
    put(folder, { 'scenarios/b.scenario.yaml': 'title: [\n' })
    expect(await diff(folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('b.scenario.yaml:') })
    put(folder, { 'scenarios/b.scenario.yaml': source('bananas', 'key: a\npriority: 3\n') })
    put(folder, { 'scenarios/a.scenario.yaml': source('apples', 'priority: 3\n') })
    expect(await diff(folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('have the key "a"') })
    expect(await diff(folder, 'nowhere')).toMatchObject({ code: 2, stderr: expect.stringContaining('"nowhere"') })
    expect(await diff(folder, 'scenarios')).toMatchObject({ code: 2, stderr: expect.stringContaining('<the other>') })
    expect(await diff(folder, 'a', 'b', 'c')).toMatchObject({ code: 2 })
    expect(await diff(folder, 'main..work..main')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"work..main"'),
    })
    expect(await diff(folder, '--', '--output=x..work')).toMatchObject({ code: 2 })
    expect(await diff(await folderWith(project))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('scenewright diff old new'),
    })
  })
})

describe('decisions for messages', () => {
  const shop = {
    'scenewright.config.yaml': 'bot: { primary_language: en }\n',
    'scenarios/refund.scenario.yaml': source(
      'refunds',
      'examples: [where is my refund, money back please, refund me]\n',
    ),
    'scenarios/card.scenario.yaml': source('cards', 'examples: [my card is lost, block the card, a new card please]\n'),
    'scenarios/card.test.yaml': 'triggers: [{ starts: card, messages: [please block the card now] }]\n',
  }

  async function behavior(cwd: string, ...args: string[]): Promise<readonly string[]> {
    const outcome = await scenewright(['diff', '--format', 'json', ...args], { cwd, env: bareEnvironment })
    const report = JSON.parse(outcome.stdout)
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
    const { behaviour: found } = report
    return found.map(({ message, before, after }: { message: string; before: Decided; after: Decided }) => {
      return `${message}: ${before.scenario ?? before.kind} > ${after.scenario ?? after.kind}`
    })
  }

  interface Decided {
    readonly kind: string
    readonly scenario?: string
  }

  test('is reported if it changes, for examples, tests and recorded messages', async () => {
    const folder = await branchWith(shop)
    put(folder, {
      'scenarios/card.scenario.yaml': source('cards', 'is_active: false\n'),
      'said.txt': 'my card is lost\nhello\n',
    })
    const gone = ['my card is lost: card > none', 'block the card: card > none', 'a new card please: card > none']
    const all = [...gone, 'please block the card now: card > none']
    expect(await behavior(folder)).toEqual(all)
    const { stdout } = await scenewright(['diff', '--format', 'json'], { cwd: folder, env: bareEnvironment })
    expect(JSON.parse(stdout).behaviour[0]).toEqual({
      message: 'my card is lost',
      before: { kind: 'start', scenario: 'card', replies: ['It takes 14 days.'] },
      after: { kind: 'none', replies: [] },
    })
    expect(await behavior(folder, '--no-behaviour')).toEqual([])
    commit(folder)
    expect(await behavior(folder, 'main..work')).toEqual(all)
    rmSync(join(folder, 'scenarios/card.test.yaml'))
    expect(await behavior(folder, '--messages', 'said.txt')).toEqual(gone)
    commit(folder)
    expect(await behavior(folder, 'main..work')).toEqual(gone)
    expect(await behavior(folder, folder, folder)).toEqual([])
    expect(await diff(folder, 'main..main', '--messages', 'nowhere.txt')).toMatchObject({ code: 2 })
    expect(await diff(folder, '--messages', 'said.txt', '--no-behaviour')).toMatchObject({ code: 2 })
    const file = 'scenarios/card.scenario.yaml'
    expect(await diff(folder, file, file, '--messages', 'said.txt')).toMatchObject({ code: 2 })
  })

  test('are the same if a scenario has another key or different replies', async () => {
    const folder = await branchWith(shop)
    git(folder, 'mv', 'scenarios/refund.scenario.yaml', 'scenarios/money.scenario.yaml')
    const renamed = shop['scenarios/refund.scenario.yaml'].replace('title', 'renamed_from: refund\ntitle')
    put(folder, { 'scenarios/money.scenario.yaml': renamed.replace('14', '30') })
    expect(await behavior(folder)).toEqual([])
  })
})

describe('between files and folders', () => {
  test('a document and a source are two versions of one scenario', async () => {
    const folder = await folderWith(project)
    const { stdout } = await scenewright(['compile', '--stdout', 'scenarios/b.scenario.yaml'], { cwd: folder })
    put(folder, { 'export.json': stdout })
    expect(await diff(folder, 'export.json', 'scenarios/b.scenario.yaml', '--exit-code')).toMatchObject({ code: 0 })
    expect((await diff(folder, 'export.json', 'scenarios/a.scenario.yaml')).found).toEqual([
      'a changed info example-added scenarios/a.scenario.yaml:3',
      'a changed info example-added scenarios/a.scenario.yaml:3',
      'a changed info title-changed scenarios/a.scenario.yaml:1',
      'a changed info trigger-description-changed scenarios/a.scenario.yaml:2',
    ])
  })

  test('two projects, their sources, or their compiled documents', async () => {
    const [old, now] = [await folderWith(project), await folderWith(project)]
    put(now, { 'scenarios/b.scenario.yaml': source('bananas', '', 'No.') })
    put(now, { 'shared/promises.ts': "export const promise = 'We call back.'\n" })
    const found = [
      'b changed info reply-changed scenarios/b.scenario.yaml:5',
      'c changed info reply-changed scenarios/c.scenario.ts:6',
    ]
    expect((await diff(old, old, now)).found).toEqual(found)
    expect((await diff(old, 'scenarios', join(now, 'scenarios'))).found).toEqual(found)
    for (const cwd of [old, now]) await scenewright(['compile'], { cwd })
    expect((await diff(old, 'build', join(now, 'build'))).found).toEqual([
      'b changed info reply-changed :0',
      'c changed info reply-changed :0',
    ])
    expect((await diff(old, 'scenarios', join(now, 'build'))).found).toHaveLength(2)
  })

  test('a file is not compared with a folder or a missing file', async () => {
    const folder = await folderWith(project)
    expect(await diff(folder, 'scenarios', 'scenarios/a.scenario.yaml')).toMatchObject({ code: 2 })
    expect(await diff(folder, 'scenarios', 'nowhere')).toMatchObject({ code: 2 })
    expect(await diff(folder, 'scenarios/a.scenario.yaml', 'scenewright.config.yaml')).toMatchObject({ code: 2 })
  })
})

describe('the settings', () => {
  const bot = (more: string) =>
    `bot: { primary_language: en, scenario_clarify_enabled: true, scenario_clarify_margin: ${more} }\n`
  const parcels = {
    'scenewright.config.yaml': bot('0'),
    'scenarios/late.scenario.yaml': source('parcels', 'examples: [my parcel is late, where is the late parcel]\n'),
    'scenarios/lost.scenario.yaml': source('parcels', 'examples: [my parcel is lost, where is the lost parcel]\n'),
    'scenarios/lost.test.yaml': 'triggers: [{ starts: late, messages: [my parcel] }]\n',
  }

  async function report(cwd: string, ...args: string[]) {
    const { code, stdout } = await scenewright(['diff', '--format', 'json', ...args], { cwd, env: bareEnvironment })
    const json = JSON.parse(stdout)
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
    return { code, json }
  }

  test('are compared, and each side decides with its own', async () => {
    const folder = await branchWith(parcels)
    put(folder, { 'scenewright.config.yaml': bot('90') })
    const check = async (...args: string[]) => {
      const { code, json } = await report(folder, ...args, '--fail-on', 'risky')
      expect(code).toBe(1)
      expect(json.settings).toMatchObject([
        {
          kind: 'setting-changed',
          level: 'risky',
          field: 'bot.scenario_clarify_margin',
          before: 0,
          after: 90,
          head: { file: 'scenewright.config.yaml', range: { start: { line: 1 } } },
        },
      ])
      expect(json.moved).toContainEqual(
        expect.objectContaining({
          kind: 'messages-moved',
          level: 'risky',
          from: 'late',
          to: null,
          asks: ['late', 'lost'],
        }),
      )
    }
    await check()
    commit(folder)
    await check('main..work')
    git(folder, 'switch', '--quiet', 'main')
    await check('main..work')
    await check(await folderWith(parcels), await folderWith({ ...parcels, 'scenewright.config.yaml': bot('90') }))
  })

  test('of the head decide on no level of the change itself', async () => {
    const levels = (said: string) => `diff: { levels: { ${said} } }\n`
    const before = { ...project, 'scenewright.config.yaml': levels('title-changed: breaking') }
    const folder = await branchWith(before)
    put(folder, {
      'scenewright.config.yaml': levels('example-removed: off, setting-changed: off, title-changed: off'),
      'scenarios/a.scenario.yaml': source('Apples'),
    })
    const { code, json } = await report(folder, '--fail-on', 'breaking')
    expect(code).toBe(1)
    expect(
      json.scenarios[0].changes.map(({ kind, level }: { kind: string; level: string }) => `${level} ${kind}`),
    ).toEqual([
      'breaking title-changed',
      'risky example-removed',
      'risky example-removed',
      'info trigger-description-changed',
    ])
    expect(json.settings.map(({ field, level }: { field: string; level: string }) => `${level} ${field}`)).toEqual([
      'risky diff.levels.title-changed',
      'risky diff.levels.example-removed',
      'risky diff.levels.setting-changed',
    ])
  })

  test('of a commit that cannot be used are reported with the commit', async () => {
    const folder = await branchWith({
      ...parcels,
      'scenewright.config.yaml': 'bot: { scenario_clarify_margin: far }\n',
    })
    put(folder, { 'scenewright.config.yaml': bot('0') })
    expect(await diff(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/settings of main \([0-9a-f]{8}\) cannot be used: scenewright\.config\.yaml:1:/),
    })
  })

  test('of a link are those of its target', async () => {
    const folder = await branchWith({ ...parcels, 'shared.yaml': bot('0') })
    rmSync(join(folder, 'scenewright.config.yaml'))
    symlinkSync('shared.yaml', join(folder, 'scenewright.config.yaml'))
    commit(folder)
    put(folder, { 'shared.yaml': bot('90') })
    commit(folder)
    const { json } = await report(folder, 'HEAD~1..work', '--no-behaviour')
    expect(json.settings.map(({ field }: { field: string }) => field)).toEqual(['bot.scenario_clarify_margin'])
  })
})

describe('the levels', () => {
  test('are those of the config', async () => {
    const folder = await branchWith({
      ...project,
      'scenewright.config.yaml': 'diff: { levels: { reply-changed: breaking, example-removed: "off" } }\n',
    })
    put(folder, { 'scenarios/a.scenario.yaml': source('apples', '', 'No.') })
    expect((await diff(folder)).found).toEqual(['a changed breaking reply-changed scenarios/a.scenario.yaml:5'])
  })

  test('can be off: changed decisions are reported nevertheless', async () => {
    const config = 'diff: { levels: { scenario-switched-off: off } }\n'
    const folder = await branchWith({ ...project, 'scenewright.config.yaml': config })
    put(folder, {
      'scenarios/a.scenario.yaml': source('apples', 'is_active: false\nexamples: [ripe apples, red apples]\n'),
    })
    const { stdout, stderr } = await scenewright(['diff', '--format', 'markdown'], {
      cwd: folder,
      env: bareEnvironment,
    })
    expect(stdout).toContain('no scenario differs between main')
    expect(stdout).toContain('**Messages that start a different scenario, or none**')
    expect(stderr).toMatch(
      /^no scenario differs between .* and the working files: 1 risky; 2 messages get a different answer\n$/,
    )
  })

  test('name only existing kinds', async () => {
    const folder = await repositoryWith({
      ...project,
      'scenewright.config.yaml': 'diff:\n  levels:\n    reply-change: off\n',
    })
    expect(await diff(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/scenewright\.config\.yaml:3:.*"reply-change"\n.*"reply-changed"/),
    })
  })
})

describe('for people', () => {
  test('changed words are shown in their text, and a consequence with its walk', async () => {
    const folder = await branchWith(project)
    put(folder, { 'scenarios/b.scenario.yaml': source('bananas', '', 'It takes 30 days.') })
    put(folder, { 'scenarios/a.scenario.yaml': source('apples').replace('next: done', 'next: answer') })
    const { stdout, stderr } = await scenewright(['diff'], { cwd: folder, env: bareEnvironment })
    expect(stdout).toContain(
      '~ b  bananas\n    info      reply "answer" says: It takes [-14-]{+30+} days.  scenarios/b.scenario.yaml:5',
    )
    expect(stdout).toContain('    BREAKING  no end can be reached from the start anymore')
    expect(stdout).toContain('path: answer → done')
    expect(stderr).toMatch(/^2 scenarios differ between main \([0-9a-f]{8}\) and the working files: 1 breaking, /)
  })

  test('a comment never exceeds the limit of a pull request, and the most severe changes are first', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `s${index}`)
    const files = (reply: string) =>
      Object.fromEntries(names.map(name => [`scenarios/${name}.scenario.yaml`, source(name, '', reply)]))
    const folder = await branchWith(files(`No. ${'word '.repeat(30)}`))
    put(folder, {
      ...files(`Yes. ${'other '.repeat(30)}`),
      'scenarios/s399.scenario.yaml': source('s399', 'is_active: false\n'),
    })
    const { stdout } = await scenewright(['diff', '--format', 'markdown'], { cwd: folder, env: bareEnvironment })
    expect(stdout.length).toBeLessThanOrEqual(65_536)
    expect(stdout).toMatch(
      /^<!-- scenewright:diff -->\n\*\*scenewright diff\*\*: 400 scenarios differ .*: 1 breaking, 400 info\.\n/,
    )
    expect(stdout.indexOf('<code>s399</code>')).toBeLessThan(stdout.indexOf('<code>s0</code>'))
    expect(stdout).toMatch(/\d+ scenarios with \d+ characters omitted here, the least severe; /)
  })
})
