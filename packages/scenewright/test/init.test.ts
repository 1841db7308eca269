import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git } from '../../workspace/test/git-repository.ts'
import toolkit from '../package.json' with { type: 'json' }
import { bin, folderWith, scenewright } from './run.ts'

test('init writes a project that checks clean and answers', async () => {
  const cwd = await folderWith({})
  expect((await scenewright(['init', 'my-bot'], { cwd })).code).toBe(0)
  const project = join(cwd, 'my-bot')
  expect(await scenewright(['check', '--fail-on', 'info'], { cwd: project })).toMatchObject({ code: 0, stdout: '' })
  expect(await scenewright(['fmt', '--check'], { cwd: project })).toMatchObject({ code: 0, stdout: '' })
  const { stdout } = await scenewright(['simulate', 'how long does delivery take', '--format', 'json'], {
    cwd: project,
  })
  expect(JSON.parse(stdout).turns[0]).toMatchObject({ decision: { scenario: 'delivery/times' }, outcome: 'ended' })
})

test('the tests of the project that init writes pass, and cover all of it', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  const { code, stdout } = await scenewright(['test', '--coverage', '--format', 'json'], { cwd })
  expect(code).toBe(0)
  const { summary, coverage } = JSON.parse(stdout)
  expect(summary).toEqual({ passed: 5, failed: 0 })
  for (const part of ['nodes', 'edges', 'scenarios']) expect(coverage[part].covered).toBe(coverage[part].total)
})

test('init changes no existing file, and is rejected in an existing project', async () => {
  const cwd = await folderWith({ '.gitignore': 'secret', 'package.json': '{}' })
  await scenewright(['init'], { cwd })
  expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe('secret\nnode_modules/\n.scenewright/\nbuild/\n')
  expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('{}')
  const again = await scenewright(['init'], { cwd })
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('already')
})

test.each(['scenarios', 'scenarios/returns', 'scenarios/new'])(
  'init writes nothing in the sources of another project: %s',
  async folder => {
    const cwd = await folderWith({ 'scenewright.config.yaml': '', 'scenarios/returns/a.scenario.yaml': 'title: a\n' })
    const { code, stderr } = await scenewright(['init', folder], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining(`"${folder}" is in the sources of the project in`)])
    expect(readdirSync(join(cwd, 'scenarios'), { recursive: true }).sort()).toEqual([
      'returns',
      'returns/a.scenario.yaml',
    ])
    expect((await scenewright(['init', 'other-bot'], { cwd })).code).toBe(0)
    expect((await scenewright(['init', `other-bot/${folder}/x`], { cwd })).code).toBe(2)
  },
)

test.each([
  ['f/x', 'f/x": a part of its path is not a folder'],
  ['dangling', '"dangling" is a link to a missing file; a project needs a folder'],
  ['dangling/x', 'dangling" is a link to a missing file; a project needs a folder'],
  ['taken', '"taken/scenarios" is a file; a project has its scenarios in a folder'],
])('init says what is in the way of a folder: %s', async (folder, said) => {
  const cwd = await folderWith({ f: '', 'taken/scenarios': '' })
  symlinkSync('nowhere', join(cwd, 'dangling'))
  const { code, stderr } = await scenewright(['init', folder], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
})

test('init says that a file is no folder', async () => {
  const cwd = await folderWith({ 'my-bot': '' })
  for (const options of [[], ['--editor']]) {
    const { code, stderr } = await scenewright(['init', 'my-bot', ...options], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('"my-bot" is a file') })
  }
})

