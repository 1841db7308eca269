import { textHash } from '@scenewright/model/text-hash'
import { deployGroup, type OperateField, operateActions, operateFields, operateScript } from '../operate.ts'
import { indented, lineScalar, lines } from '../quoting.ts'
import { type CiSetup, ownName } from '../setup.ts'
import { keptReceipts } from './deploy-job.ts'

/**
 * The form fields of "Run pipeline". If a repository contains several projects, each has its own field for the
 * environment; the other fields are the same in all their files.
 */
export function pipelineForm({ environments, folder }: CiSetup): string {
  const last = environments.at(-1)
  if (last === undefined) return ''
  const field = (name: string, description: string, value: string, options?: readonly string[]) =>
    lines(
      `  ${name}:`,
      `    description: ${description}`,
      `    value: ${JSON.stringify(value)}`,
      options !== undefined && `    options: [${options.map(option => JSON.stringify(option)).join(', ')}]`,
    )
  const names = environments.map(({ name }) => name)
  const where = `${operateFields.environment}${folder === '' ? '' : `: the bot of ${folder.slice(0, -1)}`}`
  return lines(
    'variables:',
    field(variable.action, operateFields.action, 'deploy', operateActions),
    folder === ''
      ? field(environmentVariable(folder), lineScalar(where), last.name, names)
      : field(environmentVariable(folder), lineScalar(where), '', ['', ...names]),
    ...(['keys', 'hold', 'to'] as const).map(name => field(variable[name], operateFields[name], '')),
  )
}

/** The job for manual operations in an emergency. Like a deploy, it waits for running deploys. */
export function operateJob(setup: CiSetup): string {
  const { environments, folder } = setup
  if (environments.length === 0) return ''
  const environment = environmentVariable(folder)
  const isAsked = `$CI_PIPELINE_SOURCE =~ /^(web|api)$/ && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $${variable.action} != "deploy"`
  return lines(
    `${ownName('operate', folder)}:`,
    `  extends: ${ownName('.scenewright', folder)}`,
    '  stage: deploy',
    '  timeout: 30 minutes',
    '  interruptible: false',
    `  environment: $${environment}`,
    `  resource_group: ${deployGroup(setup, `$${environment}`)}`,
    '  rules:',
    `    - if: ${isAsked}${folder === '' ? '' : ` && $${environment} != ""`}`,
    '  script:',
    '    - |',
    indented(operateScript({ ...variable, environment }), 6),
    keptReceipts(setup),
  )
}

const variable: Readonly<Record<Exclude<OperateField, 'environment'>, string>> = {
  action: 'SCENEWRIGHT_ACTION',
  keys: 'SCENEWRIGHT_KEYS',
  hold: 'SCENEWRIGHT_HOLD',
  to: 'SCENEWRIGHT_TO',
}

/** A variable has no small letters and no `-`, so a folder with capitals or `_` adds a part of its hash. */
function environmentVariable(folder: string): string {
  const name = ownName('SCENEWRIGHT_ENVIRONMENT', folder).replaceAll('-', '_').toUpperCase()
  return /[A-Z_]/.test(folder) ? `${name}_${textHash(folder).slice(0, 8).toUpperCase()}` : name
}
