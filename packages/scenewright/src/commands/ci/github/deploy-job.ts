import { installedCall as call, execInstalled } from '../install.ts'
import { deployGroup } from '../operate.ts'
import { lines, scalar } from '../quoting.ts'
import { accountVariables, type CiEnvironment, type CiSetup, stateVariables } from '../setup.ts'
import { actions, job, runner, secrets, setUp, stateSecrets, step, upload } from './steps.ts'

/** Applies the plan that the previous job has saved, after the required approvals; skipped if the plan is empty. */
export function deployJob(setup: CiSetup, environment: CiEnvironment): string {
  const { name, state } = environment
  const head = lines(
    `needs: plan-${name}`,
    `if: \${{ !cancelled() && !failure() && needs.plan-${name}.outputs.changes == 'true' }}`,
    `environment: ${scalar(name)}`,
    runner(setup, 60),
    'concurrency:',
    `  group: ${deployGroup(setup, name)}`,
    '  cancel-in-progress: false',
    '  queue: max # merges are deployed one at a time; if your GitHub does not support it, see docs/ci.md',
    'permissions:',
    state === 'git' ? '  contents: write # the state is a ref of this repository' : '  contents: read',
  )
  return job(`deploy-${name}`, head, steps(setup, environment))
}

function steps(setup: CiSetup, environment: CiEnvironment): string {
  const { name, state } = environment
  return lines(
    setUp(setup, { history: true, needsToken: state === 'git' }),
    downloadPlan(name),
    step('Apply', `${execInstalled} apply "$RUNNER_TEMP/plan/plan.json" --env ${name} --yes`, {
      env: secrets([...accountVariables, ...stateVariables[state]]),
    }),
    whatIsOpen(environment),
    upload('the receipts', `scenewright-receipts-${name}`, [receiptsFolder(setup)], { when: 'always()' }),
  )
}

/** The expression for a run of the deployed branch. */
export function isDeployed(branch: string): string {
  return `github.ref == '${`refs/heads/${branch}`.replaceAll("'", "''")}'`
}

/** The location of the receipts, from the top of the repository. */
export function receiptsFolder({ folder }: CiSetup): string {
  return `${folder}.scenewright/receipts/`
}

function downloadPlan(name: string): string {
  return lines(
    '- name: The plan that was approved',
    `  uses: ${actions.download}`,
    '  with:',
    `    name: scenewright-plan-${name}`,
    `    path: \${{ runner.temp }}/plan`,
  )
}

function whatIsOpen(environment: CiEnvironment): string {
  const { name } = environment
  return step(
    'Open requests',
    lines(
      '{',
      `  echo 'The deploy to ${name} failed. Exit code 4 means that the response to a request was lost:'`,
      "  echo 'check whether the service has the scenario, and record the result with `scenewright resolve`.'",
      "  echo '```'",
      `  ${call} status --env ${name} || true`,
      "  echo '```'",
      '} >> "$GITHUB_STEP_SUMMARY"',
    ),
    { when: 'failure()', env: stateSecrets(environment) },
  )
}
