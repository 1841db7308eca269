import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { bareEnvironment, commit, git, put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { ciHosts } from '../../src/commands/ci/hosts.ts'
import { readInstall } from '../../src/commands/ci/install.ts'
import { bin, folderWith } from '../run.ts'
import { startGithub, startGitlab, token } from './comment-hosts.ts'
import { githubScripts, gitlabScript, packageFiles, realPrograms, runScript } from './run-scripts.ts'
import { deployed, workspace } from './setups.ts'

// Here npm and npx are the real ones. The registry is a tarball on disk, so that nothing is downloaded.
const real = realPrograms()

/** A package `scenewright` whose command runs these lines of a shell; as a tarball. */
async function packageThat(lines: string): Promise<string> {
  const manifest = { name: 'scenewright', version: '0.1.0', bin: 'run.sh', scripts: { install: `${lines}\n` } }
  const folder = await folderWith({
    'package/package.json': JSON.stringify(manifest),
    'package/run.sh': `#!/bin/bash\n${lines}\n`,
  })
  execFileSync('tar', ['-czf', join(folder, 'scenewright.tgz'), '-C', folder, 'package'])
  return join(folder, 'scenewright.tgz')
}

let good: string
/** The project of a pull request whose package writes its environment to a file. */
let hostileProject: Readonly<Record<string, string>>
let stolen: string
let main: { readonly url: string; lockfile(): Readonly<Record<string, string>> }

beforeAll(async () => {
  stolen = join(await folderWith({}), 'stolen')
  good = await packageThat(`exec "${bin}" "$@"`)
  hostileProject = await lockedProject(await packageThat(`env >> "${stolen}"`))
  const url = await repositoryWith(await lockedProject(good))
  main = { url, lockfile: () => filesIn(url, ['package.json', 'package-lock.json']) }
})

/** A package.json and a lockfile, as `npm install --save-dev` writes them. */
async function lockedProject(tarball: string): Promise<Record<string, string>> {
  const cwd = await folderWith({ 'package.json': '{ "private": true }\n' })
  const args = ['install', '--save-dev', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball]
  execFileSync('npm', args, { cwd, env: { ...bareEnvironment, HOME: cwd }, stdio: 'pipe' })
  return filesIn(cwd, ['package.json', 'package-lock.json'])
}

function filesIn(folder: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** A pull request that names its own package, and tells npm to run its own programs. */
async function hostileClone(): Promise<string> {
  const cwd = await folderWith({})
  git(cwd, 'clone', '--quiet', main.url, '.')
  git(cwd, 'switch', '--quiet', '--create', 'change')
  put(cwd, {
    ...hostileProject,
    '.npmrc': `ignore-scripts=false\nscript-shell=${join(cwd, 'evil.sh')}\ngit=${join(cwd, 'evil.sh')}\n`,
    'evil.sh': `#!/bin/bash\nenv >> "${stolen}"\n`,
    'scenewright-diff.md': 'a diff\n',
  })
  execFileSync('chmod', ['+x', join(cwd, 'evil.sh')])
  commit(cwd)
  return cwd
}

test('the version in the lockfile is installed without its scripts, and runs', async () => {
  const cwd = await folderWith(main.lockfile())
  const scripts = githubScripts(ciHosts.github.render(deployed), 'check')
  const installed = await runScript(scripts.get('Install') ?? 'exit 9', { cwd, env: {}, programs: real })
  expect(installed, installed.stderr).toMatchObject({ code: 0 })
  const { code, stdout } = await runScript('npx --no-install scenewright --version', { cwd, env: {}, programs: real })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test('on GitLab, a merge request with its own package and .npmrc does not get the token of the comment', async () => {
  const host = await startGitlab()
  const cwd = await hostileClone()
  const env = { ...host.env, CI_DEFAULT_BRANCH: 'main', CI_REPOSITORY_URL: main.url }
  const script = gitlabScript(ciHosts.gitlab.render(deployed), 'comment')
  const outcome = await runScript(script, { cwd, env, programs: real })
  expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining('a diff')])
  expect(existsSync(stolen)).toBe(false)
  // The same package does take the token where it is installed from the merge request.
  await runScript('npm ci --ignore-scripts && npx --no-install scenewright', { cwd, env, programs: real })
  expect(readFileSync(stolen, 'utf8')).toContain(token)
  writeFileSync(stolen, '')
})

/** As actions/checkout does it in the comment job. */
function checkOutForComment(
  cwd: string,
  workflow: string,
  urls: { readonly pull: string; readonly main: string },
): void {
  const { ref, 'sparse-checkout': patterns } = parse(workflow).jobs.comment.steps[0].with
  git(cwd, 'clone', '--quiet', '--no-checkout', '--branch', ref, urls.pull, '.')
  git(cwd, 'fetch', '--quiet', urls.main, 'main')
  git(cwd, 'sparse-checkout', 'set', '--no-cone', ...patterns.trim().split('\n'))
  git(cwd, 'checkout', '--quiet', 'FETCH_HEAD')
}

test('on GitHub, the checkout of the comment job contains only the lockfile of the deployed branch', async () => {
  const host = await startGithub()
  const pull = await hostileClone()
  const [cwd, runner] = [
    await folderWith({}),
    await folderWith({ 'event.json': '{ "pull_request": { "number": 7 } }' }),
  ]
  const workflow = ciHosts.github.render(deployed)
  checkOutForComment(cwd, workflow, { pull, main: main.url })
  const scripts = githubScripts(workflow, 'comment')
  const gh = `mkdir -p "$RUNNER_TEMP/reports" && cp "${pull}"/* "${pull}/.npmrc" "$RUNNER_TEMP/reports/"`
  const run = { RUNNER_TEMP: runner, GITHUB_OUTPUT: join(runner, 'output'), GITHUB_RUN_ID: '1' }
  for (const name of ['Install', 'Reports', 'Comment']) {
    const env = { ...run, ...(name !== 'Install' && { ...host.env, GITHUB_EVENT_PATH: join(runner, 'event.json') }) }
    const outcome = await runScript(scripts.get(name) ?? 'exit 9', { cwd, env, programs: { ...real, gh } })
    expect({ name, ...outcome }, outcome.stderr).toMatchObject({ name, code: 0 })
  }
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining('a diff')])
  expect(existsSync(stolen) ? readFileSync(stolen, 'utf8') : '').not.toContain(token)
})

