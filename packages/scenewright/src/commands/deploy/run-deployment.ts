import { randomUUID } from 'node:crypto'
import { createClient } from '@scenewright/client'
import { type ApplyEvent, type ApplySummary, apply, type Plan, type Verdict } from '@scenewright/deployer'
import type { Goal } from '@scenewright/deployer/goals'
import { loadState, noteSeen, openState, type StateStore } from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { json } from '../../render/json.ts'
import type { ExitCode, Invocation } from '../../shell/command.ts'
import { version } from '../../shell/installation.ts'
import { ask } from '../../shell/terminal.ts'
import { applyProgress, eventText, summaryText } from './apply-text.ts'
import { beginEnvironment, begunText } from './begin-environment.ts'
import { checkSeen, runIdentity, type Target } from './deploy.ts'
import type { DeploymentOptions, InitOption } from './deploy-options.ts'
import { requireCredentials } from './environment.ts'
import { editsText, text as planText } from './formats/text.ts'
import type { PlannedOn } from './planned-changes.ts'

/** The output formats of these commands, the default first. */
export const deploymentFormats = ['text', 'ndjson', 'json'] as const

/** Deploy protocol, "Exit codes". Declining means that there are changes which were not applied. */
const exitCodes: { readonly [verdict in Verdict]: ExitCode } = {
  done: 0,
  declined: 1,
  failed: 3,
  unknown: 4,
  conflict: 5,
}

/** The data of a goal that comes from sources. */
interface DeploymentInputs {
  readonly scenarios?: readonly ScenarioModel[]
  /** The commit of the sources. */
  readonly commit?: string | undefined
  /** Throws if a plan with changes must not be applied. */
  readonly check?: (plan: Plan) => Promise<void>
}

/**
 * Shows the plan for a goal, asks for confirmation, and applies it. Events and the table of results are printed to the
 * terminal.
 */
export async function runDeployment(
  invocation: Invocation,
  options: DeploymentOptions & InitOption,
  named: Target,
  goal: Goal,
  { scenarios = [], commit, check }: DeploymentInputs = {},
): Promise<ExitCode> {
  const { name, url, timeoutMs } = named.environment
  const { email, apiKey } = requireCredentials(name, invocation.env)
  const client = createClient({ url, email, apiKey, timeoutMs })
  const target = await begunTarget(invocation, named, options)
  if (target === undefined) return exitCodes.declined
  // Without a reader, the deploy is the same: ended in the middle, it would leave open requests.
  invocation.outliveReader?.()
  const { environment, store, receipts, project } = target
  const progress = applyProgress(invocation.terminal)
  const { failFast, concurrency } = options
  let lineage = environment.lineage
  let planned: Plan | undefined
  const summary = await apply({
    store,
    client,
    receipts,
    goal,
    environment,
    run: await runIdentity(invocation, project, { commit }),
    tool: version,
    now: Date.now,
    newId: randomUUID,
    pause: invocation.pause,
    signal: invocation.signal,
    ...(failFast !== undefined && { failFast }),
    ...(concurrency !== undefined && { concurrency }),
    onEvent: event => {
      progress.pause()
      printEvent(invocation, options, event)
      progress.take(event)
    },
    async check(plan) {
      await checkSeen(plan, target)
      lineage = plan.lineage
      planned = plan
    },
    async approve(plan) {
      if (options.format === 'text') await show(invocation, plan, { ...target, scenarios })
      await check?.(plan)
      return options.yes === true || !invocation.terminal.isInteractive() || (await ask(invocation, 'Apply this?'))
    },
  })
  if (lineage !== undefined) await noteSeen(target.seenFile, { lineage, serial: summary.serial })
  if (options.format === 'text' && planned !== undefined) await showEdits(invocation, planned, summary, target)
  if (options.format === 'json') invocation.terminal.out(json(summary))
  if (environment.lineage === undefined && summary.serial > 0) await askToPin(invocation, environment.name, store)
  return exitCodes[summary.verdict]
}

/**
 * The target with an existing state: a missing one is created with `init`, or once the user confirms. If it is missing
 * and the user cannot be prompted, this is an OperationError `state`. Undefined if the user declines.
 */
export async function begunTarget(
  invocation: Invocation,
  target: Target,
  { init }: InitOption,
): Promise<Target | undefined> {
  const { environment, store, project } = target
  if (environment.lineage !== undefined || (await loadState(store)) !== null) return target
  const { terminal } = invocation
  if (init !== true) {
    if (!terminal.isInteractive()) throw noState(environment.name)
    terminal.err(
      `There is no state of "${environment.name}" yet. A new one contains no scenarios: those that the bot already\n`,
    )
    terminal.err('has would be created again. To take them over first, use `scenewright adopt`.\n')
    if (!(await ask(invocation, 'Create one?'))) return undefined
  }
  const found = await beginEnvironment(invocation, project, environment.name)
  terminal.err(begunText(found))
  const { backend, state } = found.begun
  const setting = { ...invocation, environment: environment.name, root: project.root }
  return {
    ...target,
    store: await openState(backend, setting),
    environment: { ...environment, lineage: state.lineage },
  }
}

function noState(name: string): OperationError {
  return new OperationError('state', `there is no state of "${name}" yet`, {
    help: `\`scenewright state init --env ${name}\` creates it, and so does --init; if there was one before, restore it: with a new one, every scenario would be created again`,
  })
}

/** A state that is not recorded anywhere would look like one that never existed. */
async function askToPin({ terminal }: Invocation, name: string, store: StateStore): Promise<void> {
  // If it can no longer be read, the summary has already said so.
  const state = await loadState(store).catch(() => null)
  if (state === null) return
  terminal.err(`Add \`lineage: ${state.lineage}\` to the environment "${name}": then a missing state stops\n`)
  terminal.err('the next deploy. Without it, everything would be created a second time.\n')
}

function printEvent({ terminal }: Invocation, { format }: DeploymentOptions, event: ApplyEvent): void {
  if (format === 'ndjson') terminal.out(`${JSON.stringify(event)}\n`)
  if (event.event === 'summary') {
    if (format === 'text') terminal.out(summaryText(event, terminal.color.out))
  } else if (format === 'text' || event.event === 'retrying') terminal.err(eventText(event, terminal.color.err))
}

/** Shows the manual changes because of which scenarios were not sent. */
async function showEdits({ terminal }: Invocation, plan: Plan, { scenarios }: ApplySummary, on: PlannedOn) {
  const edits = new Map(scenarios.flatMap(({ key, edited }) => (edited === undefined ? [] : [[key, edited] as const])))
  if (edits.size === 0) return
  const entries = plan.entries.flatMap(entry => {
    const edited = edits.get(entry.key)
    return edited === undefined ? [] : [{ ...entry, steps: [], edited }]
  })
  const { plannedChanges } = await import('./planned-changes.ts')
  const changes = await plannedChanges({ ...plan, entries }, on)
  terminal.out(editsText(changes, terminal.color.out))
}

async function show({ terminal }: Invocation, plan: Plan, on: PlannedOn): Promise<void> {
  const { plannedChanges } = await import('./planned-changes.ts')
  const changes = await plannedChanges(plan, on)
  terminal.out(`${planText(plan, { color: terminal.color.out, now: Date.now(), changes })}\n`)
}
