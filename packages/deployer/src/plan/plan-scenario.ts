import type { Want, Wanted } from '../goals/goal.ts'
import type { Intent, ScenarioState } from '../state/state.ts'
import { isFresh } from './base.ts'
import type { PlanEntry, PlanReason } from './plan-types.ts'
import { allSteps, type Known, readKnown, type Step, unread, unswitched } from './steps.ts'

interface Subject extends Wanted {
  readonly before: ScenarioState | undefined
  readonly renamedFrom?: string
  /** Ignores holds. */
  readonly isByHand?: boolean
  /** A person chose to overwrite the version on the service. */
  readonly isOverwritten?: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Plans the steps for one scenario. */
export function planScenario(subject: Subject): PlanEntry {
  const { key, before, want, document, commit, renamedFrom, formerKeys, now, base } = subject
  const open = before?.intent
  const shared = {
    key,
    want,
    ...(before !== undefined && { before }),
    ...(document !== undefined && { document }),
    ...(commit !== undefined && { commit }),
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(formerKeys !== undefined && { formerKeys }),
    ...(open !== undefined && { open }),
  }
  if (open !== undefined && !isSettled(open, now)) {
    // The old key has the open request, and is the key that a person has to name.
    if (renamedFrom !== undefined) return { ...shared, action: 'none', reason: 'rename-waits', steps: [] }
    const isThere = before?.remote_id !== undefined
    // In an incident, a person does not wait.
    const isOff = isThere && subject.isSwitched === true && want?.isActive === false
    return {
      ...shared,
      action: 'unknown',
      reason: 'unknown-open',
      steps: isOff ? allSteps(unswitched(readKnown(before)), want) : [],
      ...(isThere && newHold(subject)),
    }
  }
  if (before?.hold !== undefined && !subject.isByHand) return { ...shared, action: 'none', reason: 'held', steps: [] }
  // An applied plan has overwritten it, and does not do so again.
  const isOverwritten =
    subject.isOverwritten === true &&
    (want === null || want.payloadHash !== undefined) &&
    before?.remote_id !== undefined &&
    (base === undefined || isFresh(base, before, want))
  // Of a removed source, it is deactivated: there is nothing to send.
  const isSwitched = subject.isSwitched ?? (isOverwritten && want === null ? true : undefined)
  const certain = isSwitched ? unswitched(readKnown(before)) : readKnown(before)
  const known = isOverwritten ? unread(certain) : certain
  const steps = allSteps(known, want)
  const tombstone = tombstoneOf(before, want)
  const isTouched = steps.length > 0 || renamedFrom !== undefined
  if (base !== undefined && isTouched && !isFresh(base, before, want)) {
    return { key, want, action: 'none', reason: 'stale', steps: [], ...(before !== undefined && { before }) }
  }
  return {
    ...shared,
    action: steps[0]?.kind ?? 'none',
    reason: isOverwritten ? 'overwritten' : reasonOf(subject, known, steps),
    steps,
    ...(isOverwritten && { isOverwritten }),
    ...(isSwitched && { isSwitched }),
    ...(tombstone !== undefined && { tombstone }),
    ...newHold(subject),
    ...(hasDependencies(subject) && steps.some(({ kind }) => kind === 'update') && { keepsDependencies: true }),
  }
}

function newHold({ before, hold }: Subject): { readonly hold?: string } {
  return hold !== undefined && before?.hold?.reason !== hold ? { hold } : {}
}

/**
 * Whether a request whose response is missing may be sent again: never a create, which could create a second record,
 * and other requests only when the first can no longer take effect.
 */
export function isSettled(intent: Intent, now: number): boolean {
  return intent.kind !== 'create' && now >= Date.parse(intent.settle_until)
}

function tombstoneOf(before: ScenarioState | undefined, want: Want | null): 'set' | 'clear' | undefined {
  if (want === null) return before === undefined || before.tombstone !== undefined ? undefined : 'set'
  return before?.tombstone === undefined || want.payloadHash === undefined ? undefined : 'clear'
}

function reasonOf({ before, want, renamedFrom }: Subject, known: Known, steps: readonly Step[]): PlanReason {
  const [first] = steps
  if (before?.intent !== undefined) return 'settled-retry'
  if (want === null) return 'source-removed'
  if (first?.kind === 'create' && known.remoteId === undefined) return 'new'
  if (before?.tombstone !== undefined && want.payloadHash !== undefined) return 'source-returned'
  if (first === undefined && renamedFrom !== undefined) return 'renamed'
  if (first === undefined) return isLayoutAsWanted(before, want) ? 'unchanged' : 'layout-only'
  if (first.kind === 'activate') return 'switched-on'
  if (first.kind === 'deactivate') return first.record === undefined ? 'switched-off' : 'replaced'
  if (first.kind === 'publish') return 'draft-on-service'
  return isSameDraft(known, want) ? 'version-unknown' : 'changed'
}

function isLayoutAsWanted(before: ScenarioState | undefined, { payloadHash, layoutHash }: Want): boolean {
  return payloadHash === undefined || before?.layout_hash === layoutHash
}

function isSameDraft({ draft }: Known, { payloadHash }: Want): boolean {
  return draft !== undefined && draft.payload_hash === payloadHash
}

function hasDependencies({ document }: Wanted): boolean {
  return Object.keys(document?.dependencies ?? {}).length > 0
}