test.each([
  ['none', undefined, 'node_modules/\n.scenewright/\nbuild/\n'],
  ['an empty one', '', 'node_modules/\n.scenewright/\nbuild/\n'],
  ['some of the lines, in another form', '/build\n node_modules\n', '/build\n node_modules\n.scenewright/\n'],
  ['CRLF', 'a\r\nb', 'a\r\nb\r\nnode_modules/\r\n.scenewright/\r\nbuild/\r\n'],
  ['all of them', 'build/\nnode_modules/\n.scenewright/', 'build/\nnode_modules/\n.scenewright/'],
])('init leaves each line once in .gitignore, if there was %s', async (_what, before, after) => {
  const cwd = await folderWith(before === undefined ? {} : { '.gitignore': before })
  const { stdout } = await scenewright(['init', '--format', 'json'], { cwd })
  expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe(after)
  expect(JSON.parse(stdout).files.includes('.gitignore')).toBe(before !== after)
})

test('an unreadable .gitignore is not overwritten', async () => {
  const cwd = await folderWith({ '.gitignore/a': '' })
  const { code, stderr } = await scenewright(['init'], { cwd })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('.gitignore') })
})

describe('the package that init writes or finds', () => {
  const dependent = `{ "devDependencies": { "scenewright": "${toolkit.version}" } }`
  const own = { private: true, devDependencies: { scenewright: toolkit.version } }

  test.each<[string, Readonly<Record<string, string>>, string | undefined, string, readonly string[]]>([
    ['none anywhere', {}, undefined, '.', ['npm install']],
    ['none in the repository', {}, '.', 'bots/shop', ['cd bots/shop', 'npm install']],
    ['one outside of a repository', { 'package.json': '{}' }, undefined, 'shop', ['cd shop', 'npm install']],
    ['one above the repository', { 'package.json': '{}' }, 'shop', 'shop', ['cd shop', 'npm install']],
  ])('there is %s: it is written', async (_what, files, repository, folder, steps) => {
    const cwd = await folderWith(files)
    if (repository !== undefined) git(cwd, 'init', '--quiet', repository)
    const { stdout, stderr } = await scenewright(['init', folder], { cwd, env: installed })
    expect(stdout).toContain('  package.json\n')
    expect(JSON.parse(readFileSync(join(cwd, folder, 'package.json'), 'utf8'))).toEqual(own)
    expect(stepsIn(stderr)).toEqual([...steps, ...calls])
    expect(stderr).toContain('package-lock.json')
  })

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['does not name it', { 'package.json': '{}' }, ['npm install --save-dev scenewright']],
    ['cannot be read', { 'package.json': '{' }, ['npm install --save-dev scenewright']],
    [
      'does not name it, with pnpm',
      { 'package.json': '{}', 'pnpm-lock.yaml': '' },
      ['pnpm add --save-dev scenewright'],
    ],
    ['does not name it, with yarn', { 'package.json': '{}', 'yarn.lock': '' }, ['yarn add --dev scenewright']],
    ['names it', { 'package.json': dependent }, ['npm install']],
    ['names it, with pnpm', { 'package.json': dependent, 'pnpm-lock.yaml': '' }, ['pnpm install']],
    [
      "is installed with Yarn's Plug'n'Play",
      { 'package.json': dependent, 'yarn.lock': '"scenewright@npm:0.1.0":\n', '.pnp.cjs': '' },
      ['yarn config set nodeLinker node-modules && yarn install'],
    ],
    ['has it installed', { 'package.json': dependent, 'node_modules/scenewright/package.json': '{}' }, []],
  ])('it is at the top of the repository and %s: it stays as it is', async (_what, files, steps) => {
    const cwd = await folderWith(files)
    git(cwd, 'init', '--quiet')
    const { stdout, stderr } = await scenewright(['init', 'bots/shop'], { cwd, env: installed })
    expect(stdout).not.toContain('package.json')
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe(files['package.json'])
    expect(stepsIn(stderr)).toEqual(['cd bots/shop', ...steps, ...calls])
  })

  /** The command is on the PATH, however the tests are run. */
  const installed = { PATH: `${dirname(bin)}${delimiter}${process.env.PATH}` }
  const calls = ['scenewright check', 'scenewright test', 'scenewright chat']

  function stepsIn(text: string): string[] {
    return [...text.matchAll(/^ {2}(.+)$/gm)].map(([, step = '']) => step)
  }

  test('names the lockfile and the command of the package manager in use', async () => {
    const cwd = await folderWith({ 'pnpm-lock.yaml': '' })
    const { stderr } = await scenewright(['init'], { cwd, env: installed })
    expect(stepsIn(stderr)).toEqual(['pnpm install', ...calls])
    expect(stderr).toContain('the pnpm-lock.yaml that `pnpm install` writes')
  })

  test('if the command is not on the PATH, the steps use npx', async () => {
    const cwd = await folderWith({})
    const { stderr } = await scenewright(['init', 'my bot'], {
      cwd,
      env: { npm_config_user_agent: 'npm/10', PATH: dirname(process.execPath) },
    })
    expect(stepsIn(stderr)).toEqual(['cd "my bot"', 'npm install', ...calls.map(call => `npx ${call}`)])
  })
})

