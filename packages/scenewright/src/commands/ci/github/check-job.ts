import { installedCall as call } from '../install.ts'
import { lines } from '../quoting.ts'
import { type CiEnvironment, type CiSetup, diffPage, linkToPage, orNoReport, ownName, reportFiles } from '../setup.ts'
import { job, runner, setUp, stateSecrets, step, testStep, upload } from './steps.ts'

/** The job that checks a pull request. It has no write permission and no account of the service. */
export function checkJob(setup: CiSetup): string {
  const head = lines(
    setup.environments.length > 0 && `if: ${isProposed}`,
    runner(setup, 15),
    'concurrency:',
    `  group: ${ownName('scenewright-check', setup.folder)}-\${{ github.ref }}`,
    `  cancel-in-progress: \${{ github.event_name == 'pull_request' }}`,
    'permissions:',
    '  contents: read',
  )
  return job('check', head, steps(setup))
}

function steps(setup: CiSetup): string {
  const { environments, folder, hasTests } = setup
  const last = environments.at(-1)
  const { diff, plan } = reportFiles
  const reports = [...(hasTests ? ['scenewright-tests.xml'] : []), diff, ...(last === undefined ? [] : [plan])]
  return lines(
    setUp(setup, { history: true, needsToken: last?.state === 'git' }),
    step('Check the changes', `${call} check --changed "$BASE" --format github`, {
      env: baseVariable,
      ...(last === undefined && { when: isProposed }),
    }),
    last === undefined && step('Check', `${call} check --format github`, { when: "github.event_name == 'push'" }),
    testStep(setup),
    diffStep(setup),
    last !== undefined && planStep(last),
    upload('the page', ownName('scenewright-diff', folder), [folder + diffPage], {
      id: 'page',
      when: `\${{ !cancelled() && (${isProposed}) }}`,
    }),
    step('Link the page', linkToPage('"$PAGE_URL"'), {
      when: `\${{ !cancelled() && steps.page.outputs.artifact-url }}`,
      env: `PAGE_URL: \${{ steps.page.outputs.artifact-url }}`,
    }),
    upload(
      'the reports',
      'scenewright-reports',
      reports.map(file => folder + file),
      { when: `\${{ !cancelled() }}` },
    ),
  )
}

/** The step that reports how the change affects the customer. */
function diffStep({ environments }: CiSetup): string {
  const { diff } = reportFiles
  const script = lines(
    'code=0',
    `${call} diff "$BASE" --format markdown > ${diff} || code=$?`,
    orNoReport('diff'),
    `${call} diff "$BASE" --format html --interactive > ${diffPage} || rm -f ${diffPage}`,
    `cat ${diff} >> "$GITHUB_STEP_SUMMARY"`,
    'exit "$code"',
  )
  const isRequest = environments.length === 0 ? ` && (${isProposed})` : ''
  return step('Diff', script, { env: baseVariable, when: `\${{ !cancelled()${isRequest} }}` })
}

/** Access to a state that is not in git needs secrets, which a pull request from a fork or Dependabot does not have. */
function planStep(environment: CiEnvironment): string {
  const { name, state } = environment
  const { plan } = reportFiles
  return step(
    'Plan',
    lines(
      'code=0',
      `${call} plan --env ${name} --format markdown > ${plan} || code=$?`,
      orNoReport('plan'),
      `cat ${plan} >> "$GITHUB_STEP_SUMMARY"`,
      '# 4: a request of an earlier run waits for a person. That is no fault of this change.',
      '[ "$code" -eq 4 ] || exit "$code"',
    ),
    {
      env: stateSecrets(environment),
      when: `\${{ !cancelled()${state === 'git' ? '' : ` && (github.event_name == 'merge_group' || ${fromHere})`} }}`,
    },
  )
}

/** Whether a run is for changes before they are merged: a pull request, or several of them in a merge queue. */
const isProposed = "github.event_name == 'pull_request' || github.event_name == 'merge_group'"

/** The base revision of such a run. */
const baseVariable = `BASE: \${{ github.event.merge_group.base_sha || format('origin/{0}', github.base_ref) }}`

/**
 * Whether a pull request comes from the repository itself, and not from Dependabot: only then there are secrets, and a
 * token with write permission.
 */
export const fromHere =
  "github.event.pull_request.head.repo.full_name == github.repository && github.actor != 'dependabot[bot]'"
