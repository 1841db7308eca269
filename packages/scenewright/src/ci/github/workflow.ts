import type { CiHost } from '../hosts.ts'
import { installedCall as call } from '../install.ts'
import { type CiEnvironment, type CiSetup, ownName, reportFiles, stateAccounts } from '../setup.ts'
import { indented, lines, scalar } from '../yaml-lines.ts'
import { checkJob } from './check-job.ts'
import { commentJob } from './comment-job.ts'
import { deployJob, isDeployed } from './deploy-job.ts'
import { dispatchInputs, operateJob } from './operate-job.ts'
import { job, runner, setUp, stateSecrets, step, testStep, upload } from './steps.ts'

/** A workflow of GitHub Actions. */
export const workflow: CiHost = {
  title: 'GitHub Actions',
  path: folder => `.github/workflows/${ownName('scenewright', folder)}.yml`,
  signs: { files: ['.github'], remote: /\bgithub\b/ },
  todo: ({ branch, environments }) => [
    ...environments.map(
      ({ name }) =>
        `Settings > Environments > ${name}: the secrets SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY, who has to approve, and the deployment branches: ${branch} alone`,
    ),
    ...stateAccounts(environments, { read: 'as secrets of the repository', write: 'as secrets of the environment' }),
  ],
  render: setup => {
    const { branch, environments, folder } = setup
    const jobs = [
      checkJob(setup),
      commentJob(setup),
      ...environments.flatMap((environment, index) => [
        deployPlanJob(setup, environment, environments[index - 1]),
        deployJob(setup, environment),
      ]),
      operateJob(setup),
    ]
    return `${lines(
      '# Written by `scenewright ci init`; yours to change.',
      `name: ${folder === '' ? 'scenarios' : `scenarios of ${scalar(folder.slice(0, -1))}`}`,
      'on:',
      '  pull_request:',
      '  merge_group:',
      '  push:',
      `    branches: [${scalar(branch)}]`,
      dispatchInputs(setup),
      'permissions: {}',
      'defaults:\n  run:\n    shell: bash',
      'jobs:',
    )}\n${jobs
      .filter(job => job !== '')
      .map(job => indented(job, 2))
      .join('\n\n')}\n`
  },
}

/**
 * Plans a deploy of what was merged, and keeps the plan: it is what is approved, and what is sent. Without an
 * environment of GitHub's nobody is asked here, and no account is known. The first job checks and tests as well.
 */
function deployPlanJob(setup: CiSetup, environment: CiEnvironment, before: CiEnvironment | undefined): string {
  const { name, state } = environment
  const isMerged = `(github.event_name == 'push' || inputs.action == 'deploy') && ${isDeployed(setup.branch)}`
  const head = lines(
    // An earlier deploy that had nothing to do is skipped, which alone must not skip this one.
    before === undefined ? `if: ${isMerged}` : `if: \${{ !cancelled() && !failure() && ${isMerged} }}`,
    before !== undefined && `needs: deploy-${before.name}`,
    runner(setup, 15),
    'outputs:',
    `  changes: \${{ steps.plan.outputs.changes }}`,
    'permissions:',
    '  contents: read',
  )
  return job(
    `plan-${name}`,
    head,
    lines(
      setUp(setup, { history: false, needsToken: state === 'git' }),
      before === undefined && step('Check', `${call} check --format github`),
      before === undefined && testStep(setup),
      step('Plan', planScript(name), { id: 'plan', env: stateSecrets(environment) }),
      upload('the plan', `scenewright-plan-${name}`, [`\${{ runner.temp }}/plan.json`], {
        when: "steps.plan.outputs.changes == 'true'",
      }),
    ),
  )
}

/** 2: there is something to do. 4: so it is, and a request of an earlier run waits, which the deploy will say. */
function planScript(name: string): string {
  const { plan } = reportFiles
  return lines(
    'code=0',
    `${call} plan --env ${name} --out "$RUNNER_TEMP/plan.json" --format markdown --detailed-exitcode > ${plan} || code=$?`,
    '[ -s "$RUNNER_TEMP/plan.json" ] || exit "$code"',
    `cat ${plan} >> "$GITHUB_STEP_SUMMARY"`,
    'case "$code" in',
    '  0) echo changes=false >> "$GITHUB_OUTPUT" ;;',
    '  2 | 4) echo changes=true >> "$GITHUB_OUTPUT" ;;',
    '  *) exit "$code" ;;',
    'esac',
  )
}
