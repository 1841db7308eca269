import { githubComments } from '../comment/github-comments.ts'
import { type CiInstall, installedCall as call, installScript, namesToolkitTest } from '../install.ts'
import { indented, lineScalar, lines, scalar, shellQuoted } from '../quoting.ts'
import {
  type CiEnvironment,
  type CiHost,
  type CiSetup,
  orNoReport,
  ownName,
  reportFiles,
  stateAccounts,
} from '../setup.ts'
import { checkJob, fromHere } from './check-job.ts'
import { deployJob, isDeployed } from './deploy-job.ts'
import { dispatchInputs, operateJob } from './operate-job.ts'
import { actions, job, runner, setUp, setUpNode, stateSecrets, step, testStep, upload } from './steps.ts'

/** A workflow of GitHub Actions. */
export const workflow: CiHost = {
  title: 'GitHub Actions',
  path: folder => `.github/workflows/${ownName('scenewright', folder)}.yml`,
  signs: { files: ['.github'], remote: /\bgithub\b/ },
  ownVariable: 'GITHUB_REPOSITORY',
  comments: githubComments,
  todo: ({ branch, environments }) => [
    ...environments.map(
      ({ name }) =>
        `Settings > Environments > ${name}: the secrets SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY, the required reviewers, and only ${branch} as a deployment branch`,
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
      `name: ${folder === '' ? 'scenarios' : lineScalar(`scenarios of ${folder.slice(0, -1)}`)}`,
      'on:',
      '  pull_request:',
      '  merge_group:',
      '  push:',
      // The list contains patterns.
      `    branches: [${scalar(branch.replace(/[*?+[\]!]/g, '\\$&'))}]`,
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
 * Plans a deploy of merged changes, and saves the plan: exactly this plan is approved and applied. Without a GitHub
 * environment, no approval is required here, and there are no account secrets. The first job also checks and tests.
 */
function deployPlanJob(setup: CiSetup, environment: CiEnvironment, before: CiEnvironment | undefined): string {
  const { name, state } = environment
  const isMerged = `(github.event_name == 'push' || inputs.action == 'deploy') && ${isDeployed(setup.branch)}`
  const head = lines(
    // An earlier deploy without changes is skipped, which must not skip this one.
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

/**
 * 2: there are changes. 4: there are changes, and a request of an earlier run is open, which the deploy will report.
 */
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

/**
 * Writes the diff and the plan into one comment on the pull request, always the same one. The job's token can write
 * comments, so no code chosen by the pull request may run here: the command line is installed from the lockfile of the
 * deployed branch, and neither the lockfile nor the .npmrc of the pull request is checked out.
 */
function commentJob({ branch, environments, folder, install }: CiSetup): string {
  if (environments.length === 0) return ''
  const head = lines(
    'needs: check',
    '# A pull request from a fork or Dependabot has no token that may write; its reports are in the summary of the run.',
    `if: \${{ !cancelled() && ${fromHere} }}`,
    'runs-on: ubuntu-latest',
    'timeout-minutes: 5',
    'concurrency:',
    `  group: ${ownName('scenewright-comment', folder)}-\${{ github.ref }}`,
    '  cancel-in-progress: true',
    'permissions:',
    '  actions: read # the reports of the previous job',
    '  contents: read # the lockfile',
    '  pull-requests: write',
  )
  const token = (name: string) => `${name}: \${{ github.token }}`
  // Outside the checkout, so that no report can replace a file that npm reads.
  const files = Object.values(reportFiles).map(file => `"$RUNNER_TEMP/reports/${file}"`)
  const name = folder === '' ? '' : ` --name ${shellQuoted(folder.slice(0, -1))}`
  const download = lines(
    '# Where the job before ended early there are none, and a comment of an earlier run is out of date.',
    'gh run download "$GITHUB_RUN_ID" --repo "$GITHUB_REPOSITORY" --name scenewright-reports --dir "$RUNNER_TEMP/reports" || {',
    '  mkdir -p "$RUNNER_TEMP/reports"',
    '  cd "$RUNNER_TEMP/reports"',
    `  ${orNoReport('diff')}`,
    '}',
  )
  const when = "steps.install.outputs.installed == 'true'"
  return job(
    'comment',
    head,
    lines(
      checkout(branch, install),
      `${setUpNode}\n    package-manager-cache: false # runs of the pull request may have written the cache`,
      step('Install', installOrNot(install, folder), { id: 'install' }),
      step('Reports', download, { when, env: token('GH_TOKEN') }),
      step('Comment', `${call} ci comment --file ${files.join(' ')}${name}`, {
        when,
        ...(install.folder !== '' && { folder: install.folder.slice(0, -1) }),
        env: token('GITHUB_TOKEN'),
      }),
    ),
  )
}

function checkout(branch: string, { reads }: CiInstall): string {
  return lines(
    `- uses: ${actions.checkout}`,
    '  with:',
    `    ref: ${scalar(branch)} # never the pull request: what is installed from here sees the token`,
    '    persist-credentials: false',
    '    sparse-checkout-cone-mode: false',
    '    sparse-checkout: |',
    indented(reads.join('\n'), 6),
  )
}

/** A branch without the toolkit installs nothing, such as before the pull request that adds it is merged. */
function installOrNot(install: CiInstall, folder: string): string {
  return lines(
    `if ! ${namesToolkitTest(install, folder)}; then`,
    "  echo '::notice::No comment: the default branch does not list scenewright in package.json yet.'",
    '  exit 0',
    'fi',
    install.folder !== '' && `cd ${shellQuoted(install.folder.slice(0, -1))}`,
    installScript(install),
    'echo installed=true >> "$GITHUB_OUTPUT"',
  )
}