describe('the CI file that init writes', () => {
  const dependent = '{ "devDependencies": { "scenewright": "0.1.0" } }'

  async function project(files: Readonly<Record<string, string>>, folder = '.'): Promise<string> {
    const top = await folderWith(files)
    git(top, 'init', '--quiet', '--initial-branch', 'trunk')
    return join(top, folder)
  }

  test.each<[string, Readonly<Record<string, string>>, string, string, readonly string[]]>([
    [
      'npm, in a repository with another branch',
      { 'package.json': dependent },
      '.',
      '.github/workflows/scenewright.yml',
      ['branches: [trunk]', 'npm ci'],
    ],
    [
      'pnpm',
      { 'package.json': dependent, 'pnpm-lock.yaml': '' },
      '.',
      '.github/workflows/scenewright.yml',
      ['pnpm install --frozen-lockfile'],
    ],
    [
      'yarn, in a folder of the repository',
      { 'bots/shop/package.json': dependent, 'bots/shop/yarn.lock': '' },
      'bots/shop',
      '../../.github/workflows/scenewright-bots-shop.yml',
      ['yarn install --immutable', 'working-directory: bots/shop'],
    ],
  ])('is that of ci init: %s', async (_what, files, folder, path, lines) => {
    const cwd = await project({ ...files, [`${folder}/keep`]: '' }, folder)
    const { code, stdout } = await scenewright(['init', '--format', 'json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).files).toContain(path)
    const text = readFileSync(join(cwd, path), 'utf8')
    for (const line of lines) expect(text).toContain(line)
    expect((await scenewright(['ci', 'init', '--host', 'github', '--print'], { cwd })).stdout).toBe(text)
    expect((await scenewright(['doctor'], { cwd })).stdout).toContain(path.replace(/^[./]*(?=\.github)/, ''))
  })

  test('is not written if git refuses the repository, and the reason is given', async () => {
    const cwd = await project({ 'bots/shop/keep': '' }, 'bots/shop')
    const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    const { code, stdout, stderr } = await scenewright(['init'], { cwd, env })
    expect(code).toBe(0)
    expect(stdout).not.toContain('.github')
    expect(stderr).toMatch(/No CI file is written: .*safe\.directory.*`scenewright ci init`/s)
  })

  test('is not written for a folder that the hosts read as a pattern, and the reason is given', async () => {
    const cwd = await project({ 'apps/[shop]/keep': '' }, 'apps/[shop]')
    const { code, stdout, stderr } = await scenewright(['init'], { cwd })
    expect(code).toBe(0)
    expect(stdout).not.toContain('.github')
    expect(stderr).toMatch(/No CI file is written: the folder "apps\/\[shop]".*rename it.*`scenewright ci init`/s)
  })

  test('is replaced by ci init as long as nobody has changed it', async () => {
    const cwd = await project({ 'bots/shop/keep': '' }, 'bots/shop')
    await scenewright(['init'], { cwd })
    const config = 'environments: { live: { url: "https://a.example", bot: b, state: { type: git } } }\n'
    writeFileSync(join(cwd, 'scenewright.config.yaml'), config)
    expect(await scenewright(['ci', 'init'], { cwd })).toMatchObject({ code: 0 })
  })

  test('is that of GitLab if the repository is there, and leaves its pipeline as it is', async () => {
    const cwd = await project({ '.gitlab-ci.yml': 'stages: [mine]\n' })
    git(cwd, 'remote', 'add', 'origin', 'git@gitlab.example.com:a/b.git')
    const { code, stdout, stderr } = await scenewright(['init'], { cwd })
    expect(code).toBe(0)
    expect(stdout).not.toContain('.github')
    expect(stderr).toContain('`scenewright ci init --host gitlab --print`')
    expect(readFileSync(join(cwd, '.gitlab-ci.yml'), 'utf8')).toBe('stages: [mine]\n')
  })
})

test('init says that the jobs run for the current branch if several are known, and none as the default', async () => {
  const cwd = await folderWith({ 'readme.md': 'Shop' })
  git(cwd, 'init', '--quiet', '--initial-branch', 'trunk')
  commit(cwd)
  git(cwd, 'switch', '--quiet', '--create', 'add-bot')
  const { code, stderr } = await scenewright(['init'], { cwd })
  expect([code, stderr]).toEqual([0, expect.stringContaining('the jobs run for "add-bot", the current branch.')])
  expect(stderr).toContain('then `scenewright ci init` with --force.')
})

test.each([
  ['the only branch is taken', [], ['branches: [trunk]', '']],
  ['of several branches, none is called the current one', ['work'], ['branches: [main]', 'for "main", a guess']],
] as const)('if no branch is checked out: %s', async (_what, more, [branches, said]) => {
  const cwd = await folderWith({ 'readme.md': 'Shop' })
  git(cwd, 'init', '--quiet', '--initial-branch', 'trunk')
  commit(cwd)
  for (const branch of more) git(cwd, 'branch', branch)
  git(cwd, 'checkout', '--quiet', '--detach')
  const { code, stderr } = await scenewright(['init'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(said) })
  expect(stderr.includes('the jobs run for')).toBe(said !== '')
  expect(readFileSync(join(cwd, '.github/workflows/scenewright.yml'), 'utf8')).toContain(branches)
})

test('init names the schema in each YAML file, and settles VS Code', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
  const modeline = '# yaml-language-server: $schema='
  expect(read('scenewright.config.yaml')).toContain(`${modeline}./schemas/config.schema.json\n`)
  expect(read('scenarios/delivery/times.scenario.yaml')).toContain(`${modeline}../../schemas/scenario.schema.json\n`)
  expect(read('scenarios/delivery/delivery.test.yaml')).toContain(
    `${modeline}../../schemas/conversation-test.schema.json\n`,
  )
  const named = Object.keys(JSON.parse(read('.vscode/settings.json'))['yaml.schemas'])
  expect(named.map(path => JSON.parse(read(path)).title)).toEqual([
    'ScenarioSource',
    'ConversationTest',
    'ProjectConfig',
  ])
  expect(JSON.parse(read('.vscode/extensions.json'))).toEqual({ recommendations: ['redhat.vscode-yaml'] })
})

test('init --editor updates the schemas, and changes nothing else', async () => {
  const settings = '{ "editor.tabSize": 2 }'
  const cwd = await folderWith({
    'scenewright.config.yaml': '',
    'schemas/config.schema.json': '{}',
    '.vscode/settings.json': settings,
  })
  const { code, stdout, stderr } = await scenewright(['init', '--editor', '--format', 'json'], { cwd })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).files).toEqual([
    'schemas/scenario.schema.json',
    'schemas/config.schema.json',
    'schemas/conversation-test.schema.json',
    '.vscode/extensions.json',
  ])
  expect(readFileSync(join(cwd, 'schemas/config.schema.json'), 'utf8')).toContain('"ProjectConfig"')
  expect(readFileSync(join(cwd, '.vscode/settings.json'), 'utf8')).toBe(settings)
  expect(stderr).toContain('"yaml.schemas"')
  expect(readdirSync(cwd).sort()).toEqual(['.vscode', 'scenewright.config.yaml', 'schemas'])
})

