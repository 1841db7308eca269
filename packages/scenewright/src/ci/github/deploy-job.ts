import { installedCall as call } from '../install.ts'
import { accountVariables, type CiEnvironment, type CiSetup, ownName, stateVariables } from '../setup.ts'
import { lines } from '../yaml-lines.ts'
import { job, runner, secrets, setUp, stateSecrets, step, testStep, upload } from './steps.ts'

/**
 * Deploys what was merged. The first environment's job checks and tests as well, so that every merge enters the queue
 * at once and they are applied in the order in which they came.
 */
export function deployJob(setup: CiSetup, environment: CiEnvironment, before: CiEnvironment | undefined): string {
  const { name, state } = environment
  const head = lines(
    `if: github.event_name != 'pull_request' && github.ref == ${literal(`refs/heads/${setup.branch}`)}`,
    before !== undefined && `needs: deploy-${before.name}`,
    `environment: ${name}`,
    runner(setup, 60),
    'concurrency:',
    `  group: ${ownName(`scenewright-${name}`, setup.folder)}`,
    '  cancel-in-progress: false',
    '  queue: max # every merge waits for its turn; a GitHub that does not know the word: see docs/ci.md',
    'permissions:',
    state === 'git' ? '  contents: write # the state is a ref of this repository' : '  contents: read',
  )
  return job(`deploy-${name}`, head, steps(setup, environment, before === undefined))
}

function steps(setup: CiSetup, environment: CiEnvironment, isFirst: boolean): string {
  const { name, state } = environment
  return lines(
    setUp(setup, { history: false, needsToken: state === 'git' }),
    isFirst && step('Check', `${call} check --format github`),
    isFirst && testStep(setup),
    // In place of the shell: a cancelled run is told so, and writes its state before it ends.
    step('Apply', `exec ${call} apply --env ${name} --yes`, {
      env: secrets([...accountVariables, ...stateVariables[state]]),
    }),
    whatIsOpen(environment),
    upload(`scenewright-receipts-${name}`, [receiptsFolder(setup)], { when: 'always()', isHidden: true }),
  )
}

/** Where the receipts lie, from the top of the repository. */
function receiptsFolder({ folder }: CiSetup): string {
  return `${folder}.scenewright/receipts/`
}

/** A text in an expression of GitHub's. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function whatIsOpen(environment: CiEnvironment): string {
  const { name } = environment
  return step(
    'What is open',
    lines(
      '{',
      `  echo 'The deploy to ${name} did not end well. Exit code 4 means that the answer to a request was lost, and that'`,
      "  echo 'a person is needed: look in the service whether the scenario is there, and say so with `scenewright resolve`.'",
      "  echo '```'",
      `  ${call} status --env ${name} || true`,
      "  echo '```'",
      '} >> "$GITHUB_STEP_SUMMARY"',
    ),
    { when: 'failure()', env: stateSecrets(environment) },
  )
}
