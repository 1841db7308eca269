import { type Client, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { TargetEnvironment } from './environment.ts'
import { checkTarget } from './plan/check-target.ts'
import { isUnknownRecord } from './records/read-records.ts'
import { dropIntent, entryOf, recordOwners, recordReceipt, type Stamp } from './state/changes.ts'
import { isConfirmed, type Receipt, type VoidReceipt } from './state/receipt.ts'
import { type Intent, newState, requestName, type State } from './state/state.ts'
import { StateWriter } from './store/state-writer.ts'
import type { StateStore } from './store/store.ts'

/** A person's decision about a request whose response is missing. */
export type Resolution =
  | { readonly kind: 'created'; readonly remoteId: string }
  | { readonly kind: 'not-created' }
  | { readonly kind: 'receipts'; readonly receipts: readonly (Receipt | VoidReceipt)[] }

/** The options of `resolve`. */
export interface ResolveOptions {
  readonly store: StateStore
  readonly environment: TargetEnvironment
  readonly key: string
  readonly resolution: Resolution
  /** Asks the service for the record that a person names; without it, the id is believed. */
  readonly client?: Client | undefined
  /** Called with the reason if the service could not say whether it has the record: the id is then believed. */
  readonly onUnverified?: (reason: string) => void
  readonly signal?: AbortSignal
  readonly run: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/**
 * Closes the open request of a key, by the decision of a person or by the receipts. Resolves with the state. An
 * OperationError: `usage` if nothing is open or the decision cannot be right, such as a record that the bot does not
 * have, `person` if it is too early or the receipts do not contain the result.
 */
export async function resolve(options: ResolveOptions): Promise<State> {
  const { store, environment, key, pause, now, run } = options
  let { resolution } = options
  // Before the state is read, which may take long: the person's observation is older than that.
  const stamp = { run, at: new Date(now()).toISOString() }
  const empty = newState(environment, { lineage: '-', serial: 0, tool: '-' })
  const writer = new StateWriter(store, () => empty, pause)
  const present = await writer.read()
  checkTarget(present, environment)
  const change = (state: State) => {
    const intent = entryOf(state, key)?.intent
    // Our change is already there: the reply to the write was lost.
    if (intent === undefined && state.journal.entries.some(entry => entry.run === run && entry.key === key))
      return state
    if (intent === undefined) throw noOpenRequest(key, state)
    return close(state, { ...options, resolution, intent, stamp })
  }
  if (resolution.kind === 'created') {
    // Asks the service only if the decision can be right.
    change(present ?? empty)
    resolution = { ...resolution, remoteId: await readId(resolution.remoteId.trim(), options) }
  }
  return writer.change(change)
}

/**
 * Returns an id as the service spells it, and rejects one that the bot does not have: an empty update shows both. A
 * state can be resolved without the service.
 */
async function readId(id: string, options: ResolveOptions): Promise<string> {
  const { client, environment, key, signal, onUnverified } = options
  try {
    const record = await client?.updateScenario(environment.bot, id, {}, { ...(signal !== undefined && { signal }) })
    return record?.unique_id ?? id
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof ServiceError)) throw error
    if (!isUnknownRecord(error)) {
      onUnverified?.(error.message)
      return id
    }
    throw new OperationError('usage', `the bot has no scenario ${id}; "${key}" is still open`, {
      help: 'check the unique_id of the scenario in the service, and the bot in the config',
      cause: error,
    })
  }
}

type Closing = ResolveOptions & { readonly intent: Intent; readonly stamp: Stamp }

function close(state: State, closing: Closing): State {
  const { resolution, intent, stamp, key } = closing
  if (resolution.kind === 'receipts') return fromReceipts(state, closing, resolution.receipts)
  if (intent.kind !== 'create') throw noDecisionNeeded(key, intent)
  if (resolution.kind === 'not-created') {
    if (intent.phase === 'created-id-lost') throw createdWithoutId(key)
    if (stamp.at < intent.settle_until) throw tooEarly(key, intent)
    return dropIntent(state, intent.op_id, stamp, { what: 'resolved-not-created' })
  }
  const receipt = personsReceipt(state, closing, checkedId(state, key, resolution.remoteId))
  return recordReceipt(state, receipt, stamp, 'resolved-created')
}

function fromReceipts(
  state: State,
  { key, intent, stamp }: Closing,
  receipts: readonly (Receipt | VoidReceipt)[],
): State {
  const receipt = receipts.find(
    one => one.op_id === intent.op_id && (!isConfirmed(one) || one.lineage === state.lineage),
  )
  if (receipt !== undefined && !isConfirmed(receipt))
    return dropIntent(state, receipt.op_id, stamp, { what: receipt.what })
  if (receipt !== undefined) return recordReceipt(state, receipt, stamp)
  throw new OperationError(
    'person',
    `the receipts do not contain the result of the open ${requestName(intent)} of "${key}"`,
    {
      help: 'check the service, and use --created or --not-created',
    },
  )
}

/** The version is unknown, so the next step is an update with the same definition. */
function personsReceipt(state: State, { intent, key, stamp }: Closing, remoteId: string): Receipt {
  const { name, url, bot } = state.environment
  const { lineage, serial } = state
  return {
    op_id: intent.op_id,
    key,
    kind: 'create',
    remote_id: remoteId,
    ...stamp,
    environment: name,
    url,
    bot,
    lineage,
    serial,
  }
}

function checkedId(state: State, key: string, text: string): string {
  const id = text.trim()
  if (!/^[\w-]+(\.[\w-]+)*$/.test(id)) {
    throw new OperationError('usage', `"${text}" is not the id of a record`, {
      help: 'give the unique_id of the scenario',
    })
  }
  const owner = recordOwners(state).get(id.toLowerCase())
  if (owner === undefined) return id
  throw new OperationError('usage', `the record ${id} already belongs to "${owner}"`, {
    help: `give the record that was created for "${key}"`,
  })
}

function noOpenRequest(key: string, state: State): OperationError {
  const open = Object.entries(state.scenarios).flatMap(([other, { intent }]) => (intent === undefined ? [] : [other]))
  // A scenario of the state is no misspelling of another.
  const near = Object.hasOwn(state.scenarios, key) ? undefined : nearest(key, open)
  const others = open.length === 0 ? 'nothing has to be resolved: apply again' : `open: ${open.join(', ')}`
  return new OperationError('usage', `there is no open request for "${key}"`, {
    help: near === undefined ? others : `did you mean "${near}"?`,
  })
}

function noDecisionNeeded(key: string, intent: Intent): OperationError {
  const name = requestName(intent)
  return new OperationError('usage', `the open ${name} of "${key}" needs no decision: it can be sent again`, {
    help: `run the command that sent it again after ${intent.settle_until}`,
  })
}

function createdWithoutId(key: string): OperationError {
  return new OperationError('person', `the service confirmed that it created "${key}", but the id was lost`, {
    help: 'find it in the service by its title, and use --created <id>',
  })
}

function tooEarly(key: string, { settle_until }: Intent): OperationError {
  return new OperationError('person', `"${key}" may still be created by the request whose response is missing`, {
    help: `check again after ${settle_until}; --created <id> can be used at any time`,
  })
}
