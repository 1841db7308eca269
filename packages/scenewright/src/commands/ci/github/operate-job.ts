import { deployGroup, type OperateField, operateActions, operateFields, operateScript } from '../operate.ts'
import { indented, lines } from '../quoting.ts'
import { accountVariables, type CiSetup, stateVariables } from '../setup.ts'
import { isDeployed, receiptsFolder } from './deploy-job.ts'
import { job, runner, secrets, setUp, step, upload } from './steps.ts'

/** The input fields of "Run workflow". */
export function dispatchInputs({ environments }: CiSetup): string {
  const last = environments.at(-1)
  if (last === undefined) return ''
  const field = (name: OperateField, ...more: readonly string[]) =>
    lines(
      `${name}:`,
      `  description: ${operateFields[name]}`,
      `  type: ${more.length === 0 ? 'string' : 'choice'}`,
      ...more,
    )
  const names = environments.map(({ name }) => JSON.stringify(name)).join(', ')
  return lines(
    '  workflow_dispatch:',
    '    inputs:',
    indented(
      lines(
        field('action', `  options: [${operateActions.join(', ')}]`),
        field('environment', `  options: [${names}]`, `  default: ${JSON.stringify(last.name)}`),
        field('keys'),
        field('hold'),
        field('to'),
      ),
      6,
    ),
  )
}

/** The job for manual operations in an emergency. Like a deploy, it waits for approval and for running deploys. */
export function operateJob(setup: CiSetup): string {
  const { environments, branch } = setup
  if (environments.length === 0) return ''
  const hasGit = environments.some(({ state }) => state === 'git')
  const variables = new Set([...accountVariables, ...environments.flatMap(({ state }) => stateVariables[state])])
  const head = lines(
    `if: github.event_name == 'workflow_dispatch' && inputs.action != 'deploy' && ${isDeployed(branch)}`,
    `environment: \${{ inputs.environment }}`,
    runner(setup, 30),
    'concurrency:',
    `  group: ${deployGroup(setup, `\${{ inputs.environment }}`)}`,
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

const fields: readonly OperateField[] = ['action', 'environment', 'keys', 'hold', 'to']

const inputs = fields.map(name => `${name.toUpperCase()}: \${{ inputs.${name} }}`).join('\n')

const script = operateScript({ action: 'ACTION', environment: 'ENVIRONMENT', keys: 'KEYS', hold: 'HOLD', to: 'TO' })
