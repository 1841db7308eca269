import type { Plan, PlanEntry, PlanReason } from '@scenewright/deployer'
import { type Paint, painter } from '../terminal/paint.ts'
import { count } from './count.ts'

const reasons: { readonly [reason in PlanReason]: string } = {
  new: 'new',
  changed: 'the source has changed',
  'draft-on-service': 'the draft is on the service',
  'version-unknown': 'the version of the draft is not known; it is sent again',
  'switched-on': 'is_active is on',
  'switched-off': 'is_active is off',
  'source-removed': 'source removed; the service cannot delete',
  'source-returned': 'the source is back; the same record',
  renamed: 'renamed; the same record',
  'rename-waits': 'renamed, once its open request is answered',
  'unknown-open': 'nobody knows whether it was carried out',
  'settled-retry': 'an answer was lost, and what was sent can take no effect any more; sent again',
  replaced: 'a new record took its place; the old one goes off',
  stale: 'changed since this plan was made; plan again',
  'layout-only': 'only boxes moved; nothing to publish',
  unchanged: 'unchanged',
}

/** A plan for people: a line a scenario that is not as it should be, and the counts. */
export function planText(plan: Plan, color: boolean): string {
  const paint = painter(color)
  const shown = plan.entries.filter(entry => entry.reason !== 'unchanged' && entry.reason !== 'layout-only')
  const width = Math.max(0, ...shown.map(({ key }) => key.length))
  const unchanged = plan.entries.length - shown.length
  return [
    headText(plan, paint),
    ...shown.map(entry => entryText(entry, width, plan.environment.name, paint)),
    unchanged > 0 ? `${paint('dim', `= ${unchanged} unchanged`)}\n` : '',
    `\n${countsText(plan)}\n`,
  ].join('')
}

function headText({ environment, serial, applied }: Plan, paint: Paint): string {
  const last = applied === undefined ? 'nothing applied yet' : `applied ${applied.at} by run ${applied.run}`
  return (
    `${paint('bold', environment.name)} (bot ${environment.bot}, ${environment.url})   state serial ${serial}, ${last}\n` +
    `${paint('dim', 'The service cannot be read: edits made by hand in its editor are not visible here.')}\n\n`
  )
}

function entryText(entry: PlanEntry, width: number, environment: string, paint: Paint): string {
  const { key, open, reason } = entry
  if (reason === 'unknown-open' && open !== undefined) {
    const answer =
      open.kind === 'create'
        ? `Answer: scenewright resolve ${key} --env ${environment}`
        : `It is repeated after ${open.settle_until}.`
    return `${paint('red', '?')} ${key.padEnd(width)}  ${paint('red', 'UNKNOWN')} ${open.kind} since ${open.prepared_at} (run ${open.run}). ${answer}\n`
  }
  const [symbol, style] = symbolOf(entry)
  const steps = entry.steps.map(({ kind }) => kind).join(', ')
  const from = entry.renamedFrom === undefined ? '' : ` (was ${entry.renamedFrom})`
  return `${paint(style, symbol)} ${key.padEnd(width)}  ${steps.padEnd(26)}  ${paint('dim', reasons[reason] + from)}\n`
}

function symbolOf({ action, steps }: PlanEntry): readonly [string, 'green' | 'yellow' | 'red' | 'dim'] {
  switch (action) {
    case 'create':
      return ['+', 'green']
    case 'deactivate':
      return [steps.length > 1 ? '~' : '-', 'red']
    case 'publish':
    case 'activate':
      return ['>', 'green']
    case 'update':
      return ['~', 'yellow']
    case 'unknown':
    case 'none':
      return ['=', 'dim']
  }
}

function countsText({ counts, hasChanges }: Plan): string {
  const { create, update, publish, activate, deactivate, recorded, waiting } = counts
  const parts = Object.entries({ create, update, publish, activate, deactivate }).flatMap(([name, number]) =>
    number > 0 ? [`${number} ${name}`] : [],
  )
  if (recorded > 0) parts.push(`${recorded} noted in the state`)
  if (waiting > 0) parts.push(`${count(waiting, 'scenario')} waiting for an answer`)
  if (parts.length === 0 && !hasChanges) return 'Nothing to do: the service holds what the sources say.'
  return `Plan: ${parts.join(', ')}.`
}
