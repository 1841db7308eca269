import { OperationError } from '@scenewright/model'
import { entryOf, recordReceipt } from '../state/changes.ts'
import type { Receipt } from '../state/receipt.ts'
import type { Intent, ScenarioState } from '../state/state.ts'
import type { Run } from './run.ts'
import type { Answered } from './send-step.ts'
import { StepEnd, type Task } from './task.ts'

interface Recorded {
  readonly intent: Intent
  readonly answer: Answered
  /** Of the state that contained the intent. */
  readonly lineage: string
  readonly serial: number
}

/** Records a response: first as a receipt on this machine and in the output, then in the state. */
export async function recordAnswer(run: Run, { plan, step }: Task, recorded: Recorded): Promise<ScenarioState> {
  const { answer } = recorded
  const receipt = createReceipt(run, plan.key, recorded)
  const synced = await run.options.receipts.append(receipt).then(
    () => true,
    () => false,
  )
  run.emit({ event: 'receipt', synced, ...receipt })
  const state = await run.writer
    .change(present => recordReceipt(present, receipt, run.stamp()))
    .catch(error => {
      const help = receiptHelp(receipt, synced)
      throw synced && isNetwork(error) ? notReached(receipt, error, help) : unrecorded(receipt, error, help)
    })
  const entry = entryOf(state, plan.key)
  if (entry === undefined) throw unrecorded(receipt, undefined, receiptHelp(receipt, synced))
  if (step.kind === 'update' && answer.versionId === undefined && answer.isCut !== true) throw noDraft(plan.key)
  return entry
}

function createReceipt(run: Run, key: string, { intent, answer, lineage, serial }: Recorded): Receipt {
  const { name, bot, url } = run.options.environment
  const isActive = answer.isActive ?? (intent.kind === 'activate' ? intent.activate : undefined)
  return {
    op_id: intent.op_id,
    key,
    kind: intent.kind,
    remote_id: answer.remoteId,
    ...(answer.versionId !== undefined && { version_id: answer.versionId }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...run.stamp(),
    environment: name,
    bot,
    url,
    lineage,
    serial,
  }
}

function unrecorded(receipt: Receipt, cause: unknown, help: string): OperationError {
  return new OperationError('state', unrecordedText(receipt, cause), { help, cause })
}

/** The state backend failed for good, and nothing is wrong with the state. */
function notReached(receipt: Receipt, cause: OperationError, help: string): StepEnd {
  return new StepEnd('conflict', unrecordedText(receipt, cause), help, { unrecorded: true })
}

export function isNetwork(error: unknown): error is OperationError {
  return error instanceof OperationError && error.code === 'network'
}

function unrecordedText({ key, remote_id }: Receipt, cause: unknown): string {
  const why = cause instanceof Error ? `: ${cause.message}` : ''
  return `"${key}" is the record ${remote_id}, but the state does not say so${why}`
}

function receiptHelp({ key, kind, remote_id, environment }: Receipt, synced: boolean): string {
  if (synced) return `the receipts of this machine contain this ${kind}; the next apply on this machine uses them`
  return kind === 'create'
    ? `no receipt could be written: run \`scenewright resolve ${key} --env ${environment} --created ${remote_id}\``
    : 'no receipt could be written; the next plan shows the open request'
}

/** The service's contract does not say how an update affects versions, so only the expected draft is published. */
function noDraft(key: string): StepEnd {
  return new StepEnd(
    'failed',
    `after the update of "${key}", no draft on the service contains what was sent`,
    'nothing was published; compare the scenario in the editor of the service with the source',
  )
}