test('settings that already name the schemas are not mentioned', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  expect((await scenewright(['init', '--editor'], { cwd })).stderr).toBe('')
})

test('doctor reports missing items, and lists assumptions', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  const { code, stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
  const { checks, assumptions } = JSON.parse(stdout)
  expect(
    Object.fromEntries(checks.map(({ name, status }: { name: string; status: string }) => [name, status])),
  ).toEqual({
    scenewright: 'ok',
    config: 'ok',
    sources: 'ok',
    git: 'ok',
    CI: 'missing',
    environments: 'missing',
  })
  expect(assumptions[0].id).toBe('A-01')
  expect(code).toBe(0)
})

test('doctor reports a missing git, though its files are ignored', async () => {
  const cwd = await folderWith({ 'scenewright.config.yaml': '', '.gitignore': '.scenewright/\n' })
  const { code, stdout } = await scenewright(['doctor'], { cwd, env: { PATH: '' } })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^missing +git +git not found; install git/m),
  })
})

test('doctor says whether the jobs of a CI file can install scenewright', async () => {
  const ci = async (files: Record<string, string>) => {
    const cwd = await folderWith({ 'scenewright.config.yaml': '', ...files })
    const { stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
    return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'CI')
  }
  const file = { '.gitlab-ci.yml': 'check: { script: npx --no-install scenewright check }\n' }
  const named = { 'package.json': '{ "devDependencies": { "scenewright": "0.1.0" } }' }
  expect(await ci(named)).toBeUndefined()
  expect(await ci({ '.gitlab-ci.yml': 'check: { script: make }\n' })).toBeUndefined()
  expect(await ci(file)).toMatchObject({ status: 'missing', detail: expect.stringContaining('--save-dev') })
  expect(await ci({ ...file, ...named })).toMatchObject({ status: 'missing', detail: expect.stringContaining('lock') })
  for (const empty of ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock']) {
    const found = await ci({ ...file, ...named, [empty]: '' })
    expect(found).toMatchObject({ status: 'missing', detail: expect.stringContaining(`commit ${empty}`) })
  }
  const locked = {
    'package-lock.json': '{ "packages": { "node_modules/scenewright": {} } }',
    'pnpm-lock.yaml': 'importers:\n  .:\n    devDependencies:\n      scenewright:\n        specifier: 0.1.0\n',
    'yarn.lock': '"scenewright@npm:0.1.0":\n  version: 0.1.0\n',
  }
  for (const [path, text] of Object.entries(locked)) {
    expect(await ci({ ...file, ...named, [path]: text })).toMatchObject({ status: 'ok' })
  }
})

test('doctor reports errors of the config, including an unknown rule', async () => {
  const cwd = await folderWith({ 'scenewright.config.yaml': 'rules:\n  graph/trop: off\n' })
  const { code, stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
  const config = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'config')
  expect(config.status).toBe('wrong')
  expect(config.detail).toContain('scenewright.config.yaml:2:')
  expect(code).toBe(1)
})

test('doctor counts the errors of the sources as check does, and says so if there are no sources', async () => {
  const source = 'title: a\ntrigger_description: b\nkey: one\nflow: { nodes: { a: END } }\n'
  const twice = await folderWith({ 'scenarios/a.scenario.yaml': source, 'scenarios/b.scenario.yaml': source })
  const { summary } = JSON.parse((await scenewright(['check', '--format', 'json'], { cwd: twice })).stdout)
  expect(summary.errors).toBe(1)
  expect(await sourcesOf(twice)).toMatchObject({
    status: 'wrong',
    detail: expect.stringMatching(/^1 error in 2 files/),
  })
  expect(await sourcesOf(await folderWith({}))).toMatchObject({ status: 'missing' })
})

async function sourcesOf(cwd: string): Promise<{ status: string; detail: string }> {
  const { stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
  return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'sources')
}
