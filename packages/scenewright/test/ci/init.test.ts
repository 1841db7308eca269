import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commit, git, put } from '../../../workspace/test/git-repository.ts'
import { execInstalled } from '../../src/commands/ci/install.ts'
import { folderWith, scenewright } from '../run.ts'

const workflow = '.github/workflows/scenewright.yml'
const pipeline = '.gitlab-ci.yml'

function config(environments: Readonly<Record<string, string>>): string {
  const entries = Object.entries(environments).map(
    ([name, state], index) => `  ${name}: { url: "https://bots.example.com", bot: "${4812 + index}"${state} }\n`,
  )
  return `environments:\n${entries.join('')}`
}

const inGit = ', state: { type: git }, lineage: 9b1c'

async function projectIn(files: Readonly<Record<string, string>>, folder = '.'): Promise<string> {
  const top = await folderWith(files)
  git(top, 'init', '--quiet', '--initial-branch', 'main')
  return join(top, folder)
}

async function init(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await scenewright(['ci', 'init', '--format', 'json', ...args], { cwd })
  return { code, stderr, files: code === 0 ? JSON.parse(stdout).files : [] }
}

const project = { 'scenewright.config.yaml': config({ production: inGit }) }

interface Job {
  readonly concurrency?: { readonly group: string }
}

const tests = { 'scenarios/a.test.yaml': 'triggers: [{ starts: none, messages: [hello] }]\n' }

