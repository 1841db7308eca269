import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ciHosts } from '../../src/commands/ci/hosts.ts'
import { execInstalled, unsetCredentials } from '../../src/commands/ci/install.ts'
import { bare, deployed, staged, workspace } from './setups.ts'

const setups = { bare, deployed, staged, workspace }
const oddNames = {
  ...deployed,
  environments: ['no', '2026', '1e3', 'null'].map(name => ({ name, state: 'git' as const })),
}
const untested = { ...deployed, hasTests: false }
const { github, gitlab } = ciHosts

describe.each(Object.entries(setups))('of the project "%s"', (name, setup) => {
  test.each(Object.entries(ciHosts))('the file for %s is the approved one', async (host, { render }) => {
    await expect(render(setup)).toMatchFileSnapshot(`__snapshots__/${name}.${host}.yml`)
  })

  test.each(Object.entries(ciHosts))('the file for %s says the same in YAML 1.1 and 1.2', (_host, { render }) => {
    const text = render(setup)
    const [old, present] = (['1.1', '1.2'] as const).map(version => JSON.stringify(parse(text, { version })))
    // YAML 1.1 takes the key `on` for true; GitHub reads it as it stands.
    expect(old?.replace('"true":', '"on":')).toBe(present)
  })
})

test('on GitLab, the link to the page is a link in Markdown for every folder', () => {
  const text = gitlab.render({ ...deployed, folder: "bots/my (50%) shop's #1/" })
  expect(text).toContain("/artifacts/file/'bots/my%20%2850%25%29%20shop%27s%20%231/scenewright-diff.html'")
})

test('on GitHub, the branch is no pattern', () => {
  expect(parse(github.render({ ...deployed, branch: 'v1+' })).on.push.branches).toEqual(['v1\\+'])
  expect(parse(github.render({ ...deployed, branch: 'release/1.x' })).on.push.branches).toEqual(['release/1.x'])
})

test('an environment has the same name in YAML 1.1 and 1.2, whatever it is', () => {
  const names = oddNames.environments.map(({ name }) => name)
  for (const version of ['1.1', '1.2'] as const) {
    const { jobs } = parse(github.render(oddNames), { version })
    expect(names.map(name => jobs[`deploy-${name}`].environment)).toEqual(names)
    const pipeline = parse(gitlab.render(oddNames), { version })
    const started = names.map(name => pipeline[`plan-${name}`].script[0].match(/<< 'END'\n([\s\S]*?)^END$/m)?.[1])
    expect(started.map((text = '', index) => parse(text, { version })[`apply-${names[index]}`].environment)).toEqual(
      names,
    )
  }
})

interface Job {
  readonly if?: string
  readonly permissions: Record<string, string>
  readonly concurrency?: { readonly group: string; readonly queue?: string; readonly 'cancel-in-progress': unknown }
  readonly steps: readonly Step[]
  readonly needs?: string
  readonly environment?: string
  readonly 'timeout-minutes': number
}

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly with?: Record<string, unknown>
  readonly env?: Record<string, string>
}

function jobsOf(setup: typeof bare): Record<string, Job> {
  return parse(github.render(setup)).jobs
}

/** By the names that the jobs of a project at the top have. */
function jobsOnGitlab(setup: typeof bare) {
  return parse(gitlab.render(setup).replaceAll(/^([\w.-]+)-bots-shop:$/gm, '$1:'))
}

test.each(Object.values(ciHosts))('a project without conversation tests runs none: $title', ({ render }) => {
  expect(render(deployed)).toMatch(/ test --format junit[\s\S]*scenewright-tests\.xml/)
  expect(render(untested)).not.toMatch(/ test | test$|scenewright-tests\.xml/m)
})

test.each(Object.values(ciHosts))(
  'a state outside of git needs an account that reads, and one that writes: $title',
  ({ todo }) => {
    expect(todo(staged)).toContainEqual(
      expect.stringMatching(/^AWS_ACCESS_KEY_ID, .* with read access .* with write access/),
    )
    expect(todo(deployed).join()).not.toContain('with read access')
  },
)

