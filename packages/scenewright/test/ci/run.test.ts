import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startFaultProxy } from '../../../deployer/test/crash/fault-proxy.ts'
import { git, put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { ciHosts } from '../../src/commands/ci/hosts.ts'
import { type LocalService, localService } from '../local-service.ts'
import { bin, folderWith, scenewright } from '../run.ts'
import { startGithub, startGitlab } from './comment-hosts.ts'
import { githubScripts, gitlabScript, otherCredentials, packageFiles, realPrograms, runScript } from './run-scripts.ts'
import { deployed } from './setups.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

/** A clone of a project that deploys to the service with its state in git, and what `ci init` wrote into it. */
async function clonedProject(
  url = service.url,
): Promise<{ readonly cwd: string; readonly bot: string; read(path: string): string }> {
  const { unique_id: bot } = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  const [origin, cwd] = [await folderWith({}), await folderWith({})]
  git(origin, 'init', '--quiet', '--bare', '--initial-branch', 'main')
  await scenewright(['init'], { cwd })
  put(cwd, {
    ...packageFiles,
    'scenewright.config.yaml': [
      'environments:',
      '  production:',
      `    url: ${url}`,
      `    bot: ${bot}`,
      '    state: { type: git }',
      '',
    ].join('\n'),
  })
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  git(cwd, 'remote', 'add', 'origin', origin)
  expect(await scenewright(['state', 'init'], { cwd })).toMatchObject({ code: 0 })
  for (const host of ['github', 'gitlab']) {
    expect(await scenewright(['ci', 'init', '--host', host], { cwd })).toMatchObject({ code: 0 })
  }
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '--quiet', '--message', 'the first')
  git(cwd, 'push', '--quiet', 'origin', 'main')
  git(cwd, 'fetch', '--quiet', 'origin')
  return { cwd, bot: String(bot), read: path => readFileSync(join(cwd, path), 'utf8') }
}

interface Scenario {
  readonly key: string
  readonly is_active: boolean
  readonly hold?: { readonly reason: string }
}

const wrong = 'title: a\ntrigger_description: b\nflow: { nodes: { a: { text: b, next: c } } }\n'

const change = {
  'scenarios/delivery/gifts.scenario.yaml': `title: Gifts
trigger_description: The customer asks whether an order can be wrapped as a gift.
examples:
  - Can you wrap it as a gift?
  - gift wrapping
  - I want this as a present with a bow
clarification_label: Gift wrapping
flow:
  nodes:
    wrapped:
      text: We wrap gifts for free.
      next: done
    done: END
`,
}

