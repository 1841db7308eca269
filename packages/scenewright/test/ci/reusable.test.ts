import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { branchWith, commit, git, put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { unsetCredentials } from '../../src/commands/ci/install.ts'
import { copyOf, folderWith, type Outcome } from '../run.ts'
import { startGitlab } from './comment-hosts.ts'
import { otherCredentials, packageFiles, runScript } from './run-scripts.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Inputs = Readonly<Record<string, string>>

interface Input {
  readonly default: unknown
  readonly regex?: string
}

/** What is said in place of an expression: the input, else its default. */
function filled(text: string, inputs: Inputs, known: Readonly<Record<string, Input>>, form: RegExp): string {
  return text.replace(form, (_all, name: string) => String(inputs[name] ?? known[name]?.default))
}

const project = {
  ...packageFiles,
  'bots/a/scenewright.config.yaml': '',
  'bots/a/scenarios/a.test.yaml': 'triggers: [{ starts: a, messages: [red apples] }]\n',
  'bots/a/scenarios/a.scenario.yaml': source('[red apples, ripe apples, sweet apples]'),
}

function source(examples: string): string {
  return `title: Apples
trigger_description: The customer asks whether there are apples.
examples: ${examples}
clarification_label: Apples
flow:
  nodes:
    answer: { text: We have apples., next: done }
    done: END
`
}

/** A branch with a change that is risky, in a folder of its repository. */
async function changedProject(): Promise<string> {
  const cwd = await branchWith(project)
  put(cwd, { 'bots/a/scenarios/a.scenario.yaml': source('[red apples, ripe apples, green apples]') })
  commit(cwd)
  return cwd
}

/** The same as a run of CI has it: a clone of a remote. */
async function clonedProject(): Promise<string> {
  const config = [
    'environments:',
    '  production:',
    '    url: http://127.0.0.1:9',
    '    bot: 4f0c2d0e-0000-4000-8000-000000000000',
    '    state: { type: git }',
    '',
  ].join('\n')
  const origin = await folderWith({})
  git(origin, 'init', '--quiet', '--bare', '--initial-branch', 'main')
  const work = await branchWith({ ...project, 'bots/a/scenewright.config.yaml': config })
  git(work, 'remote', 'add', 'origin', origin)
  git(work, 'push', '--quiet', 'origin', 'main')
  put(work, { 'bots/a/scenarios/a.scenario.yaml': source('[red apples, ripe apples, green apples]') })
  commit(work)
  git(work, 'push', '--quiet', 'origin', 'HEAD:refs/heads/change')
  const cwd = await folderWith({})
  git(cwd, 'clone', '--quiet', '--branch', 'change', origin, '.')
  return cwd
}

describe('action.yml', () => {
  const { inputs: known, runs, outputs } = parse(read('action.yml'))
  const expression = /\$\{\{ inputs\.([\w-]+) \}\}/g

  async function runStep(
    name: string,
    cwd: string,
    given: { readonly inputs?: Inputs; readonly env?: Inputs; readonly programs?: Inputs },
  ): Promise<Outcome> {
    const { inputs = {}, programs = {} } = given
    const step = runs.steps.find((each: { name: string }) => each.name === name)
    const env = Object.fromEntries(
      Object.entries<string>(step.env ?? {}).map(([key, value]) => [key, filled(value, inputs, known, expression)]),
    )
    const folder = join(cwd, filled(step['working-directory'], inputs, known, expression))
    const files = {
      GITHUB_WORKSPACE: cwd,
      GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
      GITHUB_OUTPUT: join(cwd, 'output'),
    }
    return runScript(step.run, { cwd: folder, env: { ...files, ...env, ...given.env }, programs })
  }

  test('describes every input', () => {
    expect(Object.values<{ description: string }>(known).every(({ description }) => description.length > 10)).toBe(true)
    expect(Object.keys(outputs)).toEqual(['diff', 'page', 'plan'])
  })

  test('no script contains an expression, and each uses the given folder', () => {
    for (const { run, shell, 'working-directory': folder } of runs.steps) {
      expect(run).not.toContain('${{')
      expect(shell).toBe('bash')
      expect(folder).toMatch(/^\$\{\{ inputs\.working-directory \}\}$/)
    }
  })

  test('checks and tests a pull request, and reports its changes', async () => {
    const cwd = await changedProject()
    const inputs = { 'working-directory': 'bots/a', base: 'main' }
    for (const name of ['Check', 'Test', 'Diff']) {
      const outcome = await runStep(name, cwd, { inputs })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('sweet apples')
    expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe(
      'file=bots/a/scenewright-diff.md\npage=bots/a/scenewright-diff.html\n',
    )
    expect(readFileSync(join(cwd, 'bots/a/scenewright-diff.html'), 'utf8')).toContain('sweet apples')
    const failing = await runStep('Diff', cwd, { inputs: { ...inputs, 'fail-on': 'risky' } })
    expect(failing).toMatchObject({ code: 1, stderr: expect.stringContaining('example-removed') })
  })

  test('names no page that could not be made', async () => {
    const cwd = await changedProject()
    const inputs = { 'working-directory': 'bots/a', base: 'nowhere' }
    expect(await runStep('Diff', cwd, { inputs })).toMatchObject({ code: 2 })
    expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe('file=bots/a/scenewright-diff.md\n')
  })

  test('in a fresh clone every step runs with the variables that GitHub sets for a pull request', async () => {
    const cwd = await clonedProject()
    const inputs = { 'working-directory': 'bots/a', environment: 'production', 'fail-on': 'breaking' }
    const env = { GITHUB_ACTIONS: 'true', CI: 'true', GITHUB_WORKSPACE: cwd, GITHUB_BASE_REF: 'main' }
    for (const { name } of runs.steps) {
      const outcome = await runStep(name, cwd, { inputs, env })
      expect({ name, ...outcome }, outcome.stderr).toMatchObject({ name, code: 0 })
    }
    expect(readFileSync(join(cwd, 'output'), 'utf8').trimEnd().split('\n')).toEqual([
      'file=bots/a/scenewright-diff.md',
      'page=bots/a/scenewright-diff.html',
      'file=bots/a/scenewright-plan.md',
    ])
    const summary = readFileSync(join(cwd, 'summary.md'), 'utf8')
    expect(summary).toMatch(/sweet apples[\s\S]*scenewright plan.*production[\s\S]*1 create/)
    expect(readFileSync(join(cwd, 'bots/a/scenewright-tests.xml'), 'utf8')).toContain('<testsuites')
  })

  test.each<[string, Inputs, string]>([
    ['npm', { 'package-lock.json': '{}' }, 'npm ci --ignore-scripts'],
    ['pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile --ignore-scripts'],
    ['Yarn 1', { 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn install --frozen-lockfile --ignore-scripts'],
    ['Yarn', { 'yarn.lock': '__metadata:\n' }, 'yarn install --immutable --mode=skip-build'],
  ])('installs from the lockfile of %s, in the folder of it, without any secret', async (_manager, lock, command) => {
    const cwd = await folderWith({ ...lock, 'bots/a/scenewright.config.yaml': '' })
    const say = (name: string) =>
      `echo "${name} $* in \${PWD##*/} with" $(env | grep -cE '^(SCENEWRIGHT_|AWS_|GITHUB_TOKEN)')`
    const programs = { npm: say('npm'), pnpm: say('pnpm'), yarn: say('yarn'), corepack: '' }
    const env = { ...otherCredentials, SCENEWRIGHT_API_KEY: 'a key', GITHUB_TOKEN: 'a token' }
    const inputs = { 'working-directory': 'bots/a' }
    const { code, stdout } = await runStep('Install', cwd, { inputs, env, programs })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${command} in ${basename(cwd)} with 0\n` })
  })

  test('without a lockfile the install prints a remedy, and does not look outside of the checkout', async () => {
    const above = await folderWith({ 'package-lock.json': '{}', 'checkout/bots/a/scenewright.config.yaml': '' })
    const inputs = { 'working-directory': 'bots/a' }
    const { code, stdout } = await runStep('Install', join(above, 'checkout'), { inputs })
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout: expect.stringMatching(/^::error::.*`npm install --save-dev scenewright`/),
    })
  })

  test.each([
    [0, 0],
    [3, 3],
    [4, 0],
    [5, 5],
  ])('a plan that exits with %i ends the step with %i, and its output is in the summary', async (ended, code) => {
    const cwd = await folderWith({})
    const inputs = { environment: 'production' }
    const outcome = await runStep('Plan', cwd, { inputs, programs: { npx: `echo a plan; exit ${ended}` } })
    expect(outcome.code).toBe(code)
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toBe('a plan\n')
  })

  test('a failing conversation test is shown in the log, and saved as a report', async () => {
    const cwd = await folderWith({
      'scenewright.config.yaml': '',
      'scenarios/a.scenario.yaml': source('[red apples, ripe apples, sweet apples]'),
      'scenarios/a.test.yaml': 'triggers: [{ starts: a, messages: [how is the weather] }]\n',
    })
    const outcome = await runStep('Test', cwd, {})
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('how is the weather') })
    expect(readFileSync(join(cwd, 'scenewright-tests.xml'), 'utf8')).toContain('<failure')
  })

  test('a push is checked completely, and compared with nothing', async () => {
    const cwd = await copyOf('shop')
    expect(await runStep('Check', cwd, {})).toMatchObject({ code: 0 })
    expect(await runStep('Diff', cwd, {})).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })
})

describe('templates/scenewright.yml', () => {
  const [head, body = ''] = read('templates/scenewright.yml').split(/^---$/m)
  const { inputs: known } = parse(head ?? '').spec

  function jobs(inputs: Inputs): Record<string, { readonly script: readonly string[]; readonly variables: Inputs }> {
    return parse(filled(body, inputs, known, /\$\[\[ inputs\.([\w-]+) \]\]/g))
  }

  function runJob(
    name: string,
    cwd: string,
    given: { readonly inputs: Inputs; readonly env: Inputs },
  ): Promise<Outcome> {
    const job = jobs(given.inputs)[name]
    return runScript(job?.script.join('\n') ?? 'exit 9', { cwd, env: { ...job?.variables, ...given.env } })
  }

  test('uses every input', () => {
    expect(parseAllDocuments(read('templates/scenewright.yml'))).toHaveLength(2)
    for (const name of Object.keys(known)) expect(body).toContain(`$[[ inputs.${name} ]]`)
  })

  test('an input in a script cannot contain shell syntax', () => {
    const scripts = [...body.matchAll(/^ +(?:- )?(?:cd|reports=|npx|mkdir|if ! grep).*$/gm)].join('\n')
    const inScripts = [...scripts.matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name)
    expect(new Set(inScripts)).toEqual(new Set(['folder']))
    for (const name of inScripts) expect(new RegExp(known[name].regex).test('a b;$(c)')).toBe(false)
  })

  test('checks and tests a merge request, reports its changes, and writes them into a note', async () => {
    const cwd = await changedProject()
    const inputs = { folder: 'bots/a' }
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: 'main', CI_JOB_URL: 'https://gitlab.example.com/o/r/-/jobs/9' }
    const outcome = await runJob('scenewright-check', cwd, { inputs, env: { ...env, ...otherCredentials } })
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'bots/a/scenewright-diff.md'), 'utf8')).toContain('sweet apples')
    const host = await startGitlab()
    const own = { ...host.env, CI_DEFAULT_BRANCH: 'main', CI_REPOSITORY_URL: cwd }
    expect(await runJob('scenewright-comment', cwd, { inputs, env: own })).toMatchObject({ code: 0 })
    expect(host.comments.map(({ body: text }) => text)).toEqual([
      expect.stringMatching(
        /\(https:\/\/gitlab[\w./-]+\/9\/artifacts\/file\/bots\/a\/scenewright-diff.html\)[\s\S]*sweet apples/,
      ),
    ])
    expect(readFileSync(join(cwd, 'bots/a/scenewright-diff.html'), 'utf8')).toContain('sweet apples')
    const failing = await runJob('scenewright-check', cwd, { inputs: { ...inputs, 'fail-on': 'risky' }, env })
    expect(failing).toMatchObject({ code: 1 })
  })

  test('in a fresh clone there is a plan next to the diff, with the variables of GitLab for a merge request', async () => {
    const cwd = await clonedProject()
    const inputs = { folder: 'bots/a', environment: 'production', 'fail-on': 'breaking' }
    const base = git(cwd, 'merge-base', 'origin/main', 'HEAD').trim()
    const env = {
      CI: 'true',
      GITLAB_CI: 'true',
      CI_PROJECT_DIR: cwd,
      CI_COMMIT_SHA: git(cwd, 'rev-parse', 'HEAD').trim(),
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    }
    const outcome = await runJob('scenewright-check', cwd, { inputs, env })
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(join(cwd, 'bots/a/gl-code-quality-report.json'), 'utf8'))).toEqual([])
    const host = await startGitlab()
    const url = git(cwd, 'remote', 'get-url', 'origin').trim()
    const own = { ...env, ...host.env, CI_DEFAULT_BRANCH: 'main', CI_REPOSITORY_URL: url }
    expect(await runJob('scenewright-comment', cwd, { inputs, env: own })).toMatchObject({ code: 0 })
    expect(host.comments.map(({ body: text }) => text)).toEqual([
      expect.stringMatching(/^<!-- scenewright:comment bots\/a -->\n[\s\S]*sweet apples[\s\S]*1 create/),
    ])
  })

  test('without a lockfile the job prints a remedy, and does not look outside of the checkout', async () => {
    const above = await folderWith({ 'package-lock.json': '{}', 'checkout/.git/config': '' })
    const outcome = await runJob('scenewright-check', join(above, 'checkout'), { inputs: {}, env: {} })
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('npm install --save-dev scenewright') })
  })

  test('a merge request is compared and planned as it will be merged', async () => {
    const cwd = await clonedProject()
    const base = git(cwd, 'merge-base', 'origin/main', 'HEAD').trim()
    git(cwd, 'switch', '--quiet', 'main')
    const pears = source('[green pears, ripe pears, yellow pears]').replaceAll(/apples/gi, 'pears')
    put(cwd, { 'bots/a/scenarios/pears.scenario.yaml': pears })
    commit(cwd)
    git(cwd, 'push', '--quiet', 'origin', 'main')
    git(cwd, 'switch', '--quiet', 'change')
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }
    const inputs = { folder: 'bots/a', environment: 'production' }
    const outcome = await runJob('scenewright-check', cwd, {
      inputs,
      env: { ...env, CI_JOB_URL: 'https://g.example/9' },
    })
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    const report = (name: string) => readFileSync(join(cwd, `bots/a/scenewright-${name}.md`), 'utf8')
    expect(report('plan')).toContain('2 create')
    expect(report('diff')).toMatch(/1 scenario differs/)
    expect(report('diff')).not.toContain('pears')
  })

  test.each([
    ['person/fork', 0],
    ['team/shop', 1],
  ])('a state that cannot be read fails a merge request, but not one from a fork: %s', async (path, code) => {
    const cwd = await clonedProject()
    git(cwd, 'remote', 'set-url', 'origin', '/nowhere/shop.git')
    const env = { CI_MERGE_REQUEST_PROJECT_PATH: 'team/shop', CI_PROJECT_PATH: path }
    const base = { CI_MERGE_REQUEST_DIFF_BASE_SHA: git(cwd, 'rev-parse', 'origin/main').trim(), CI_JOB_URL: '' }
    const inputs = { folder: 'bots/a', environment: 'production' }
    const outcome = await runJob('scenewright-check', cwd, { inputs, env: { ...env, ...base } })
    expect(outcome.code, outcome.stderr).toBe(code)
    expect(readFileSync(join(cwd, 'bots/a/scenewright-plan.md'), 'utf8')).toContain('there is no plan')
  })

  test('removes credentials as the files of ci init do', () => {
    for (const path of ['action.yml', 'templates/scenewright.yml']) expect(read(path)).toContain(unsetCredentials)
  })

  test.each(['', 'bots/', 'bots/a/'])('the note is written if "%spackage.json" names scenewright', async folder => {
    const host = await startGitlab()
    const names = { ...packageFiles, 'package.json': '{}', [`${folder}package.json`]: packageFiles['package.json'] }
    const cwd = await folderWith({ 'bots/a/scenewright-diff.md': 'a diff\n' })
    const env = { ...host.env, CI_DEFAULT_BRANCH: 'main', CI_REPOSITORY_URL: await repositoryWith(names) }
    const outcome = await runJob('scenewright-comment', cwd, { inputs: { folder: 'bots/a' }, env })
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    expect(host.comments.map(({ body: text }) => text)).toEqual([expect.stringContaining('a diff')])
  })

  test('a default branch without scenewright gets no note, and the job does not fail', async () => {
    const host = await startGitlab()
    const cwd = await changedProject()
    const env = { ...host.env, CI_DEFAULT_BRANCH: 'main', CI_REPOSITORY_URL: await repositoryWith({ README: '' }) }
    const outcome = await runJob('scenewright-comment', cwd, { inputs: { folder: 'bots/a' }, env })
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('No comment') })
    expect(host.writes).toEqual([])
  })

  test('a failed check is reported in the log too, and later steps still run', async () => {
    const cwd = await folderWith({
      ...packageFiles,
      'scenewright.config.yaml': '',
      'scenarios/a.scenario.yaml': source('[red apples, ripe apples, sweet apples]').replace(
        'next: done',
        'next: dnoe',
      ),
      'scenarios/a.test.yaml': 'triggers: [{ starts: none, messages: [how is the weather] }]\n',
    })
    const outcome = await runJob('scenewright-check', cwd, { inputs: {}, env: {} })
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('dnoe') })
    expect(JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))).not.toEqual([])
    expect(readFileSync(join(cwd, 'scenewright-tests.xml'), 'utf8')).toContain('<testsuites')
  })

  test('the default branch is checked as a whole', async () => {
    const cwd = await folderWith(
      Object.fromEntries(Object.entries(project).map(([path, text]) => [path.replace(/^bots\/a\//, ''), text])),
    )
    expect(await runJob('scenewright-check', cwd, { inputs: {}, env: {} })).toMatchObject({ code: 0 })
  })
})
