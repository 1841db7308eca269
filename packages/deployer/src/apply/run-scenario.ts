import { isDeepStrictEqual } from 'node:util'
import { OperationError } from '@scenewright/model'
import { isChange } from '../plan/plan.ts'
import type { PlanEntry } from '../plan/plan-types.ts'
import { isSending, knownOf, nextStep, type Step, unread } from '../plan/steps.ts'
import type { ScenarioState } from '../state/state.ts'
import type { ScenarioResult } from './events.ts'
import { performStep } from './perform-step.ts'
import { recordAfter, recordBefore } from './record-plan.ts'
import { refuseHandEdit } from './refuse-hand-edit.ts'
import type { Run } from './run.ts'
import { StepEnd } from './step-end.ts'

/** How often one kind of step may come in a row of steps: a second update follows an answer that was cut. */
const mostOfAKind = 2

/** Works on one scenario of a plan until it is as its source wants it, or goes no further. Never rejects for the world. */
export async function runScenario(run: Run, plan: PlanEntry): Promise<ScenarioResult> {
  const { key, action, reason } = plan
  const done: Step['kind'][] = []
  const result = { key, action, reason, done }
  if (action === 'unknown') return { ...result, outcome: 'unknown', ...describeOpen(plan) }
  if (reason === 'stale') return { ...result, outcome: 'conflict', ...stale(key) }
  if (!isChange(plan)) return { ...result, outcome: 'unchanged' }
  try {
    await allSteps(run, plan, done)
    return { ...result, outcome: 'done' }
  } catch (error) {
    return { ...result, ...endOf(error) }
  }
}

async function allSteps(run: Run, plan: PlanEntry, done: Step['kind'][]): Promise<void> {
  const stopped = run.stopped()
  if (stopped !== undefined) throw new StepEnd('skipped', stopped)
  await refuseHandEdit(run, plan)
  let entry: ScenarioState | undefined = await recordBefore(run, plan)
  const steps: Step[] = []
  for (;;) {
    const isUnread = plan.isOverwritten === true && !steps.some(isSending)
    const known = isUnread ? unread(knownOf(entry)) : knownOf(entry)
    const step = nextStep(known, plan.want)
    if (step === undefined) break
    if (steps.filter(one => isDeepStrictEqual(one, step)).length >= mostOfAKind) throw endless(plan.key, step)
    entry = await performStep(run, { plan, step, entry })
    steps.push(step)
    done.push(step.kind)
  }
  await recordAfter(run, plan, entry)
}

function stale(key: string): { message: string; help: string } {
  return { message: `"${key}" was changed since the plan was made`, help: 'plan again' }
}

function describeOpen({ key, open }: PlanEntry): { message: string; help: string } | undefined {
  if (open === undefined) return undefined
  return {
    message: `a ${open.kind} of the run ${open.run} is open since ${open.prepared_at}`,
    help:
      open.kind === 'create'
        ? `look whether the service holds the scenario, and say so with \`scenewright resolve ${key}\``
        : `apply again after ${open.settle_until}`,
  }
}

function endOf(error: unknown): Pick<ScenarioResult, 'outcome' | 'message' | 'help' | 'edited'> {
  if (!(error instanceof StepEnd || error instanceof OperationError)) throw error
  const outcome = error instanceof StepEnd ? error.outcome : outcomeOf(error)
  const edited = error instanceof StepEnd ? error.edited : undefined
  return {
    outcome,
    message: error.message,
    ...(error.help !== undefined && { help: error.help }),
    ...(edited !== undefined && { edited }),
  }
}

function outcomeOf({ code }: OperationError): ScenarioResult['outcome'] {
  if (code === 'person') return 'unknown'
  return code === 'state' ? 'conflict' : 'failed'
}

function endless(key: string, step: Step): StepEnd {
  return new StepEnd('failed', `the service answers "${step.kind}" of "${key}", and still shows that it is not done`)
}
