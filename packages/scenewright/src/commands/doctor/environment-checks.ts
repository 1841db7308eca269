import { createClient } from '@scenewright/client'
import type { Project } from '@scenewright/compiler'
import { needsFunctions, plan, requireFunctions, type TargetEnvironment } from '@scenewright/deployer'
import { readRecords } from '@scenewright/deployer/backup'
import { createSourcesGoal } from '@scenewright/deployer/goals'
import { loadState, type State, tryWriting } from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { openSoundSources } from '@scenewright/workspace'
import type { Invocation, SharedOptions } from '../../shell/command.ts'
import { createInvocation } from '../../shell/invocation.ts'
import { waitToRetry } from '../../shell/pause.ts'
import { quiet } from '../../shell/terminal.ts'
import { checkSeen, desiredScenarios, openTarget, type Target, targetEnvironment } from '../deploy/deploy.ts'
import { chosenEnvironment, readCredentials } from '../deploy/environment.ts'
import { accountChecks } from './account-checks.ts'
import { type Check, checked } from './check.ts'

/** Checks an environment without changing it: its account, clock and state, a record, and the functions of its bot. */
export async function environmentChecks(
  project: Project,
  invocation: Invocation,
  options: SharedOptions & { readonly env: string },
): Promise<readonly Check[]> {
  const { name, environment } = chosenEnvironment(project, options.env)
  const target = targetEnvironment(name, environment)
  const [account, state, records, functions] = await Promise.all([
    accountChecks(target, invocation),
    stateChecks(project, invocation, name),
    updateChecks(project, target, invocation),
    functionChecks(target, invocation, options),
  ])
  return [...account, ...state, ...records, ...functions].map(check => ({ ...check, name: `${name}: ${check.name}` }))
}

/** Requests from the service the functions that any scenario of the sources depends on; nothing if none does. */
async function functionChecks(
  environment: TargetEnvironment,
  invocation: Invocation,
  options: SharedOptions,
): Promise<readonly Check[]> {
  const credentials = validCredentials(environment, invocation)
  const first = await firstDeploy(environment, invocation, options)
  if (credentials === undefined || first === undefined || !needsFunctions(first)) return []
  const { url, timeoutMs } = environment
  const look = async () => {
    const client = createClient({ url, ...credentials, timeoutMs })
    await requireFunctions(first, client, { signal: invocation.signal })
    return { status: 'ok' as const, detail: 'the bot has all functions that the scenarios need' }
  }
  return [await checked('functions', look)]
}

/** A plan that sends every scenario; undefined if the sources have errors, which another check reports. */
async function firstDeploy(environment: TargetEnvironment, invocation: Invocation, options: SharedOptions) {
  try {
    const { scenarios } = await openSoundSources(
      createInvocation({ ...invocation, terminal: quiet(invocation.terminal) }),
      options,
    )
    const { lineage: _lineage, ...fresh } = environment
    return plan({
      state: null,
      goal: createSourcesGoal(desiredScenarios(scenarios)),
      environment: fresh,
      now: Date.now(),
    })
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

/** Checks whether the state can be read, belongs to the environment, and could be written. Changes nothing. */
async function stateChecks(project: Project, invocation: Invocation, name: string): Promise<readonly Check[]> {
  const read = await checked('state', async () => {
    const target = await openTarget(invocation, project, { env: name, format: 'text' })
    return stateCheck(await loadState(target.store), target)
  })
  if (read.status === 'wrong') return [read]
  return [read, await checked('state home', () => backendCheck(project, invocation, name))]
}

async function stateCheck(state: State | null, target: Target): Promise<Omit<Check, 'name'>> {
  const { environment, store, receipts } = target
  // A plan for nothing detects the same problems as every deploy: a state of another bot, or one older than the
  // receipts.
  const goal = { scenarios: [], isWhole: false }
  await checkSeen(plan({ state, goal, environment, now: Date.now(), receipts: await receipts.read() }), target)
  if (state === null) {
    return {
      status: 'missing',
      detail: `there is none yet in ${store.name}; create it with \`scenewright state init\``,
    }
  }
  const open = Object.values(state.scenarios).filter(({ intent }) => intent !== undefined).length
  const stateDetail = `serial ${state.serial} in ${store.name}${open > 0 ? `, ${count(open, 'request')} open: see \`scenewright status\`` : ''}`
  return environment.lineage === undefined
    ? {
        status: 'missing',
        detail: `${stateDetail}; pin it in the config, so that a lost state is detected: \`lineage: ${state.lineage}\``,
      }
    : { status: 'ok', detail: stateDetail }
}

async function backendCheck(project: Project, { env, signal }: Invocation, name: string): Promise<Omit<Check, 'name'>> {
  const { environment } = chosenEnvironment(project, name)
  const setting = { environment: name, root: project.root, env, signal }
  return (await tryWriting(environment.state, setting))
    ? { status: 'ok', detail: 'it is writable' }
    : {
        status: 'ok',
        detail:
          'no problem was found, but only a write is a full test: `scenewright state init` writes the same state again',
      }
}

/** Tests whether an empty update returns the record, with one that the state contains; nothing if there is none. */
async function updateChecks(
  project: Project,
  environment: TargetEnvironment,
  invocation: Invocation,
): Promise<readonly Check[]> {
  const credentials = validCredentials(environment, invocation)
  const known = await knownRecord(project, environment, invocation)
  if (credentials === undefined || known === undefined) return []
  const { url, timeoutMs } = environment
  const { signal } = invocation
  const look = async () => {
    const client = createClient({ url, ...credentials, timeoutMs })
    const wait = (ms: number, error: Error) => waitToRetry(invocation, ms, error)
    const { key, id } = known
    const [record] = await readRecords([id], { client, environment, signal, onRead: () => {}, wait })
    if (record === undefined) {
      const detail = `the bot has no scenario ${id} ("${key}"); \`scenewright drift --env ${environment.name}\` shows all that are missing`
      return { status: 'wrong' as const, detail }
    }
    return {
      status: 'ok' as const,
      detail: 'an empty update returns the record: scenarios can be adopted, and manual changes are detected',
    }
  }
  return [await checked('records', look)]
}

/** The credentials for an environment; undefined if there are none, or if they are invalid, which another check reports. */
function validCredentials({ name }: TargetEnvironment, { env }: Invocation) {
  try {
    return readCredentials(name, env)
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

async function knownRecord(project: Project, { name }: TargetEnvironment, invocation: Invocation) {
  try {
    const { store } = await openTarget(invocation, project, { env: name, format: 'text' })
    const scenarios = Object.entries((await loadState(store))?.scenarios ?? {})
    const [found] = scenarios.flatMap(([key, { remote_id }]) =>
      remote_id === undefined ? [] : [{ key, id: remote_id }],
    )
    return found
  } catch (error) {
    // Another check reports errors in the state.
    if (error instanceof OperationError) return undefined
    throw error
  }
}
