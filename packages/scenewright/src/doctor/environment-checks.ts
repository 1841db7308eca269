import type { Project } from '@scenewright/compiler'
import type { Invocation, SharedOptions } from '../command.ts'
import { targetOf } from '../deploy.ts'
import { chosenEnvironment } from '../environment.ts'
import { accountChecks } from './account-checks.ts'
import type { Check } from './check.ts'
import { functionChecks } from './function-checks.ts'
import { stateChecks } from './state-checks.ts'
import { updateChecks } from './update-check.ts'

/** Tries an environment: its account, its clock, its state, a record, the functions of its bot. Nothing is changed by it. */
export async function environmentChecks(
  project: Project,
  invocation: Invocation,
  options: SharedOptions & { readonly env: string },
): Promise<readonly Check[]> {
  const { name, environment } = chosenEnvironment(project, options.env)
  const target = targetOf(name, environment)
  const [account, state, records, functions] = await Promise.all([
    accountChecks(target, invocation),
    stateChecks(project, invocation, name),
    updateChecks(project, target, invocation),
    functionChecks(target, invocation, options),
  ])
  return [...account, ...state, ...records, ...functions].map(check => ({ ...check, name: `${name}: ${check.name}` }))
}