describe('on GitHub', () => {
  test('without an environment one job checks pull requests and pushes, and may only read', () => {
    const jobs = jobsOf(bare)
    expect(Object.keys(jobs)).toEqual(['check'])
    expect(jobs.check?.permissions).toEqual({ contents: 'read' })
    expect(jobs.check?.if).toBeUndefined()
  })

  test('no job has more permissions than it needs, and each has a time limit', () => {
    expect(parse(github.render(staged)).permissions).toEqual({})
    const jobs = jobsOf(staged)
    expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
      check: { contents: 'read' },
      comment: { actions: 'read', contents: 'read', 'pull-requests': 'write' },
      'plan-staging': { contents: 'read' },
      'deploy-staging': { contents: 'read' },
      'plan-production': { contents: 'read' },
      'deploy-production': { contents: 'write' },
      operate: { contents: 'write' },
    })
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  test('a failed check or test does not stop the diff, the plan or the comment', () => {
    for (const setup of [deployed, staged]) {
      const { check, comment } = jobsOf(setup)
      const later = check?.steps.filter(({ name = '' }) => /^(Diff|Plan|Keep the reports)$/.test(name)) ?? []
      expect(later).toHaveLength(3)
      for (const step of [...later, comment]) expect(step?.if).toMatch(/^\$\{\{ !cancelled\(\)/)
      const { plan, comment: note } = jobsOnGitlab(setup)
      expect([plan.needs, note.rules[0].when]).toEqual([[], 'always'])
    }
  })

  test('a merge queue is checked against its base', () => {
    expect(parse(github.render(bare)).on).toHaveProperty('merge_group')
    const { check } = jobsOf(deployed)
    expect(check?.if).toBe("github.event_name == 'pull_request' || github.event_name == 'merge_group'")
    const comparing = check?.steps.filter(({ run }) => run?.includes('"$BASE"')) ?? []
    expect(comparing.map(({ env }) => env?.BASE)).toEqual(
      Array(2).fill(`\${{ github.event.merge_group.base_sha || format('origin/{0}', github.base_ref) }}`),
    )
  })

  test('a deploy does not cancel another or drop a waiting one', () => {
    const { 'deploy-staging': staging, 'deploy-production': production } = jobsOf(staged)
    expect(staging?.concurrency).toEqual({
      group: 'scenewright-staging-bots-shop',
      'cancel-in-progress': false,
      queue: 'max',
    })
    expect(production).toMatchObject({ needs: 'plan-production', environment: 'production' })
  })

  test('only merged changes are planned, and an empty plan needs no approval', () => {
    const jobs = jobsOf(staged)
    const isMerged = "(github.event_name == 'push' || inputs.action == 'deploy') && github.ref == 'refs/heads/trunk'"
    expect(jobs['plan-staging']?.if).toBe(isMerged)
    expect(jobs['plan-production']).toMatchObject({
      needs: 'deploy-staging',
      if: `\${{ !cancelled() && !failure() && ${isMerged} }}`,
      outputs: { changes: `\${{ steps.plan.outputs.changes }}` },
    })
    expect(jobs['plan-production']?.environment).toBeUndefined()
    expect(jobs['deploy-production']?.if).toBe(
      `\${{ !cancelled() && !failure() && needs.plan-production.outputs.changes == 'true' }}`,
    )
  })

  test('manual operations on single scenarios wait for their turn as a deploy does, on the deployed branch only', () => {
    const { operate } = jobsOf(staged)
    expect(operate).toMatchObject({
      if: "github.event_name == 'workflow_dispatch' && inputs.action != 'deploy' && github.ref == 'refs/heads/trunk'",
      environment: `\${{ inputs.environment }}`,
      concurrency: { group: `scenewright-\${{ inputs.environment }}-bots-shop`, 'cancel-in-progress': false },
    })
    const { action, environment } = parse(github.render(staged)).on.workflow_dispatch.inputs
    expect(action.options).toEqual(['deploy', 'deactivate', 'rollback', 'release'])
    expect(environment.options).toEqual(['staging', 'production'])
  })

  test('the deploy job uses the artifacts of the plan job', () => {
    const { 'plan-production': plan, 'deploy-production': deploy } = jobsOf(staged)
    const kept = plan?.steps.at(-1)?.with
    const taken = deploy?.steps.find(({ uses }) => uses?.startsWith('actions/download-artifact@'))?.with
    expect(kept).toMatchObject({ path: `\${{ runner.temp }}/plan.json`, name: taken?.name })
    expect(taken?.path).toBe(`\${{ runner.temp }}/plan`)
    expect(deploy?.steps.find(({ name }) => name === 'Apply')?.run).toContain('"$RUNNER_TEMP/plan/plan.json"')
  })

  test('a pull request of Dependabot, which has no secrets, is planned only if the state needs none', () => {
    const planned = (state: 'git' | 'http') => {
      const { check } = jobsOf({ ...deployed, environments: [{ name: 'production', state }] })
      return check?.steps.find(({ name }) => name === 'Plan')?.if
    }
    expect(planned('git')).toBe(`\${{ !cancelled() }}`)
    expect(planned('http')).toMatch(
      /head\.repo\.full_name == github\.repository && github\.actor != 'dependabot\[bot\]'\)/,
    )
  })

  test('only the steps that send get the account of the service', () => {
    for (const setup of [deployed, staged]) {
      const steps = Object.values(jobsOf(setup)).flatMap(job => job.steps)
      const knowing = steps.filter(({ env = {} }) => Object.keys(env).some(name => name.startsWith('SCENEWRIGHT_')))
      expect(knowing.map(({ name }) => name)).toEqual([...setup.environments.map(() => 'Apply'), 'Operate'])
    }
  })

  test('a job that can write a comment has the lockfile of the deployed branch, and nothing of the pull request', () => {
    const { comment } = jobsOf(staged)
    const [checkout, ...others] = comment?.steps ?? []
    expect(checkout?.with).toEqual({
      ref: 'trunk',
      'persist-credentials': false,
      'sparse-checkout-cone-mode': false,
      'sparse-checkout': 'package.json\npackage-lock.json\n.npmrc\n*.tgz\n',
    })
    expect(others.map(({ name, uses }) => name ?? uses)).toEqual([
      expect.stringMatching(/^actions\/setup-node@/),
      'Install',
      'Reports',
      'Comment',
    ])
    expect(others[0]?.with).toMatchObject({ 'package-manager-cache': false })
    // The token is known to the two steps that need it. Where nothing was installed, neither runs.
    expect(others.map(({ env = {} }) => Object.keys(env))).toEqual([[], [], ['GH_TOKEN'], ['GITHUB_TOKEN']])
    expect(others.slice(2).map(step => step.if)).toEqual(Array(2).fill("steps.install.outputs.installed == 'true'"))
    expect(others[3]?.run).toMatch(/^npx --no-install scenewright ci comment --file "\$RUNNER_TEMP\/reports\//)
  })

  test('every job installs the lockfile before it runs anything of it, with no secret in that step', () => {
    for (const setup of Object.values(setups)) {
      for (const { steps } of Object.values(jobsOf(setup))) {
        const [install, ...others] = steps.filter(({ run }) => run?.includes('npm ') || run?.includes('npx '))
        expect(install).toMatchObject({ name: 'Install', run: expect.stringContaining('npm ci --ignore-scripts') })
        expect(install?.env).toBeUndefined()
        for (const { run = '' } of others) {
          expect(run.replaceAll(execInstalled, '')).not.toMatch(/npm |npx (?!--no-install scenewright )/)
        }
      }
    }
  })

  test('the receipts are always kept, though their folder begins with a dot', () => {
    const [receipts] = jobsOf(staged)['deploy-production']?.steps.slice(-1) ?? []
    expect(receipts?.if).toBe('always()')
    expect(receipts?.with).toMatchObject({ path: 'bots/shop/.scenewright/receipts/', 'include-hidden-files': true })
  })

  test('a token stays in the checkout only if the state needs it', () => {
    const persisted = (setup: typeof bare) =>
      Object.entries(jobsOf(setup)).flatMap(([name, { steps }]) =>
        steps.flatMap(({ uses, with: options }) =>
          uses?.startsWith('actions/checkout') && options?.['persist-credentials'] !== false ? [name] : [],
        ),
      )
    expect(persisted(bare)).toEqual([])
    expect(persisted(staged)).toEqual(['check', 'plan-production', 'deploy-production', 'operate'])
  })

  test('no script contains an expression, which could execute untrusted input', () => {
    for (const setup of Object.values(setups)) {
      const scripts = Object.values(jobsOf(setup)).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
      expect(scripts.length).toBeGreaterThan(2)
      expect(scripts.filter(script => script.includes('${{'))).toEqual([])
    }
  })

  test('GitHub knows every key at its place', () => {
    const known = {
      workflow: 'name on permissions defaults jobs',
      job: 'if needs environment outputs runs-on timeout-minutes defaults concurrency permissions steps',
      concurrency: 'group cancel-in-progress queue',
      step: 'name id if uses with env run working-directory',
    }
    const unknown = (place: keyof typeof known, object: object) =>
      Object.keys(object).filter(key => !known[place].split(' ').includes(key))
    for (const setup of [...Object.values(setups), untested]) {
      const jobs = Object.values(jobsOf(setup))
      expect(unknown('workflow', parse(github.render(setup)))).toEqual([])
      expect(jobs.flatMap(job => [...unknown('job', job), ...unknown('concurrency', job.concurrency ?? {})])).toEqual(
        [],
      )
      expect(jobs.flatMap(({ steps }) => steps.flatMap(step => unknown('step', step)))).toEqual([])
      for (const { steps } of jobs) for (const { run, uses } of steps) expect([run, uses]).toContain(undefined)
    }
  })

  test('only actions of GitHub itself are used, by their commits', () => {
    const used = Object.values(jobsOf(staged)).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(used.filter(name => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([])
  })
})

describe('on GitLab', () => {
  const read = jobsOnGitlab

  test('without an environment there is one job', () => {
    expect(Object.keys(read(bare))).toEqual(['workflow', 'stages', '.scenewright', 'check'])
  })

  test('every job is in a stage of the pipeline', () => {
    for (const setup of [...Object.values(setups), untested]) {
      const { workflow: _workflow, stages = ['check', 'plan', 'deploy'], ...jobs } = read(setup)
      for (const job of Object.values<object>(jobs)) expect([undefined, ...stages]).toContain(Reflect.get(job, 'stage'))
    }
  })

  /** The pipelines that a plan job writes: where there is nothing to do, and where there is. */
  function started({ script }: { readonly script: readonly string[] }) {
    const [, nothing = '', apply = ''] = /echo '(.*)' > [\s\S]*<< 'END'\n([\s\S]*)^END$/m.exec(script.join('\n')) ?? []
    return [parse(nothing), parse(apply)]
  }

  test('a deploy is a pipeline that its plan has written, and the next environment waits for its end', () => {
    const { 'deploy-staging': staging, 'plan-production': plan, 'deploy-production': production } = read(staged)
    for (const job of [staging, plan, production]) {
      expect(job.rules).toEqual([{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $SCENEWRIGHT_ACTION == "deploy"' }])
    }
    expect(plan.needs).toEqual(['deploy-staging-bots-shop'])
    expect(plan.artifacts.paths).toEqual([
      'bots/shop/scenewright-plan-production.json',
      'bots/shop/scenewright-deploy-production.yml',
    ])
    expect(production).toMatchObject({
      needs: ['plan-production-bots-shop'],
      trigger: {
        include: [{ artifact: 'bots/shop/scenewright-deploy-production.yml', job: 'plan-production-bots-shop' }],
        strategy: 'depend',
      },
    })
  })

  test('a deploy is alone in its group and is not interrupted; all but the first wait for a person', () => {
    const jobs = read(staged)
    const [nothing, staging] = started(jobs['plan-staging'])
    const [, production] = started(jobs['plan-production'])
    expect(Object.values<object>(nothing)).toEqual([
      { variables: { GIT_STRATEGY: 'none' }, script: expect.stringMatching(/^echo /) },
    ])
    expect(staging['apply-staging-bots-shop'].when).toBeUndefined()
    expect(production['apply-production-bots-shop']).toMatchObject({
      when: 'manual',
      allow_failure: false,
      interruptible: false,
      environment: 'production',
      resource_group: 'scenewright-production-bots-shop',
      needs: [{ pipeline: '$SCENEWRIGHT_PIPELINE', job: 'plan-production-bots-shop' }],
      script: [`${execInstalled} apply scenewright-plan-production.json --env production --yes`],
      artifacts: { when: 'always', paths: ['bots/shop/.scenewright/receipts/'] },
    })
  })

  test('manual operations have a form, and wait for their turn as a deploy does', () => {
    const { variables, operate } = read(deployed)
    expect(variables).toMatchObject({
      SCENEWRIGHT_ACTION: { value: 'deploy', options: ['deploy', 'deactivate', 'rollback', 'release'] },
      SCENEWRIGHT_ENVIRONMENT: { value: 'production', options: ['production'] },
      SCENEWRIGHT_KEYS: { value: '' },
      SCENEWRIGHT_HOLD: { value: '' },
      SCENEWRIGHT_TO: { value: '' },
    })
    for (const { description } of Object.values<{ description?: string }>(variables)) expect(description).toMatch(/\w/)
    expect(operate).toMatchObject({
      environment: '$SCENEWRIGHT_ENVIRONMENT',
      resource_group: 'scenewright-$SCENEWRIGHT_ENVIRONMENT',
      interruptible: false,
      rules: [{ if: expect.stringMatching(/^\$CI_PIPELINE_SOURCE =~ .*\$SCENEWRIGHT_ACTION != "deploy"$/) }],
    })
  })

  test('each of several projects has a field for its environment, which is empty at first', () => {
    const { variables, operate } = read(staged)
    expect(variables.SCENEWRIGHT_ENVIRONMENT_BOTS_SHOP).toMatchObject({
      value: '',
      options: ['', 'staging', 'production'],
    })
    expect(operate.rules[0].if).toMatch(/ && \$SCENEWRIGHT_ENVIRONMENT_BOTS_SHOP != ""$/)
    expect(operate.script[0]).toContain('--env "$SCENEWRIGHT_ENVIRONMENT_BOTS_SHOP"')
  })

  test('the job with the comment token uses the lockfile of the default branch, in a new folder', () => {
    const { comment } = read(staged)
    expect(comment.variables).toEqual({ GIT_STRATEGY: 'none' })
    expect(comment.before_script).toBeUndefined()
    expect(comment.extends).toBeUndefined()
    expect(comment.script[0]).toMatch(/cd "\$\(mktemp -d\)"\ngit clone .* --branch "\$CI_DEFAULT_BRANCH" /)
    expect(comment.script[0]).toContain(`\n(${unsetCredentials} && npm ci --ignore-scripts)\nnpx --no-install `)
  })

  test('the install step has no account and no token', () => {
    expect(read(staged)['.scenewright'].before_script.slice(1)).toEqual([
      `(cd 'bots/shop' && ${unsetCredentials} && npm ci --ignore-scripts)`,
      "cd 'bots/shop'",
    ])
  })

  test('artifact paths are relative to the root of the repository', () => {
    const { check, plan, operate } = read(staged)
    expect(check.artifacts.reports.codequality).toBe('bots/shop/gl-code-quality-report.json')
    expect(check.artifacts.paths).toEqual(['bots/shop/scenewright-diff.md', 'bots/shop/scenewright-diff.html'])
    expect(plan.artifacts.paths).toEqual(['bots/shop/scenewright-plan.md'])
    expect(operate.artifacts).toMatchObject({ when: 'always', paths: ['bots/shop/.scenewright/receipts/'] })
  })
})
