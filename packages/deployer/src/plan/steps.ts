import type { Want } from '../goals/goal.ts'
import { settle } from '../state/settle.ts'
import type { Draft, Published, ScenarioState } from '../state/state.ts'

/** One request to the service. */
export type Step =
  | { readonly kind: 'create' }
  | { readonly kind: 'update' }
  | { readonly kind: 'publish'; readonly activate: boolean }
  | { readonly kind: 'activate' }
  /** `record`: one that another has replaced; by default the scenario's own. */
  | { readonly kind: 'deactivate'; readonly record?: string }

/** Whether a step sends the scenario itself, and does not only activate or deactivate it. */
export function isSending({ kind }: Step): boolean {
  return kind === 'create' || kind === 'update'
}

/** The certain facts about a scenario on the service. A field is absent if it is not set or not certain. */
export interface Known {
  readonly remoteId?: string
  readonly isActive?: boolean
  readonly draft?: Pick<Draft, 'payload_hash' | 'version_id'>
  readonly published?: Pick<Published, 'payload_hash'>
  /** Replaced records that may still be active. */
  readonly replaced?: readonly string[]
}

/** The facts that are certain according to a state once its open request, if any, has settled. */
export function readKnown(entry: ScenarioState | undefined): Known {
  if (entry === undefined) return { isActive: false }
  const { remote_id, draft, published, is_active, replaced = [] } = settle(entry)
  return {
    ...(remote_id !== undefined && { remoteId: remote_id }),
    ...(is_active !== null && { isActive: is_active }),
    ...(draft !== undefined && { draft }),
    ...(published !== undefined && { published }),
    replaced: replaced.filter(record => record.is_active).map(record => record.remote_id),
  }
}

/** The same if a person chose to overwrite the version on the service: it must be sent again in any case. */
export function unread({ draft: _draft, published: _published, ...known }: Known): Known {
  return known
}

/** The same if a person switches the scenario: whether it is active is sent in any case. */
export function unswitched({ isActive: _isActive, ...known }: Known): Known {
  return known
}

/** The next request towards the goal; null: the scenario should be inactive. Undefined if the goal is reached. */
export function nextStep(known: Known, want: Want | null): Step | undefined {
  return (want === null ? stepOff(known) : stepTo(known, want)) ?? stepForReplaced(known)
}

/** All requests, if each of them succeeds. */
export function allSteps(known: Known, want: Want | null): readonly Step[] {
  const step = nextStep(known, want)
  return step === undefined ? [] : [step, ...allSteps(after(step, known, want), want)]
}

function stepTo(known: Known, want: Want): Step | undefined {
  const { payloadHash, isActive } = want
  if (payloadHash !== undefined && known.remoteId === undefined) return { kind: 'create' }
  // Deactivated first, then changed: a scenario that should disappear is not displayed in a new form.
  const off = isActive === false ? stepOff(known) : undefined
  if (off !== undefined) return off
  const change = payloadHash === undefined ? undefined : stepToPayload(known, { ...want, payloadHash })
  if (change !== undefined) return change
  return isActive && known.isActive !== true ? { kind: 'activate' } : undefined
}

function stepToPayload(
  { draft, published, isActive }: Known,
  want: Want & { readonly payloadHash: string },
): Step | undefined {
  const send: Step = { kind: want.strategy === 'replace' ? 'create' : 'update' }
  if (draft !== undefined) {
    const isReady = draft.payload_hash === want.payloadHash && draft.version_id !== undefined
    return isReady ? { kind: 'publish', activate: want.isActive ?? isActive ?? true } : send
  }
  return published?.payload_hash === want.payloadHash ? undefined : send
}

function stepOff({ remoteId, isActive }: Known): Step | undefined {
  return remoteId === undefined || isActive === false ? undefined : { kind: 'deactivate' }
}

/** The old record is deactivated last, so that there is always one that answers. */
function stepForReplaced({ replaced: [record] = [] }: Known): Step | undefined {
  return record === undefined ? undefined : { kind: 'deactivate', record }
}

function after(step: Step, known: Known, want: Want | null): Known {
  const { draft: _draft, ...rest } = known
  const hash = want?.payloadHash ?? ''
  switch (step.kind) {
    case 'create':
      return {
        remoteId: 'new',
        isActive: false,
        draft: { payload_hash: hash, version_id: 'new' },
        replaced: replacedBy(known),
      }
    case 'update':
      return { ...known, draft: { payload_hash: hash, version_id: 'new' } }
    case 'publish':
      return { ...rest, published: { payload_hash: hash }, ...(step.activate && { isActive: true }) }
    case 'activate':
      return { ...known, isActive: true }
    case 'deactivate':
      return step.record === undefined
        ? { ...known, isActive: false }
        : { ...known, replaced: (known.replaced ?? []).filter(record => record !== step.record) }
  }
}

function replacedBy({ remoteId, isActive, replaced = [] }: Known): readonly string[] {
  return remoteId === undefined || isActive === false ? replaced : [...replaced, remoteId]
}
