import { type ScenarioRecord, ServiceError } from '@scenewright/client'
import { canonicalJson } from '@scenewright/model'
import type { PlanEntry } from '../plan/plan-types.ts'
import { isSending } from '../plan/steps.ts'
import { findHandEdit, handEditText, wantedOf } from '../records/hand-edit.ts'
import { isRefusedRead } from '../records/read-records.ts'
import { entryOf } from '../state/changes.ts'
import { loadState } from '../state/load-state.ts'
import { awaitRetry, NotCarriedOut } from './await-retry.ts'
import { changedMeanwhile } from './perform-step.ts'
import type { Run } from './run.ts'
import { StepEnd } from './step-end.ts'

/**
 * Reads the record of a scenario that is about to be sent anew, and ends the work on it where somebody has edited it on
 * the service. One request; none where there is no record yet, or where a person overwrites it.
 */
export async function refuseHandEdit(run: Run, plan: PlanEntry): Promise<void> {
  const { key, before, document, want, steps } = plan
  if (before?.remote_id === undefined || plan.isOverwritten === true || !steps.some(isSending)) return
  if (run.reads.isRefused) return
  const record = await readRecord(run, plan, before.remote_id)
  const { state } = run.writer
  if (record === undefined || state === undefined) return
  const { store, environment } = run.options
  const edited = await findHandEdit(record, { state, store, entry: before, wanted: wantedOf(document, want) })
  if (edited === undefined) return
  // Each request is in the state before it is sent: what another run has changed meanwhile is no edit by hand.
  const present = entryOf(await loadState(store), plan.renamedFrom ?? key)
  if (canonicalJson(present) !== canonicalJson(before)) throw changedMeanwhile(key, present)
  throw new StepEnd(
    'conflict',
    `"${key}" was edited by hand on the service: ${handEditText(edited)}`,
    `\`scenewright drift --env ${environment.name}\` shows the difference; take it into the source, or add \`--overwrite ${key}\``,
    edited,
  )
}

/** Undefined where the service does not show it. What is wrong with a record that it lacks, the update itself answers. */
async function readRecord(run: Run, plan: PlanEntry, id: string): Promise<ScenarioRecord | undefined> {
  const { client, environment } = run.options
  const task = { plan, step: { kind: 'update' }, entry: plan.before } as const
  for (let attempt = 0; ; attempt += 1) {
    const stopped = run.stopped()
    if (stopped !== undefined) throw new StepEnd('skipped', stopped)
    try {
      return await run.requests.through(() => client.updateScenario(environment.bot, id, {}, { signal: run.giveUp }))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.status === 404) return undefined
      if (isRefusedRead(error)) {
        if (!run.reads.isRefused) run.emit({ event: 'unread', message: error.message })
        run.reads.isRefused = true
        return undefined
      }
      // It changes nothing, so it may be sent again whatever became of it.
      const what = error.outcome === 'rejected' ? 'rejected' : 'not-sent'
      await awaitRetry(run, task, new NotCarriedOut(what, error), attempt)
    }
  }
}