describe('which file is written', () => {
  test.each<[string, Record<string, string>, string, readonly string[]]>([
    ['both if the host is unknown', {}, '', [workflow, pipeline]],
    ['that of GitHub if its folder exists', { '.github/dependabot.yml': 'version: 2\n' }, '', [workflow]],
    ['that of GitLab if a remote is there', {}, 'git@gitlab.example.com:a/b.git', [pipeline]],
    ['that of GitHub if a remote is there', {}, 'https://github.com/a/b', [workflow]],
    ['that of the host, whatever the name of the repository', {}, 'git@github.com:a/gitlab-bots.git', [workflow]],
    ['that of the host, whatever the name of its user', {}, 'https://github:a@gitlab.com:8443/b', [pipeline]],
    ['both if the remote is a folder', {}, '/srv/gitlab/b.git', [workflow, pipeline]],
  ])('%s', async (_what, files, remote, expected) => {
    const cwd = await projectIn({ ...project, ...files })
    if (remote !== '') git(cwd, 'remote', 'add', 'gitlab', remote)
    const { code, files: written } = await init(cwd)
    expect(code).toBe(0)
    expect(written.map(({ path }: { path: string }) => path)).toEqual(expected)
  })

  test('that of the named host, at the top of the repository, for the folder of the project', async () => {
    const cwd = await projectIn({ 'bots/shop/scenewright.config.yaml': config({ production: inGit }) }, 'bots/shop')
    expect((await init(cwd, '--host', 'github')).code).toBe(0)
    const path = '.github/workflows/scenewright-bots-shop.yml'
    expect(readFileSync(join(cwd, '../..', path), 'utf8')).toContain('working-directory: bots/shop')
  })

  test.each<[string, boolean, (top: string) => void]>([
    ['init.defaultBranch', false, top => git(top, 'config', 'init.defaultBranch', 'trunk')],
    [
      'the head of the remote',
      false,
      top => {
        git(top, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD')
        git(top, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk')
      },
    ],
    ['none is known', true, () => undefined],
  ])('they deploy the default branch, not the current one: %s', async (_what, isGuess, change) => {
    const cwd = await projectIn(project)
    commit(cwd)
    git(cwd, 'branch', '--move', 'main', 'trunk')
    git(cwd, 'switch', '--quiet', '--create', 'add-ci')
    change(cwd)
    const { stderr } = await init(cwd, '--host', 'github')
    const { on } = parse(readFileSync(join(cwd, workflow), 'utf8'))
    expect(on.push.branches).toEqual([isGuess ? 'add-ci' : 'trunk'])
    expect(stderr.includes('git remote set-head origin --auto')).toBe(isGuess)
  })

  test('through a link, they are in the repository of the project', async () => {
    const files = { 'bots/shop/scenewright.config.yaml': '', 'package-lock.json': '{}' }
    const cwd = await projectIn(files, 'bots/shop')
    const elsewhere = await folderWith({ 'a/b/package-lock.json': '{}' })
    symlinkSync(cwd, join(elsewhere, 'a/b/link'))
    const args = ['--host', 'github', '--config', 'a/b/link/scenewright.config.yaml']
    expect(await init(elsewhere, ...args)).toMatchObject({ code: 0 })
    expect(readdirSync(join(elsewhere, 'a'))).toEqual(['b'])
    const { jobs } = parse(readFileSync(join(cwd, '../../.github/workflows/scenewright-bots-shop.yml'), 'utf8'))
    const install = jobs.check.steps.find(({ name }: { name?: string }) => name === 'Install')
    expect(install).toMatchObject({ 'working-directory': '.' })
  })

  test('each of three projects in one repository has separate files, names, groups and states', async () => {
    const folders = ['bots/shop', 'bots/travel', 'help']
    const top = await projectIn(
      Object.fromEntries(folders.map(name => [`${name}/scenewright.config.yaml`, config({ production: inGit })])),
    )
    for (const name of folders) expect((await init(join(top, name))).code).toBe(0)
    const read = (path: string) => parse(readFileSync(join(top, path), 'utf8'))
    const workflows = ['bots-shop', 'bots-travel', 'help'].map(name =>
      read(`.github/workflows/scenewright-${name}.yml`),
    )
    const groups = workflows.flatMap(({ jobs }) =>
      Object.values<Job>(jobs).flatMap(({ concurrency }) => concurrency?.group ?? []),
    )
    expect(new Set(groups).size).toBe(groups.length)
    expect(new Set(workflows.map(({ name }) => name)).size).toBe(3)
    const files = ['bots-shop', 'bots-travel', 'help'].map(name => read(`.gitlab/scenewright-${name}.yml`))
    const jobs = files.flatMap(file => Object.keys(file)).filter(name => name !== 'variables')
    expect(new Set(jobs).size).toBe(jobs.length)
    expect(read(pipeline).include).toEqual([{ local: '.gitlab/scenewright-*.yml' }])
    const used = files.flatMap(file => Object.values<{ stage?: string }>(file).flatMap(({ stage }) => stage ?? []))
    expect(read(pipeline).stages).toEqual([...new Set(used)])
  })

  test.each([
    ['боты/магазин', 'боты/склад'],
    ['bots/my shop', 'bots/my-shop'],
    ['bots/a # b: c', 'bots/a: b # c'],
    ['bots/a:', 'bots/a#'],
    ['bots/shop_fi', 'bots/shop-fi'],
    ['bots/Shop', 'bots/shop'],
  ])('the projects in "%s" and "%s" have separate files, names, groups and variables', async (...folders) => {
    const top = await projectIn(
      Object.fromEntries(folders.map(name => [`${name}/scenewright.config.yaml`, config({ production: inGit })])),
    )
    const all: string[] = []
    for (const folder of folders) {
      const read = async (host: string) => {
        const [{ path }] = (await init(join(top, folder), '--host', host)).files
        return { path, ...parse(readFileSync(join(top, path), 'utf8')) }
      }
      const { name, jobs, ...onGithub } = await read('github')
      expect(name).toBe(`scenarios of ${folder}`)
      const groups = Object.values<Job>(jobs).flatMap(({ concurrency }) => concurrency?.group ?? [])
      const { path, variables, ...onGitlab } = await read('gitlab')
      const fields = Object.keys(variables).filter(field => field.includes('ENVIRONMENT'))
      all.push(onGithub.path, ...new Set(groups), path, ...fields, ...Object.keys(onGitlab))
    }
    expect(all.length).toBeGreaterThan(16)
    expect(new Set(all).size).toBe(all.length)
  })

  test.each(['', '  production: { url: "https://bots.example.com", bot: b, state: { type: git } }\n'])(
    'the file of a project whose folder gives the same name is said to be that of another project: %j',
    async environment => {
      const text = environment === '' ? '' : `environments:\n${environment}`
      const folders = ['bots/shop', 'bots-shop']
      const top = await projectIn(Object.fromEntries(folders.map(name => [`${name}/scenewright.config.yaml`, text])))
      for (const host of ['github', 'gitlab']) {
        expect((await init(join(top, 'bots/shop'), '--host', host)).code).toBe(0)
        const { code, stderr } = await init(join(top, 'bots-shop'), '--host', host)
        expect(code).toBe(2)
        expect(stderr).toContain('another folder')
      }
    },
  )

  test.each(['apps/[shop]', 'bots/a*', 'bots/{a}', 'bots/$a', 'bots/a\tb', '!bots'])(
    'a folder whose artifacts a host would not find is rejected: %j',
    async folder => {
      const cwd = await projectIn({ [`${folder}/scenewright.config.yaml`]: '' }, folder)
      const { code, stderr } = await init(cwd)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('rename it') })
      expect(readdirSync(cwd)).toEqual(['scenewright.config.yaml'])
    },
  )

  test('a hand-written pipeline is not changed, and its owner sees what to include', async () => {
    const files = { 'shop/scenewright.config.yaml': config({ production: inGit }), [pipeline]: 'stages: [mine]\n' }
    const cwd = await projectIn(files, 'shop')
    const { code, stderr, files: written } = await init(cwd, '--host', 'gitlab')
    expect({ code, written }).toEqual({
      code: 0,
      written: [{ path: '.gitlab/scenewright-shop.yml', status: 'written' }],
    })
    expect(stderr).toContain('- local: .gitlab/scenewright-*.yml')
    put(join(cwd, '..'), { [pipeline]: 'stages: [mine]\n# include: [{ local: .gitlab/scenewright-*.yml }]\n' })
    expect((await init(cwd, '--host', 'gitlab')).stderr).toContain('- local:')
    put(join(cwd, '..'), { [pipeline]: 'include: [{ local: .gitlab/scenewright-shop.yml }]\n' })
    expect((await init(cwd, '--host', 'gitlab')).stderr).not.toContain('- local:')
  })
})