describe('the files of ci init for GitHub', () => {
  test('checks, tests and plans a pull request without any account, then deploys merged changes', async () => {
    const { cwd, read } = await clonedProject()
    const workflow = read('.github/workflows/scenewright.yml')
    const summary = join(await folderWith({}), 'summary.md')
    const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: cwd, GITHUB_STEP_SUMMARY: summary, CI: 'true' }
    git(cwd, 'switch', '--quiet', '--create', 'work')
    put(cwd, change)
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'gifts')

    const check = githubScripts(workflow, 'check')
    const forRequest = { BASE: 'origin/main', PAGE_URL: 'https://github.com/o/r/actions/runs/1/artifacts/2' }
    expect([...check.keys()]).toEqual(['Install', 'Check the changes', 'Test', 'Diff', 'Plan', 'Link the page'])
    for (const script of check.values()) {
      const outcome = await runScript(script, { cwd, env: { ...env, ...forRequest } })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(read('scenewright-tests.xml')).toContain('<testsuites')
    expect(read('scenewright-plan.md')).toMatch(/^<!-- scenewright:plan production -->\n.*3 create/)
    expect(read('scenewright-diff.md')).toMatch(
      /^<!-- scenewright:diff -->\n\n\[The diff as a page\]\(https:\/\/github[\w./]+\/2\)\n[\s\S]*delivery\/gifts/,
    )
    expect(read('scenewright-diff.html')).toContain('delivery/gifts')
    expect(readFileSync(summary, 'utf8')).toContain('delivery/gifts')

    const runner = await folderWith({})
    const run = { ...env, RUNNER_TEMP: runner, GITHUB_OUTPUT: join(runner, 'output') }
    const [planned, deploy] = ['plan-production', 'deploy-production'].map(job => githubScripts(workflow, job))
    for (const name of ['Install', 'Check', 'Test', 'Plan']) {
      const outcome = await runScript(planned?.get(name) ?? 'exit 9', { cwd, env: run })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(readFileSync(run.GITHUB_OUTPUT, 'utf8')).toBe('changes=true\n')
    put(join(runner, 'plan'), { 'plan.json': readFileSync(join(runner, 'plan.json'), 'utf8') })
    for (const name of ['Install', 'Apply']) {
      const account = name === 'Apply' ? service.env : {}
      const outcome = await runScript(deploy?.get(name) ?? 'exit 9', { cwd, env: { ...run, ...account } })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(existsSync(join(cwd, '.scenewright/receipts/production.ndjson'))).toBe(true)
    expect(git(cwd, 'ls-remote', 'origin')).toContain('refs/scenewright/production')
    const empty = await runScript(planned?.get('Plan') ?? 'exit 9', { cwd, env: run })
    expect(empty, empty.stderr).toMatchObject({ code: 0 })
    expect(readFileSync(run.GITHUB_OUTPUT, 'utf8')).toBe('changes=true\nchanges=false\n')
    const again = await runScript(check.get('Plan') ?? 'exit 9', { cwd, env })
    expect(again.code).toBe(0)
    expect(read('scenewright-plan.md')).toContain('Nothing to do')
  })

  test.each<[number, string, number, string]>([
    [0, 'a plan', 0, 'changes=false\n'],
    [2, 'a plan', 0, 'changes=true\n'],
    [4, 'a plan', 0, 'changes=true\n'],
    [3, 'a plan', 3, ''],
    [2, '', 2, ''],
  ])(
    'a plan for a deploy that exits with %i and writes %j ends the step with %i',
    async (ended, left, code, output) => {
      const runner = await folderWith({ output: '' })
      const env = { RUNNER_TEMP: runner, GITHUB_OUTPUT: join(runner, 'output'), GITHUB_STEP_SUMMARY: '/dev/null' }
      const script = githubScripts(ciHosts.github.render(deployed), 'plan-production').get('Plan') ?? 'exit 9'
      const npx = `printf '${left}' > "$RUNNER_TEMP/plan.json"; exit ${ended}`
      expect(await runScript(script, { cwd: runner, env, programs: { npx } })).toMatchObject({ code })
      expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toBe(output)
    },
  )

  test('a failed check logs its errors, and so does a test', async () => {
    const { cwd, read } = await clonedProject()
    const workflow = read('.github/workflows/scenewright.yml')
    put(cwd, {
      'scenarios/wrong.test.yaml': 'triggers: [{ starts: delivery/cost, messages: [delivery time] }]\n',
      'scenarios/wrong.scenario.yaml': wrong,
    })
    const deploy = githubScripts(workflow, 'plan-production')
    const check = await runScript(deploy.get('Check') ?? 'exit 9', { cwd, env: {} })
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('::error') })
    const tested = await runScript(deploy.get('Test') ?? 'exit 9', { cwd, env: {} })
    expect(tested).toMatchObject({ code: 1, stdout: expect.stringContaining('FAIL') })
  })

  test('a pull request whose sources have errors gets its diff all the same, and an old comment is replaced', async () => {
    const { cwd, read } = await clonedProject()
    const workflow = read('.github/workflows/scenewright.yml')
    const runner = await folderWith({ 'event.json': '{ "pull_request": { "number": 7 } }' })
    const env = { RUNNER_TEMP: runner, GITHUB_RUN_ID: '12', GITHUB_STEP_SUMMARY: join(runner, 'summary.md') }
    git(cwd, 'switch', '--quiet', '--create', 'work')
    put(cwd, { 'scenarios/wrong.scenario.yaml': wrong })
    const check = githubScripts(workflow, 'check')
    const codes: Record<string, number | null> = {}
    for (const name of ['Check the changes', 'Test', 'Diff', 'Plan']) {
      codes[name] = (await runScript(check.get(name) ?? 'exit 9', { cwd, env: { ...env, BASE: 'origin/main' } })).code
    }
    expect(codes).toEqual({ 'Check the changes': 1, Test: 0, Diff: 0, Plan: 2 })
    const host = await startGithub()
    host.comments.push({ id: 1, body: '<!-- scenewright:comment -->\nan old plan\n', by: 'bot' })
    const scripts = githubScripts(workflow, 'comment')
    const gh = `mkdir -p "$RUNNER_TEMP/reports" && cp "${cwd}"/scenewright-*.md "$RUNNER_TEMP/reports"`
    const own = { ...host.env, ...env, GITHUB_EVENT_PATH: join(runner, 'event.json') }
    for (const name of ['Reports', 'Comment']) {
      expect(await runScript(scripts.get(name) ?? 'exit 9', { cwd, env: own, programs: { gh } })).toMatchObject({
        code: 0,
      })
    }
    expect(host.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/new scenario[\s\S]*the plan of this change could not be created/),
    ])
  })

  test('a run that ends before the reports exist replaces the old comment too', async () => {
    const host = await startGithub()
    host.comments.push({ id: 1, body: '<!-- scenewright:comment -->\nan old plan\n', by: 'bot' })
    const cwd = await folderWith({ ...packageFiles, 'event.json': '{ "pull_request": { "number": 7 } }' })
    const scripts = githubScripts(ciHosts.github.render(deployed), 'comment')
    const env = { ...host.env, RUNNER_TEMP: await folderWith({}), GITHUB_EVENT_PATH: join(cwd, 'event.json') }
    for (const name of ['Reports', 'Comment']) {
      const outcome = await runScript(scripts.get(name) ?? 'exit 9', { cwd, env, programs: { gh: 'exit 1' } })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(host.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('the diff of this change could not be created'),
    ])
  })

  test('a person deactivates, holds, releases and rolls back with a form, and no form input is executed', async () => {
    const { cwd, read } = await clonedProject()
    const script = githubScripts(read('.github/workflows/scenewright.yml'), 'operate').get('Operate') ?? 'exit 9'
    const source = 'scenarios/delivery/cost.scenario.yaml'
    for (const price of ['4 euros', '5 euros']) {
      put(cwd, { [source]: read(source).replace('4 euros', price) })
      git(cwd, 'commit', '--quiet', '--all', '--allow-empty', '--message', price)
      expect(await scenewright(['apply', '--yes'], { cwd, env: service.env })).toMatchObject({ code: 0 })
    }
    const operate = async (ACTION: string, KEYS: string, HOLD = '', TO = '') => {
      const env = { ...service.env, ENVIRONMENT: 'production', ACTION, KEYS, HOLD, TO }
      const { code, stderr } = await runScript(script, { cwd, env })
      const { stdout } = await scenewright(['status', '--format', 'json'], { cwd })
      const of: readonly Scenario[] = JSON.parse(stdout).scenarios
      return { code, stderr, scenarios: of.map(({ key, is_active, hold }) => [key, is_active, hold?.reason]) }
    }
    const reason = '--to "x"; $(touch ran)'
    expect(await operate('deactivate', 'delivery/cost  delivery/times', reason)).toMatchObject({
      code: 0,
      scenarios: [
        ['delivery/cost', false, reason],
        ['delivery/times', false, reason],
      ],
    })
    expect(await operate('release', 'delivery/cost delivery/times')).toMatchObject({
      code: 0,
      scenarios: [
        ['delivery/cost', false, undefined],
        ['delivery/times', false, undefined],
      ],
    })
    const first = git(cwd, 'rev-parse', 'HEAD~1').trim()
    expect(await operate('rollback', 'delivery/cost', 'wrong price', first)).toMatchObject({
      code: 0,
      scenarios: expect.arrayContaining([['delivery/cost', expect.any(Boolean), 'wrong price']]),
    })
    expect(await operate('deactivate', '--config $(touch ran)')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"--config"'),
    })
    expect(await operate('rollback', 'delivery/cost', '', '"$(touch ran)')).toMatchObject({ code: 2 })
    expect(await operate('status', 'delivery/cost')).toMatchObject({ code: 2 })
    expect(existsSync(join(cwd, 'ran'))).toBe(false)
  })

  test('a failed deploy lists open requests in the summary', async () => {
    const { cwd, read } = await clonedProject()
    const deploy = githubScripts(read('.github/workflows/scenewright.yml'), 'deploy-production')
    const refused = await runScript(deploy.get('Apply') ?? 'exit 9', { cwd, env: {} })
    expect(refused.code).toBe(2)
    const summary = join(await folderWith({}), 'summary.md')
    const said = await runScript(deploy.get('Open requests') ?? 'exit 9', {
      cwd,
      env: { GITHUB_STEP_SUMMARY: summary },
    })
    expect(said.code).toBe(0)
    expect(readFileSync(summary, 'utf8')).toMatch(/Exit code 4 means[\s\S]*nothing applied yet/)
  })

  test('a canceled deploy ends cleanly', async () => {
    const proxy = await startFaultProxy(service.url)
    onTestFinished(() => proxy.close())
    const { cwd, bot, read } = await clonedProject(proxy.url)
    mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true })
    symlinkSync(bin, join(cwd, 'node_modules/.bin/scenewright'))
    const runner = await folderWith({ 'plan/plan.json': '' })
    const plan = ['plan', '--env', 'production', '--out', join(runner, 'plan/plan.json')]
    expect(await scenewright(plan, { cwd })).toMatchObject({ code: 0 })
    const apply = githubScripts(read('.github/workflows/scenewright.yml'), 'deploy-production').get('Apply') ?? 'exit 9'
    const { code } = await runScript(apply, {
      cwd,
      env: { ...service.env, RUNNER_TEMP: runner },
      programs: { npx: realPrograms().npx },
      // Sent while the first request has no answer.
      started: script => {
        proxy.of(bot).fault = { at: 1, kind: 'a time-out, done', act: () => script.kill('SIGTERM') }
      },
    })
    expect(code).toBe(143)
    const { stdout } = await scenewright(['status'], { cwd })
    expect(stdout).toContain('create open')
  })

  test('the comment contains the reports of the run, and is always the same one', async () => {
    const host = await startGithub()
    const cwd = await folderWith({ ...packageFiles, 'event.json': '{ "pull_request": { "number": 7 } }' })
    const scripts = githubScripts(ciHosts.github.render(deployed), 'comment')
    const runner = await folderWith({})
    const gh = `[ "$*" = "run download 12 --repo o/r --name scenewright-reports --dir $RUNNER_TEMP/reports" ] || exit 9
cd "$RUNNER_TEMP"
mkdir -p reports && echo "the plan of $ROUND" > reports/scenewright-plan.md && echo a diff > reports/scenewright-diff.md`
    const run = { RUNNER_TEMP: runner, GITHUB_RUN_ID: '12', GITHUB_EVENT_PATH: join(cwd, 'event.json') }
    for (const round of ['first', 'second']) {
      const output = join(runner, `output-${round}`)
      const { GITHUB_TOKEN: _token, ...without } = host.env
      const installed = await runScript(scripts.get('Install') ?? 'exit 9', {
        cwd,
        env: { ...without, ...run, GITHUB_OUTPUT: output },
      })
      expect(installed, installed.stderr).toMatchObject({ code: 0 })
      expect(readFileSync(output, 'utf8')).toBe('installed=true\n')
      for (const name of ['Reports', 'Comment']) {
        const env = { ...host.env, ...run, ROUND: round }
        const outcome = await runScript(scripts.get(name) ?? 'exit 9', { cwd, env, programs: { gh } })
        expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
      }
    }
    expect(host.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/a diff\n[\s\S]*the plan of second\n$/),
    ])
  })
})

