import { resolve } from 'node:path'
import { createPlanFileGoal, createSourcesGoal, readPlanFile } from '@scenewright/deployer/goals'
import { OperationError } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { openConfig, openSoundSources } from '@scenewright/workspace'
import type { CommandDefinition, ExitCode, Invocation } from '../../shell/command.ts'
import { readInput } from '../../shell/files.ts'
import { refuseDeactivations } from './deactivations.ts'
import { chosenKeys, desiredScenarios, openTarget, overwriting } from './deploy.ts'
import { type DirtyOption, dirtyOption, type RolloutOptions, rolloutOptions } from './deploy-options.ts'
import {
  announceUncommitted,
  openRevision,
  refuseOlderPlan,
  refuseOlderSources,
  refuseUncommitted,
} from './revision.ts'
import { deploymentFormats, runDeployment } from './run-deployment.ts'

interface Options extends RolloutOptions, DirtyOption {}

export const apply: CommandDefinition<Options> = {
  compiles: true,
  arguments: '[plan-or-keys...]',
  formats: deploymentFormats,
  options: command => dirtyOption(rolloutOptions(command)),
  examples: [
    ['scenewright apply', 'show the plan, ask, import and publish'],
    ['scenewright apply billing/refund', 'one scenario; the others do not change'],
    ['scenewright apply --overwrite billing/refund', 'discard manual changes on the service'],
    [
      'scenewright apply --env production --yes --format ndjson',
      'in CI: one event per line, the last one is the summary',
    ],
    ['scenewright plan --out plan.json && scenewright apply plan.json', 'apply exactly what was planned'],
  ],
  run: (invocation, args, options) => {
    const [first, ...others] = args
    if (first !== undefined && others.length === 0 && isFile(invocation, first)) {
      return applyFile(invocation, options, first)
    }
    const file = args.find(hasNameOfFile)
    if (file === undefined) return applySources(invocation, options, args)
    throw new OperationError('usage', `the plan file "${file}" is applied as a whole`, {
      help: 'give it alone; for a plan of some scenarios, add their keys to `scenewright plan --out`',
    })
  },
}

/** A plan file rather than a key: it exists as a file, or has the name of one. */
function isFile({ cwd }: Invocation, argument: string): boolean {
  return hasNameOfFile(argument) || statsAt(resolve(cwd, argument))?.isFile() === true
}

/** A key contains no dot. */
function hasNameOfFile(argument: string): boolean {
  return /^-$|\.json$/.test(argument)
}

async function applySources(invocation: Invocation, options: Options, keys: readonly string[]): Promise<ExitCode> {
  const sources = await openSoundSources(invocation, options)
  const { project, scenarios } = sources
  const revision = await openRevision(invocation, sources)
  announceUncommitted(invocation, revision, options.allowDirty === true)
  const target = await openTarget(invocation, project, options)
  const { commit } = revision
  const goal = createSourcesGoal(desiredScenarios(scenarios, revision), {
    strategy: options.strategy ?? target.strategy,
    commit: revision.removalCommit,
    keys: await chosenKeys(keys, scenarios, target),
  })
  const place = { invocation, root: project.root, ...options }
  return runDeployment(invocation, options, target, overwriting(goal, options), {
    scenarios,
    commit,
    async check(plan) {
      refuseDeactivations(plan, options.maxDeactivations ?? target.maxDeactivations)
      await refuseOlderSources(plan, commit, place)
    },
  })
}

/** The sources are not read: the file contains what is sent. */
async function applyFile(invocation: Invocation, options: Options, path: string): Promise<ExitCode> {
  if (options.strategy !== undefined) {
    throw new OperationError('usage', '--strategy is not available with a plan file, which contains the strategy', {
      help: 'create a new plan with --strategy',
    })
  }
  const file = readPlanFile(await readInput(invocation.cwd, path), path)
  const project = await openConfig(invocation, options)
  const target = await openTarget(invocation, project, { ...options, env: options.env ?? file.environment.name })
  const goal = createPlanFileGoal(file, target.environment)
  const lineage = target.environment.lineage ?? file.lineage ?? undefined
  const environment = { ...target.environment, ...(lineage !== undefined && { lineage }) }
  return runDeployment(invocation, options, { ...target, environment }, overwriting(goal, options), {
    commit: goal.commit,
    async check(plan) {
      refuseDeactivations(plan, options.maxDeactivations ?? target.maxDeactivations)
      await refuseOlderPlan(plan, goal.commit, { invocation, root: project.root, ...options })
      if (options.allowDirty === true || invocation.terminal.isInteractive()) return
      await refuseUncommitted(
        plan,
        { invocation, root: project.root },
        {
          code: 'usage',
          option: '--allow-dirty',
          remedy: () => 'create the plan again',
          areRemovalsCommitted: goal.commit !== undefined,
        },
      )
    },
  })
}