test('a folder outside a repository gets the files too, with a note', async () => {
  const [without, having] = [await folderWith(project), await projectIn(project)]
  const { code, stderr, files } = await init(without, '--host', 'github')
  expect({ code, files }).toEqual({ code: 0, files: [{ path: workflow, status: 'written' }] })
  expect(stderr).toContain('run `git init`')
  expect((await init(having, '--host', 'github')).stderr).not.toContain('git init')
})

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['that git refuses', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }, 'safe.directory'],
  ['on a machine without git', { PATH: '' }, 'install git'],
])('in a repository %s, nothing is written', async (_what, env, help) => {
  const cwd = await projectIn({ 'bots/shop/scenewright.config.yaml': '' }, 'bots/shop')
  const { code, stderr } = await scenewright(['ci', 'init'], { cwd, env })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(help) })
  expect(readdirSync(cwd)).toEqual(['scenewright.config.yaml'])
})

describe('an existing file', () => {
  test('is kept if it is the same, and rejected otherwise, unless --force is set', async () => {
    const cwd = await projectIn(project)
    expect((await init(cwd, '--host', 'github')).files).toEqual([{ path: workflow, status: 'written' }])
    expect((await init(cwd, '--host', 'github')).files).toEqual([{ path: workflow, status: 'unchanged' }])
    put(cwd, { [workflow]: 'name: mine\n' })
    const { code, stderr } = await init(cwd)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') })
    expect(readFileSync(join(cwd, workflow), 'utf8')).toBe('name: mine\n')
    expect((await init(cwd, '--host', 'github', '--force')).files).toEqual([{ path: workflow, status: 'written' }])
  })

  test('nothing is written if one of two files is rejected', async () => {
    const cwd = await projectIn({ ...project, [pipeline]: 'stages: [mine]\n', [workflow]: 'name: scenarios\n' })
    expect((await init(cwd)).code).toBe(2)
    expect(readFileSync(join(cwd, workflow), 'utf8')).toBe('name: scenarios\n')
  })

  test('of a starter project is replaced once an environment exists', async () => {
    const cwd = await folderWith({})
    await scenewright(['init'], { cwd })
    const { code, files, stderr } = await init(cwd)
    expect({ code, files }).toEqual({ code: 0, files: [{ path: workflow, status: 'unchanged' }] })
    expect(stderr).toContain('has no environments')
    put(cwd, project)
    expect((await init(cwd)).files).toEqual([{ path: workflow, status: 'written' }])
    expect(readFileSync(join(cwd, workflow), 'utf8')).toContain('deploy-production:')
  })
})

describe('the environments', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    [
      'several environments, and none is named',
      { staging: inGit, production: inGit },
      [],
      '--env staging --env production',
    ],
    ['an unknown environment', { production: inGit }, ['--env', 'produktion'], 'did you mean "production"'],
    ['an environment that is named twice', { a: inGit, b: inGit }, ['--env', 'a', '--env', 'a'], 'twice'],
    ['no state yet, and none but a file for it', { production: '' }, [], 'state init --env production'],
    [
      'a state in a file',
      { production: ', lineage: 9b1c' },
      [],
      'run `scenewright state move --env production --to git`\n',
    ],
    ['a name that is not a word', { '"pro duction"': inGit }, [], 'letters, digits'],
  ])('%s: 2, and a remedy', async (_what, environments, args, help) => {
    const { code, stderr } = await init(await projectIn({ 'scenewright.config.yaml': config(environments) }), ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(help)
  })

  test('are deployed to in the order in which they are named', async () => {
    const cwd = await projectIn({ 'scenewright.config.yaml': config({ production: inGit, staging: inGit }) })
    const { stdout } = await scenewright(
      ['ci', 'init', '--host', 'github', '--print', '--env', 'staging', 'production'],
      { cwd },
    )
    expect(stdout).toMatch(/deploy-staging:[\s\S]*plan-production:\n.*\n {4}needs: deploy-staging/)
  })

  test('without a pinned lineage are reported: a lost state would create everything again', async () => {
    const cwd = await projectIn({ 'scenewright.config.yaml': config({ production: ', state: { type: git }' }) })
    expect((await init(cwd)).stderr).toContain('scenewright state init --env production')
  })
})

