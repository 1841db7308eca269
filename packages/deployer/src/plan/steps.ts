import type { Want } from '../desired.ts'
import { settle } from '../state/settle.ts'
import type { Draft, Published, ScenarioState } from '../state/state.ts'

/** One request to the service. */
export type Step =
  | { readonly kind: 'create' }
  | { readonly kind: 'update' }
  | { readonly kind: 'publish'; readonly activate: boolean }
  | { readonly kind: 'activate' }
  | { readonly kind: 'deactivate' }

/** What is certain of a scenario on the service; an absent field is not there, or not certain. */
export interface Known {
  readonly remoteId?: string
  readonly isActive?: boolean
  readonly draft?: Pick<Draft, 'payload_hash' | 'version_id'>
  readonly published?: Pick<Published, 'payload_hash'>
}

/** What a state makes certain, once the request that it may have open has settled. */
export function knownOf(entry: ScenarioState | undefined): Known {
  if (entry === undefined) return { isActive: false }
  const { remote_id, draft, published, is_active } = settle(entry)
  return {
    ...(remote_id !== undefined && { remoteId: remote_id }),
    ...(is_active !== null && { isActive: is_active }),
    ...(draft !== undefined && { draft }),
    ...(published !== undefined && { published }),
  }
}

/** The next request that brings a scenario to what its source wants; null wants it switched off. Undefined: it is there. */
export function nextStep(known: Known, want: Want | null): Step | undefined {
  if (want === null) return isOff(known) ? undefined : { kind: 'deactivate' }
  if (known.remoteId === undefined) return { kind: 'create' }
  // First off, then changed: what is to be seen no more is not shown anew.
  if (!want.isActive && !isOff(known)) return { kind: 'deactivate' }
  const { draft, published } = known
  if (draft !== undefined) {
    const isReady = draft.payload_hash === want.payloadHash && draft.version_id !== undefined
    return isReady ? { kind: 'publish', activate: want.isActive } : { kind: 'update' }
  }
  if (published?.payload_hash !== want.payloadHash) return { kind: 'update' }
  return want.isActive && known.isActive !== true ? { kind: 'activate' } : undefined
}

/** All requests to come, when each does what it should. */
export function allSteps(known: Known, want: Want | null): readonly Step[] {
  const step = nextStep(known, want)
  return step === undefined ? [] : [step, ...allSteps(after(step, known, want), want)]
}

function isOff({ remoteId, isActive }: Known): boolean {
  return remoteId === undefined || isActive === false
}

function after(step: Step, known: Known, want: Want | null): Known {
  const { draft: _draft, ...rest } = known
  const hash = want?.payloadHash ?? ''
  switch (step.kind) {
    case 'create':
      return { remoteId: 'new', isActive: false, draft: { payload_hash: hash, version_id: 'new' } }
    case 'update':
      return { ...known, draft: { payload_hash: hash, version_id: 'new' } }
    case 'publish':
      return { ...rest, published: { payload_hash: hash }, ...(step.activate && { isActive: true }) }
    case 'activate':
      return { ...known, isActive: true }
    case 'deactivate':
      return { ...known, isActive: false }
  }
}
