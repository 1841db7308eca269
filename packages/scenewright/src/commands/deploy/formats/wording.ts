import {
  handEditText,
  holdText,
  type Plan,
  type PlanEntry,
  type PlanReason,
  releaseHelp,
  requestName,
} from '@scenewright/deployer'
import { count, visible } from '@scenewright/model/text'
import type { PlanContext } from './format.ts'
import { ago } from './relative-time.ts'

const reasons: { readonly [reason in PlanReason]: string } = {
  new: 'new',
  changed: 'the source has changed',
  'draft-on-service': 'the draft is on the service',
  'version-unknown': 'the version of the draft is unknown; it is sent again',
  'switched-on': 'is_active is on',
  'switched-off': 'is_active is off',
  'source-removed': 'source removed; the service cannot delete it',
  'source-returned': 'the source is back; the same record',
  renamed: 'renamed; the same record',
  'rename-waits': 'renamed, once its open request is answered',
  'unknown-open': 'unknown whether it took effect',
  'settled-retry': 'a response was lost, and the request can no longer take effect',
  replaced: 'a new record replaced it; the old one is deactivated',
  stale: 'changed since this plan was created; create a new one',
  'layout-only': 'only boxes moved; nothing to publish',
  held: 'held',
  'edited-by-hand': 'edited by hand on the service',
  overwritten: 'overwritten, including manual changes',
  unchanged: 'unchanged',
}

/** Whether a plan knows about manual changes on the service. */
export function refreshText({ isRefreshed }: Plan): string {
  return isRefreshed
    ? 'Refreshed: each record was compared with the deployed version.'
    : 'Not refreshed: --refresh also shows manual changes on the service. apply overwrites them only with --overwrite.'
}

/** The reason for a scenario's action, as plain text. */
export function reasonText(entry: PlanEntry, environment: string, { changes }: PlanContext): string {
  const { key, reason, document } = entry
  const summary = changes?.get(key)?.summary
  const nodes = document?.scenario.definition?.nodes.length
  const why =
    reason === 'new' && nodes !== undefined
      ? `new, ${count(nodes, 'step')}`
      : (heldText(entry, environment) ?? retryText(entry) ?? reasons[reason])
  return visible(editedText(entry) ?? summary ?? why) + renamedText(entry)
}

/**
 * "edited by hand on the service: switched off; merge the change into the source, or add `--overwrite billing/refund`".
 */
function editedText({ key, want, edited }: PlanEntry): string | undefined {
  if (edited === undefined) return undefined
  const how = want === null ? 'its source was removed; restore it' : 'add the change to the source'
  return `${reasons['edited-by-hand']}: ${handEditText(edited)}; ${how}, or use \`--overwrite ${key}\``
}

/** "held by Ada since 2 h: wrong price; `scenewright release` ends the hold", or that it will be held. */
function heldText(
  { key, reason, before, renamedFrom = key, hold }: PlanEntry,
  environment: string,
): string | undefined {
  if (reason === 'held' && before?.hold !== undefined) {
    return `${holdText(before.hold)}; ${releaseHelp(renamedFrom, environment)}`
  }
  return hold === undefined ? undefined : `held from now on: ${hold}`
}

/**
 * Whether the next request is the lost one: what a person sent by hand is often the opposite of what the sources say.
 */
function retryText({ reason, open, steps: [first] }: PlanEntry): string | undefined {
  if (reason !== 'settled-retry' || open === undefined) return undefined
  const isSame = first?.kind === requestName(open)
  return `the response to ${requestName(open)} was lost, and it can no longer take effect${isSame ? '; sent again' : ''}`
}

function renamedText({ key, renamedFrom, before }: PlanEntry): string {
  if (renamedFrom === undefined) return ''
  const isBack = before?.former_keys?.includes(key) === true
  return isBack ? ` (renamed back from ${visible(renamedFrom)})` : ` (was ${visible(renamedFrom)})`
}

/** The requests for a scenario, in order: "update, publish". */
export function stepsText({ steps, before }: PlanEntry): string {
  const names = steps.flatMap(step => {
    const switchesOn = step.kind === 'publish' && step.activate && before?.is_active !== true
    return switchesOn ? [step.kind, 'activate'] : [step.kind]
  })
  return names.length === 1 && names[0] === 'publish' ? 'publish only' : names.join(', ')
}

/** The number of breaking and risky changes of an update: "1 BREAKING, 2 RISKY"; empty if there are none. */
export function gravityText({ key }: PlanEntry, { changes }: PlanContext): string {
  const lines = changes?.get(key)?.lines ?? []
  return (['breaking', 'risky'] as const)
    .map(grave => ({ grave, number: lines.filter(({ level }) => level === grave).length }))
    .flatMap(({ grave, number }) => (number > 0 ? [`${number} ${grave.toUpperCase()}`] : []))
    .join(', ')
}

/** The target of a plan: "production (bot 4812, https://bots.example.com)". */
export function targetText({ environment: { name, bot, url } }: Plan): string {
  return `${visible(name)} (bot ${visible(bot)}, ${visible(url)})`
}

/** The state that a plan is based on: "state serial 42, applied 2 h ago by run 981 (c0ffee1)". */
export function stateText({ serial, applied }: Plan, { now }: PlanContext): string {
  if (applied === undefined) return `state serial ${serial}, nothing applied yet`
  const commit = applied.commit === undefined ? '' : ` (${visible(applied.commit.slice(0, 7))})`
  return `state serial ${serial}, applied ${ago(applied.at, now)} by run ${visible(applied.run)}${commit}`
}

/** The summary of a plan, on one line: "1 create, 2 update". */
export function countsText({ counts, entries, hasChanges }: Plan): string {
  const { create, update, publish, activate, deactivate, recorded, stale, held, edited } = counts
  const open = entries.flatMap(({ action, open: intent }) => (action === 'unknown' && intent ? [intent.kind] : []))
  const forPerson = open.filter(kind => kind === 'create').length
  const parts = [
    ...Object.entries({ create, update, publish, activate, deactivate }),
    ['recorded in the state', recorded] as const,
    ['stale', stale] as const,
    ['held', held] as const,
    ['edited by hand', edited] as const,
    ['waiting for your decision', forPerson] as const,
    ['waiting for a lost request to settle', open.length - forPerson] as const,
  ].flatMap(([name, number]) => (number > 0 ? [`${number} ${name}`] : []))
  if (parts.length === 0 && !hasChanges) return 'Nothing to do: the service matches the sources.'
  return `${parts.join(', ')}.`
}