test('tests run if the project has some, and are suggested otherwise', async () => {
  const [without, having] = [await projectIn(project), await projectIn({ ...project, ...tests })]
  expect((await init(without, '--host', 'github')).stderr).toContain('no conversation tests yet')
  expect(readFileSync(join(without, workflow), 'utf8')).not.toContain('name: Test')
  expect((await init(having, '--host', 'github')).stderr).not.toContain('no conversation tests')
  expect(readFileSync(join(having, workflow), 'utf8')).toContain('name: Test')
})

describe('the install of the jobs', () => {
  const named = '{ "devDependencies": { "scenewright": "^0.1.0" } }'
  const print = async (cwd: string) =>
    (await scenewright(['ci', 'init', '--host', 'gitlab', '--print'], { cwd })).stdout

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['npm', { 'package-lock.json': '{}' }, 'npm ci --ignore-scripts'],
    ['pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile --ignore-scripts'],
    ['Yarn 1', { 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn install --frozen-lockfile --ignore-scripts'],
    ['Yarn', { 'yarn.lock': '__metadata:\n' }, 'yarn install --immutable --mode=skip-build'],
    ['npm if there is no lockfile yet', {}, 'npm ci --ignore-scripts'],
  ])('uses the lockfile of %s, and no job downloads scenewright', async (_manager, lock, command) => {
    const text = await print(await projectIn({ ...project, 'package.json': named, ...lock }))
    expect(text.split('\n').filter(line => line.includes(command))).toHaveLength(3)
    expect(text).toContain(`- ${execInstalled} apply scenewright-plan-production.json`)
    expect(text).not.toMatch(/npx (?!--no-install )/)
  })

  test('uses the lockfile above the project, at the top of the repository', async () => {
    const cwd = await projectIn(
      {
        'bots/shop/scenewright.config.yaml': config({ production: inGit }),
        'package.json': named,
        'package-lock.json': '{ "packages": { "node_modules/scenewright": {} } }',
      },
      'bots/shop',
    )
    const { code, stderr } = await init(cwd, '--host', 'github')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('lockfile') })
    const { jobs } = parse(readFileSync(join(cwd, '../../.github/workflows/scenewright-bots-shop.yml'), 'utf8'))
    const install = jobs.check.steps.find(({ name }: { name?: string }) => name === 'Install')
    expect(install).toEqual({ name: 'Install', 'working-directory': '.', run: 'npm ci --ignore-scripts' })
  })

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['no package.json', {}, 'npm install --save-dev scenewright'],
    ['a package.json without scenewright', { 'package.json': '{}' }, 'npm install --save-dev scenewright'],
    ['a package.json that is not JSON', { 'package.json': '{' }, 'npm install --save-dev scenewright'],
    ['no lockfile', { 'package.json': named }, 'commit package-lock.json'],
    [
      'a lockfile without scenewright',
      { 'package.json': named, 'yarn.lock': '' },
      '`yarn install` and commit yarn.lock',
    ],
    [
      "Yarn's Plug'n'Play",
      { 'package.json': named, 'yarn.lock': '"scenewright@npm:^0.1.0":\n', '.pnp.cjs': '' },
      '`yarn config set nodeLinker node-modules && yarn install`',
    ],
    ['pnpm, and no scenewright', { 'package.json': '{}', 'pnpm-lock.yaml': '' }, '`pnpm add --save-dev scenewright`'],
  ])('with %s, the files are written with advice', async (_what, files, advice) => {
    const cwd = await projectIn({ ...project, ...files })
    const { code, stderr, files: written } = await init(cwd, '--host', 'github')
    expect({ code, written }).toEqual({ code: 0, written: [{ path: workflow, status: 'written' }] })
    expect(stderr).toContain(advice)
  })
})
