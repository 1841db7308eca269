import { installedCall as call } from '../install.ts'
import { accountVariables, type CiSetup, ownName, stateVariables } from '../setup.ts'
import { lines } from '../yaml-lines.ts'
import { isDeployed, receiptsFolder } from './deploy-job.ts'
import { job, runner, secrets, setUp, step, upload } from './steps.ts'

/** What a person fills in at "Run workflow". */
export function dispatchInputs({ environments }: CiSetup): string {
  const last = environments.at(-1)
  if (last === undefined) return ''
  return lines(
    '  workflow_dispatch:',
    '    inputs:',
    '      action:',
    '        description: What to do; deploy plans and applies the default branch again',
    '        type: choice',
    '        options: [deploy, deactivate, rollback, release]',
    '      environment:',
    '        description: Where, for all but deploy',
    '        type: choice',
    `        options: [${environments.map(({ name }) => JSON.stringify(name)).join(', ')}]`,
    `        default: ${JSON.stringify(last.name)}`,
    '      keys:',
    '        description: The keys of the scenarios, with spaces between them',
    '        type: string',
    '      hold:',
    '        description: For deactivate and rollback, why no deploy may change the scenarios until their release; empty for no hold',
    '        type: string',
  )
}

/** What somebody does to single scenarios when something wrong is live. It waits for approval and its turn as a deploy does. */
export function operateJob(setup: CiSetup): string {
  const { environments, folder, branch } = setup
  if (environments.length === 0) return ''
  const hasGit = environments.some(({ state }) => state === 'git')
  const variables = new Set([...accountVariables, ...environments.flatMap(({ state }) => stateVariables[state])])
  const head = lines(
    `if: github.event_name == 'workflow_dispatch' && inputs.action != 'deploy' && ${isDeployed(branch)}`,
    `environment: \${{ inputs.environment }}`,
    runner(setup, 30),
    'concurrency:',
    `  group: ${ownName(`scenewright-\${{ inputs.environment }}`, folder)}`,
    '  cancel-in-progress: false',
    '  queue: max',
    'permissions:',
    hasGit ? '  contents: write # the state is a ref of this repository' : '  contents: read',
  )
  return job(
    'operate',
    head,
    lines(
      setUp(setup, { history: false, needsToken: hasGit }),
      step('Operate', script, { env: lines(inputs, secrets([...variables])) }),
      upload('the receipts', 'scenewright-receipts-operate', [receiptsFolder(setup)], { when: 'always()' }),
    ),
  )
}

/** What a person typed reaches the script as variables alone. */
const inputs = ['action', 'environment', 'keys', 'hold']
  .map(name => `${name.toUpperCase()}: \${{ inputs.${name} }}`)
  .join('\n')

const script = lines(
  'read -ra keys <<< "$KEYS"',
  'case "$ACTION" in',
  `  deactivate | rollback) options=(--yes \${HOLD:+"--hold=$HOLD"}) ;;`,
  '  release) options=() ;;',
  '  *) exit 2 ;;',
  'esac',
  `exec ${call} "$ACTION" --env "$ENVIRONMENT" "\${options[@]}" -- "\${keys[@]}"`,
)