describe('the files of ci init for GitLab', () => {
  test('checks, tests and plans a merge request without any account, then deploys merged changes', async () => {
    const { cwd, read } = await clonedProject()
    const pipeline = read('.gitlab-ci.yml')
    const env = { CI: 'true', CI_PROJECT_DIR: cwd }
    const base = git(cwd, 'rev-parse', 'HEAD').trim()
    put(cwd, change)
    const request = {
      ...env,
      CI_JOB_URL: 'https://gitlab.example.com/o/r/-/jobs/9',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    }
    const variables = { ...request, ...service.env, ...otherCredentials, SCENEWRIGHT_GITLAB_TOKEN: 'a token' }
    const installed = await runScript(gitlabScript(pipeline, '.scenewright', 'before_script'), { cwd, env: variables })
    expect(installed, installed.stderr).toMatchObject({ code: 0 })
    for (const [job, own] of [
      ['check', request],
      ['plan', request],
      ['check', env],
    ] as const) {
      const outcome = await runScript(gitlabScript(pipeline, job), { cwd, env: own })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(JSON.parse(read('gl-code-quality-report.json'))).toEqual([])
    expect(read('scenewright-tests.xml')).toContain('<testsuites')
    expect(read('scenewright-diff.md')).toContain(
      '(https://gitlab.example.com/o/r/-/jobs/9/artifacts/file/scenewright-diff.html)',
    )
    expect(read('scenewright-diff.html')).toContain('delivery/gifts')
    expect(read('scenewright-plan.md')).toContain('3 create')
    const planned = gitlabScript(pipeline, 'plan-production')
    const failed = { npx: 'exit 4' }
    expect(await runScript(planned, { cwd, env, programs: failed })).toMatchObject({ code: 4 })
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'gifts')
    expect(await runScript(planned, { cwd, env })).toMatchObject({ code: 0 })
    const deploy = read('scenewright-deploy-production.yml')
    const apply = gitlabScript(deploy, 'apply-production')
    expect(await runScript(apply, { cwd, env: { ...env, ...service.env } })).toMatchObject({ code: 0 })
    expect(existsSync(join(cwd, '.scenewright/receipts/production.ndjson'))).toBe(true)
    const open = gitlabScript(deploy, 'apply-production', 'after_script')
    const said = await runScript(open, { cwd, env: { ...env, CI_JOB_STATUS: 'failed' } })
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('delivery/gifts') })
    expect(await runScript(planned, { cwd, env })).toMatchObject({ code: 0 })
    expect(Object.keys(parse(read('scenewright-deploy-production.yml')))).toEqual(['nothing-to-deploy'])
    const form = {
      SCENEWRIGHT_ACTION: 'deactivate',
      SCENEWRIGHT_ENVIRONMENT: 'production',
      SCENEWRIGHT_KEYS: 'delivery/gifts',
      SCENEWRIGHT_HOLD: '"$(touch ran)" is wrong',
    }
    const operate = gitlabScript(pipeline, 'operate')
    expect(await runScript(operate, { cwd, env: { ...env, ...service.env, ...form } })).toMatchObject({ code: 0 })
    const held = await scenewright(['status', '--format', 'json'], { cwd })
    expect(JSON.parse(held.stdout).scenarios).toContainEqual(
      expect.objectContaining({
        key: 'delivery/gifts',
        is_active: false,
        hold: expect.objectContaining({ reason: form.SCENEWRIGHT_HOLD }),
      }),
    )
    expect(existsSync(join(cwd, 'ran'))).toBe(false)
  })

  test('a merge request whose sources have errors gets its diff, and a note that there is no plan', async () => {
    const { cwd, read } = await clonedProject()
    const pipeline = read('.gitlab-ci.yml')
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: git(cwd, 'rev-parse', 'HEAD').trim() }
    put(cwd, { 'scenarios/wrong.scenario.yaml': wrong })
    expect(await runScript(gitlabScript(pipeline, 'check'), { cwd, env })).toMatchObject({ code: 1 })
    expect(await runScript(gitlabScript(pipeline, 'plan'), { cwd, env })).toMatchObject({ code: 2 })
    expect(read('scenewright-diff.md')).toContain('new scenario')
    expect(read('scenewright-plan.md')).toContain('the plan of this change could not be created')
  })

  test('a merge request is checked and planned as merged, without changes already in the target', async () => {
    const { cwd, read } = await clonedProject()
    const pipeline = read('.gitlab-ci.yml')
    const base = git(cwd, 'rev-parse', 'HEAD').trim()
    put(cwd, change)
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'gifts')
    git(cwd, 'push', '--quiet', 'origin', 'main')
    git(cwd, 'switch', '--quiet', '--create', 'work', base)
    const cost = 'scenarios/delivery/cost.scenario.yaml'
    put(cwd, { [cost]: read(cost).replace('clarification_label: What', 'clarification_label: How much') })
    git(cwd, 'commit', '--quiet', '--all', '--message', 'a label')
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }
    const script = ['before_script', 'script'] as const
    for (const job of ['check', 'plan']) {
      const [before, own] = [gitlabScript(pipeline, '.scenewright', script[0]), gitlabScript(pipeline, job, script[1])]
      const outcome = await runScript(`${before}\n${own}`, { cwd, env })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(read('scenewright-plan.md')).toContain('3 create')
    expect(read('scenewright-diff.md')).toMatch(/1 scenario differs[\s\S]*delivery\/cost/)
    expect(read('scenewright-diff.md')).not.toContain('delivery/gifts')
  })

  test.each(['readable', 'not readable'])(
    'a merge request from a fork is compared with its target project if that is %s',
    async access => {
      const { cwd: work, read } = await clonedProject()
      const [hosts, cost] = [await folderWith({}), 'scenarios/delivery/cost.scenario.yaml']
      const push = (project: string, branch: string) => git(work, 'push', '--quiet', join(hosts, project), branch)
      for (const project of ['team/shop.git', 'person/fork.git']) {
        git(hosts, 'init', '--quiet', '--bare', '--initial-branch', 'main', project)
        push(project, 'HEAD:main')
      }
      git(work, 'switch', '--quiet', '--create', 'theirs')
      put(work, change)
      git(work, 'add', '--all')
      git(work, 'commit', '--quiet', '--message', 'gifts')
      git(work, 'switch', '--quiet', '--create', 'ours')
      put(work, { [cost]: read(cost).replace('clarification_label: What', 'clarification_label: How much') })
      git(work, 'commit', '--quiet', '--all', '--message', 'a label')
      put(work, { 'later.md': 'later\n' })
      git(work, 'switch', '--quiet', '--create', 'newest', 'theirs')
      git(work, 'add', '--all')
      git(work, 'commit', '--quiet', '--message', 'later')
      push('team/shop.git', 'newest:main')
      git(work, 'fetch', '--quiet', 'origin', 'refs/scenewright/*:refs/scenewright/*')
      push('team/shop.git', 'refs/scenewright/*:refs/scenewright/*')
      push('person/fork.git', 'ours:ours')
      const cwd = await folderWith({})
      git(cwd, 'clone', '--quiet', '--branch', 'ours', join(hosts, 'person/fork.git'), '.')
      const env = {
        CI_MERGE_REQUEST_DIFF_BASE_SHA: git(work, 'rev-parse', 'theirs').trim(),
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_MERGE_REQUEST_PROJECT_PATH: access === 'readable' ? 'team/shop' : 'team/private',
        CI_PROJECT_PATH: 'person/fork',
        CI_REPOSITORY_URL: join(hosts, 'person/fork.git'),
      }
      const pipeline = read('.gitlab-ci.yml')
      const before = gitlabScript(pipeline, '.scenewright', 'before_script')
      const outcome = await runScript(`${before}\n${gitlabScript(pipeline, 'check')}`, { cwd, env })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
      const planned = await runScript(`${before}\n${gitlabScript(pipeline, 'plan')}`, { cwd, env })
      expect(planned, planned.stderr).toMatchObject({ code: 0 })
      expect(planned.stdout.includes('No plan: ')).toBe(access !== 'readable')
      expect(existsSync(join(cwd, 'scenewright-plan.md'))).toBe(access === 'readable')
      const diff = readFileSync(join(cwd, 'scenewright-diff.md'), 'utf8')
      expect(diff).toMatch(/1 scenario differs[\s\S]*delivery\/cost/)
      expect(diff).not.toContain('delivery/gifts')
      expect(existsSync(join(cwd, 'later.md'))).toBe(access === 'readable')
    },
  )

  test.each([
    ['person/fork', 0, 'No plan: '],
    ['team/shop', 3, ''],
  ])('a pipeline in %s plans a merge request if it has the variables for the state', async (path, code, stdout) => {
    const environments = [{ name: 'production', state: 'http' as const }]
    const script = gitlabScript(ciHosts.gitlab.render({ ...deployed, environments }), 'plan')
    const env = { target: 'main', CI_MERGE_REQUEST_PROJECT_PATH: 'team/shop', CI_PROJECT_PATH: path }
    const outcome = await runScript(script, { cwd: await folderWith({}), env, programs: { npx: 'exit 3' } })
    expect(outcome).toMatchObject({ code, stdout: expect.stringMatching(new RegExp(`^${stdout}`)) })
  })

  test('the note is written once, by the packages of the default branch', async () => {
    const host = await startGitlab()
    host.comments.push({ id: 1, body: 'a person', by: 'person' })
    const env = { ...host.env, CI_DEFAULT_BRANCH: 'main', CI_REPOSITORY_URL: await repositoryWith(packageFiles) }
    // What an earlier job has left chooses nothing.
    const cwd = await folderWith({ '.npmrc': 'left', 'package.json': '{}' })
    const script = gitlabScript(ciHosts.gitlab.render(deployed), 'comment')
    for (const plan of ['first', 'second']) {
      put(cwd, { 'scenewright-plan.md': `${plan}\n` })
      const outcome = await runScript(script, { cwd, env })
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    }
    expect(host.comments.map(({ body }) => body)).toEqual(['a person', '<!-- scenewright:comment -->\nsecond\n'])
    const refused = await runScript(script, { cwd, env: { ...env, SCENEWRIGHT_GITLAB_TOKEN: 'other' } })
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('401') })
  })
})
