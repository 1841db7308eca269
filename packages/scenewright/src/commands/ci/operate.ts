import { execInstalled } from './install.ts'
import { lines } from './quoting.ts'
import { type CiSetup, ownName } from './setup.ts'

/** The form fields of a manual run, in the order of the form, with their descriptions. */
export const operateFields = {
  action: 'The operation; deploy plans and applies the default branch again',
  environment: 'The environment, for all operations except deploy',
  keys: 'The keys of the scenarios, separated by spaces',
  hold: 'For deactivate and rollback, the reason for holding the scenarios until they are released; empty for no hold',
  to: 'For rollback, a version of the scenarios; without keys, the commit or run to which the whole bot is rolled back',
} as const

export type OperateField = keyof typeof operateFields

export const operateActions = ['deploy', 'deactivate', 'rollback', 'release'] as const

/**
 * The script of a manual run. User input reaches it only through variables with these names.
 */
export function operateScript(variable: Readonly<Record<OperateField, string>>): string {
  const { action, environment, keys, hold, to } = variable
  const held = `\${${hold}:+"--hold=$${hold}"}`
  return lines(
    `read -ra keys <<< "$${keys}"`,
    `case "$${action}" in`,
    `  deactivate) options=(--yes ${held}) ;;`,
    `  rollback) options=(--yes ${held} \${${to}:+"--to=$${to}"}) ;;`,
    '  release) options=() ;;',
    '  *) exit 2 ;;',
    'esac',
    `${execInstalled} "$${action}" --env "$${environment}" "\${options[@]}" -- "\${keys[@]}"`,
  )
}

/** The concurrency group of deploys to an environment and of manual runs. */
export function deployGroup({ folder }: CiSetup, environment: string): string {
  return ownName(`scenewright-${environment}`, folder)
}
