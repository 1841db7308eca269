import { randomUUID } from 'node:crypto'
import { readAddress } from '@scenewright/client'
import type { Project } from '@scenewright/compiler'
import type { Plan, TargetEnvironment } from '@scenewright/deployer'
import { type DesiredScenario, type Goal, loadDeployed, presentKeys, type Strategy } from '@scenewright/deployer/goals'
import {
  loadState,
  openReceipts,
  openState,
  type ReceiptLog,
  readSeen,
  receiptsPath,
  refuseOlderState,
  type State,
  type StateStore,
  seenPath,
} from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { type Environment, environmentDefaults } from '@scenewright/model/config'
import { count, nearest } from '@scenewright/model/text'
import { personInGit } from '@scenewright/workspace/sources-in-git'
import type { Invocation } from '../../shell/command.ts'
import { waitToRetry } from '../../shell/pause.ts'
import { progressLine } from '../../shell/terminal.ts'
import type { EnvironmentOptions, OverwriteOption } from './deploy-options.ts'
import { chosenEnvironment, requireCredentials } from './environment.ts'
import type { Revision } from './revision.ts'

/** A goal that overwrites the scenarios named in the options. */
export function overwriting(goal: Goal, { overwrite }: OverwriteOption): Goal {
  return overwrite === undefined ? goal : { ...goal, overwrite: [...(goal.overwrite ?? []), ...overwrite] }
}

/** The target of a project's deploys, and the location of its state. */
export interface Target {
  readonly project: Project
  /** How a change is made, according to the config. */
  readonly strategy?: Strategy
  /** How many scenarios one deploy may deactivate, according to the config. */
  readonly maxDeactivations?: number
  readonly environment: TargetEnvironment
  readonly store: StateStore
  readonly receipts: ReceiptLog
  /** The location of the record of the newest state that this machine has seen. */
  readonly seenFile: string
}

/** An environment of the config, with defaults. */
export function targetEnvironment(name: string, environment: Environment): TargetEnvironment {
  const { url, bot, lineage, timeout_ms, settle_ms } = { ...environmentDefaults, ...environment }
  const pinned = lineage === undefined ? {} : { lineage }
  return { name, url, bot, ...pinned, timeoutMs: timeout_ms, settleMs: settle_ms }
}

/** Opens the environment that the options name. Nothing is written. */
export async function openTarget(
  { env: variables, signal }: Pick<Invocation, 'env' | 'signal'>,
  project: Project,
  { env }: EnvironmentOptions,
): Promise<Target> {
  const { name, environment } = chosenEnvironment(project, env)
  // Also for commands that send nothing: they show and store the address, which must hold no credentials.
  readAddress(environment.url)
  const { state, strategy, max_deactivations: maxDeactivations } = environment
  return {
    project,
    ...(strategy !== undefined && { strategy }),
    ...(maxDeactivations !== undefined && { maxDeactivations }),
    environment: targetEnvironment(name, environment),
    store: await openState(state, { environment: name, root: project.root, env: variables, signal }),
    receipts: openReceipts(receiptsPath(project.root, name)),
    seenFile: seenPath(project.root, name),
  }
}

/** Opens an environment for reading its records; the progress line shows how many were read, until `end`. */
export async function openReading(invocation: Invocation, { environment, store }: Target) {
  const { env, signal, terminal } = invocation
  const { name, url, timeoutMs } = environment
  const { email, apiKey } = requireCredentials(name, env)
  const { createClient } = await import('@scenewright/client')
  const progress = progressLine(terminal)
  return {
    client: createClient({ url, email, apiKey, timeoutMs }),
    environment,
    store,
    signal,
    onRead: (done: number) => progress.show(`${count(done, 'scenario')} read …`),
    wait(ms: number, error: Error, ending: AbortSignal) {
      progress.show('')
      return waitToRetry({ ...invocation, signal: ending }, ms, error)
    },
    end: () => progress.show(''),
  }
}

/** The state of a target; one that is missing, of another environment, or older than one seen is an OperationError. */
export async function loadTargetState(target: Target): Promise<State> {
  const state = await loadDeployed(target.store, target.environment)
  await checkSeen(state, target)
  return state
}

/** Rejects a state, or a plan based on one, that is older than one that this machine has seen. */
export async function checkSeen(
  { lineage, serial }: Pick<Plan, 'lineage' | 'serial'>,
  { environment, seenFile }: Pick<Target, 'environment' | 'seenFile'>,
): Promise<void> {
  const isPinned = environment.lineage !== undefined
  refuseOlderState({ serial, ...(lineage !== undefined && { lineage }) }, await readSeen(seenFile), {
    path: seenFile,
    isPinned,
  })
}

/** The scenarios to deploy according to the sources, each with its commit. */
export function desiredScenarios(scenarios: readonly ScenarioModel[], revision?: Revision): readonly DesiredScenario[] {
  return scenarios.map(({ key, file, isActive, renamedFrom, document }) => {
    const commit = revision?.isCommitted(file) ? revision.commit : undefined
    return {
      key,
      isActive,
      document,
      ...(renamedFrom !== undefined && { renamedFrom }),
      ...(commit !== undefined && { commit }),
    }
  })
}

/**
 * The keys given to a command; all if none are given. A key from before a rename means the renamed scenario. A key
 * without a source that was never deployed is an OperationError `usage`.
 */
export async function chosenKeys(
  keys: readonly string[],
  scenarios: readonly ScenarioModel[],
  { store, environment }: Pick<Target, 'store' | 'environment'>,
): Promise<readonly string[] | undefined> {
  if (keys.length === 0) return undefined
  const present = scenarios.map(({ key }) => key)
  const others = keys.filter(key => !present.includes(key))
  const state = others.length === 0 ? null : await loadState(store)
  const deployed = state === null ? new Map<string, string>() : presentKeys(others, desiredScenarios(scenarios), state)
  const unknown = others.find(key => !deployed.has(key))
  if (unknown === undefined) return [...new Set(keys.map(key => deployed.get(key) ?? key))]
  const near = nearest(unknown, [...present, ...Object.keys(state?.scenarios ?? {})])
  throw new OperationError(
    'usage',
    `no source has the key "${unknown}", and it was never deployed to "${environment.name}"`,
    {
      help:
        near === undefined
          ? 'a key is the path below the sources folder, such as billing/refund'
          : `did you mean "${near}"?`,
    },
  )
}

/** A new id for a run. */
export function newRunId(): string {
  return randomUUID().slice(0, 8)
}

/** Identifies the run: new for every run, with data from the CI environment, or else git. */
export async function runIdentity(
  { env, signal }: Invocation,
  { root }: Project,
  { commit }: { readonly commit?: string | undefined } = {},
): Promise<{ id: string; who?: string; link?: string; commit?: string }> {
  const github =
    env.GITHUB_RUN_ID && `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`
  const who =
    env.GITHUB_ACTOR ?? env.GITLAB_USER_LOGIN ?? (await personInGit({ folder: root, env, signal })) ?? env.USER
  const link = github || env.CI_JOB_URL
  return { id: newRunId(), ...(who && { who }), ...(link && { link }), ...(commit && { commit }) }
}