/** A project whose package is a file that is committed next to the lockfile. */
async function projectWithPackedPackage(): Promise<string> {
  const cwd = await repositoryWith({ 'package.json': '{ "private": true }\n', 'scenewright-diff.md': 'a diff\n' })
  copyFileSync(good, join(cwd, 'scenewright-0.1.0.tgz'))
  const args = ['install', '--save-dev', '--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', [...args, './scenewright-0.1.0.tgz'], {
    cwd,
    env: { ...bareEnvironment, HOME: cwd },
    stdio: 'pipe',
  })
  put(cwd, { '.gitignore': 'node_modules\n.npm\n' })
  commit(cwd)
  return cwd
}

test('the comment job installs a package that is a committed file', async () => {
  const url = await projectWithPackedPackage()
  const workflow = ciHosts.github.render(deployed)
  const onGithub = await folderWith({})
  checkOutForComment(onGithub, workflow, { pull: url, main: url })
  const env = { GITHUB_OUTPUT: join(await folderWith({}), 'output') }
  const install = githubScripts(workflow, 'comment').get('Install') ?? 'exit 9'
  const installed = await runScript(install, { cwd: onGithub, env, programs: real })
  expect(installed, installed.stderr).toMatchObject({ code: 0 })

  const host = await startGitlab()
  const run = { ...host.env, CI_DEFAULT_BRANCH: 'main', CI_REPOSITORY_URL: url }
  const script = gitlabScript(ciHosts.gitlab.render(deployed), 'comment')
  const outcome = await runScript(script, { cwd: url, env: run, programs: real })
  expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining('a diff')])
})

test.each([
  [
    'pnpm-lock.yaml',
    'lockfileVersion: 9',
    ['.pnpmfile.cjs', '.pnpmfile.mjs', 'packages/a.tgz', 'patches/a@1.0.0.patch'],
  ],
  ['yarn.lock', '__metadata:', ['.yarn/patches/a.patch', '.yarn/releases/yarn.cjs', 'a.tgz']],
  ['yarn.lock', '# yarn lockfile v1', ['a.tgz']],
])('with %s (%s), the comment job checks out what the install reads', async (lockfile, text, files) => {
  const others = ['evil.sh', 'scenarios/a.scenario.yaml']
  const url = await repositoryWith(
    Object.fromEntries([...files, ...others, 'package.json', lockfile].map(path => [path, `${text}\n`])),
  )
  const { install } = readInstall(url, url)
  const cwd = await folderWith({})
  checkOutForComment(cwd, ciHosts.github.render({ ...deployed, install }), { pull: url, main: url })
  const tracked = git(cwd, 'ls-files', '-t')
    .split('\n')
    .filter(line => line.startsWith('H '))
  expect(tracked.map(line => line.slice(2))).toEqual([...files, 'package.json', lockfile].toSorted())
})

test.each(['', 'bots/', 'bots/shop/'])(
  'the comment job installs from the lockfile at the top if "%spackage.json" names scenewright',
  async folder => {
    const names = { ...packageFiles, 'package.json': '{}', [`${folder}package.json`]: packageFiles['package.json'] }
    const url = await repositoryWith({ ...names, 'bots/shop/scenewright.config.yaml': '' })
    const output = join(await folderWith({}), 'output')
    const script = githubScripts(ciHosts.github.render(workspace), 'comment').get('Install') ?? 'exit 9'
    expect(await runScript(script, { cwd: url, env: { GITHUB_OUTPUT: output } })).toMatchObject({ code: 0 })
    expect(readFileSync(output, 'utf8')).toBe('installed=true\n')
  },
)

test('a checkout without scenewright installs nothing, and says so', async () => {
  const cwd = await folderWith({ 'package.json': '{}' })
  const output = join(cwd, 'output')
  writeFileSync(output, '')
  const script = githubScripts(ciHosts.github.render(deployed), 'comment').get('Install') ?? 'exit 9'
  const { code, stdout } = await runScript(script, { cwd, env: { GITHUB_OUTPUT: output } })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^::notice::/) })
  expect(readFileSync(output, 'utf8')).toBe('')
})
