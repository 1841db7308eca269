import {
  plan as makePlan,
  needsFunctions,
  type Plan,
  refreshPlan,
  requireFunctions,
  type TargetEnvironment,
} from '@scenewright/deployer'
import { createSourcesGoal, type PlanFile, planFile } from '@scenewright/deployer/goals'
import { loadState, type State } from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import { openSoundSources } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation } from '../../shell/command.ts'
import { requireReportFile, writeReport } from '../../shell/files.ts'
import { version } from '../../shell/installation.ts'
import { refuseDeactivations } from './deactivations.ts'
import { checkSeen, chosenKeys, desiredScenarios, openReading, openTarget, overwriting, type Target } from './deploy.ts'
import {
  type EnvironmentOptions,
  environmentOption,
  type OverwriteOption,
  overwriteOption,
  type StrategyOptions,
  strategyOption,
} from './deploy-options.ts'
import { readCredentials } from './environment.ts'
import { type PlanFormatName, planFormatNames, planFormats } from './formats/index.ts'
import type { PlannedOn } from './planned-changes.ts'
import { announceUncommitted, openRevision, refuseOlderSources } from './revision.ts'

interface Options extends EnvironmentOptions, StrategyOptions, OverwriteOption {
  readonly refresh?: boolean
  readonly out?: string
  readonly format: PlanFormatName
  readonly detailedExitcode?: boolean
}

export const plan: CommandDefinition<Options> = {
  compiles: true,
  arguments: '[keys...]',
  formats: planFormatNames,
  options: command =>
    overwriteOption(strategyOption(environmentOption(command)))
      .option('--refresh', 'read each scenario on the service, and show manual changes')
      .option('--out <file>', 'save the plan, for `scenewright apply <file>`')
      .option('--detailed-exitcode', 'exit with 2 if there are changes, 64 instead of 2 for errors'),
  examples: [
    ['scenewright plan', 'show what apply would do; nothing is sent or written'],
    ['scenewright plan --env production --format json', 'for a program'],
    ['scenewright plan billing/refund', 'of one scenario'],
    ['scenewright plan --refresh', 'also manual edits on the service; one request per scenario'],
    ['scenewright plan --out plan.json', 'save it: `scenewright apply plan.json` does exactly this'],
    ['scenewright plan --format markdown > plan.md', 'for a comment on a pull request'],
  ],
  async run(invocation, keys, options) {
    const { terminal } = invocation
    if (options.out !== undefined) requireReportFile(invocation.cwd, options.out)
    const sources = await openSoundSources(invocation, options)
    const { project, scenarios } = sources
    const revision = await openRevision(invocation, sources)
    announceUncommitted(invocation, revision, true)
    const { removalCommit: commit } = revision
    const target = await openTarget(invocation, project, options)
    const { environment, store, receipts, strategy, maxDeactivations } = target
    const chosen = await chosenKeys(keys, scenarios, { store, environment })
    const [state, known] = [await loadState(store), await receipts.read()]
    const now = Date.now()
    const goal = createSourcesGoal(desiredScenarios(scenarios, revision), {
      strategy: options.strategy ?? strategy,
      commit,
      keys: chosen,
    })
    const offline = makePlan({ state, goal: overwriting(goal, options), environment, now, receipts: known })
    await checkSeen(offline, target)
    const isWhole = chosen === undefined
    const made =
      options.refresh && state !== null ? await refresh(invocation, offline, { ...target, state, isWhole }) : offline
    await warnOfRejection(invocation, async () => {
      refuseDeactivations(made, maxDeactivations)
      if (made.hasChanges) await refuseOlderSources(made, revision.commit, { invocation, root: project.root })
    })
    await checkFunctions(invocation, environment, made)
    if (options.out !== undefined)
      await keep(
        invocation,
        options.out,
        planFile(made, { tool: version, ...(commit !== undefined && isWhole && { commit }) }),
      )
    const render = await planFormats[options.format]()
    const changes = await loadChanges(options.format, made, { project, store, scenarios })
    terminal.out(render(made, { color: terminal.color.out, now, changes }))
    if (made.counts.waiting > 0) return 4
    if (made.counts.edited > 0) return 5
    return options.detailedExitcode && made.hasChanges ? 2 : 0
  },
}

/** Prints why `apply` would reject the plan: the OperationError of its checks. */
async function warnOfRejection({ terminal }: Invocation, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    const help = error.help === undefined ? '' : `; ${error.help}`
    terminal.err(`apply would reject this plan: ${error.message}${help}\n`)
  }
}

/**
 * Requests the bot's functions from the service if a scenario to send depends on some. Without an account, as in a pull
 * request from a fork, prints that they were not checked: apply checks them in any case.
 */
async function checkFunctions(
  { env, signal, terminal }: Invocation,
  { name, url, timeoutMs }: TargetEnvironment,
  made: Plan,
): Promise<void> {
  if (!needsFunctions(made)) return
  const credentials = readCredentials(name, env)
  if (credentials === undefined) {
    terminal.err('Without credentials, the functions that the scenarios need were not checked.\n')
    return
  }
  const { createClient } = await import('@scenewright/client')
  const { email, apiKey } = credentials
  await requireFunctions(made, createClient({ url, email, apiKey, timeoutMs }), { signal })
}

async function refresh(
  invocation: Invocation,
  made: Plan,
  { state, isWhole, ...target }: Target & { readonly state: State; readonly isWhole: boolean },
): Promise<Plan> {
  const reading = await openReading(invocation, target)
  return refreshPlan(made, { ...reading, state, isWhole }).finally(reading.end)
}

/** The differ is loaded only if there is a comparison, and it is displayed. */
async function loadChanges(format: PlanFormatName, made: Plan, on: PlannedOn) {
  if (format === 'json' || (!made.hasChanges && made.counts.edited === 0)) return new Map()
  return (await import('./planned-changes.ts')).plannedChanges(made, on)
}

async function keep(invocation: Invocation, path: string, file: PlanFile): Promise<void> {
  await writeReport(invocation.cwd, path, json(file))
  invocation.terminal.err(`Saved the plan to ${path}: apply it with \`scenewright apply ${path}\`.\n`)
}
