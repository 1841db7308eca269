import type { Plan, PlanEntry } from '@scenewright/deployer'
import { documentFormat, documentVersion } from '@scenewright/model'

/** The time at which the samples are looked at. */
export const now = Date.parse('2026-05-04T12:00:00Z')

type Intent = NonNullable<PlanEntry['open']>

/** A request that was sent 25 minutes before, by run 980. */
export function openIntent(more: Partial<Intent> = {}): Intent {
  return {
    op_id: 'op-1',
    kind: 'create',
    payload_hash: 'a'.repeat(64),
    run: '980',
    prepared_at: '2026-05-04T11:35:00Z',
    send_before: '2026-05-04T11:35:30Z',
    settle_until: '2026-05-04T12:12:30Z',
    phase: 'unknown',
    evidence: { message: '"import a scenario" may or may not have been carried out: time-out' },
    ...more,
  }
}

/** An entry of a plan, with nothing to do unless `more` says so. */
export function entry(key: string, more: Partial<PlanEntry> = {}): PlanEntry {
  return { key, action: 'none', reason: 'unchanged', steps: [], want: null, ...more }
}

const wanted = { payloadHash: 'b'.repeat(64), isActive: true }

const definition = {
  start_node_id: 'a',
  nodes: [
    { id: 'a', type: 'FIXED_REPLY', title: 'a', text: 'Hello.' },
    { id: 'b', type: 'END', title: 'b' },
  ],
  edges: [],
}

/** One entry of every kind. */
const entries: readonly PlanEntry[] = [
  entry('billing/invoice', {
    action: 'publish',
    reason: 'draft-on-service',
    steps: [{ kind: 'publish', activate: true }],
    before: { is_active: true, history: [] },
    want: wanted,
  }),
  entry('faq/delivery', {
    action: 'create',
    reason: 'new',
    steps: [{ kind: 'create' }, { kind: 'publish', activate: true }],
    want: wanted,
    document: {
      format: documentFormat,
      schema_version: documentVersion,
      scenario: { title: 'Delivery', trigger_description: 'It asks.', examples: [], min_confidence: 78, definition },
    },
  }),
  entry('faq/moved', { reason: 'renamed', renamedFrom: 'faq/old' }),
  entry('faq/returns', {
    action: 'update',
    reason: 'changed',
    steps: [{ kind: 'update' }, { kind: 'publish', activate: true }],
    before: { is_active: true, history: [] },
    want: wanted,
  }),
  entry('promo/spring', { action: 'deactivate', reason: 'source-removed', steps: [{ kind: 'deactivate' }] }),
  entry('promo/stale', { reason: 'stale' }),
  entry('support/late', { action: 'unknown', reason: 'unknown-open', open: openIntent({ kind: 'update' }) }),
  entry('support/refund', { action: 'unknown', reason: 'unknown-open', open: openIntent() }),
  entry('visit/hours'),
]

/** A plan with these entries. */
export function planWith(own: readonly PlanEntry[], more: Partial<Plan> = {}): Plan {
  const of = (action: PlanEntry['action']) => own.filter(one => one.action === action).length
  const stale = own.filter(({ reason }) => reason === 'stale').length
  const recorded = own.filter(({ reason }) => reason === 'renamed').length
  return {
    environment: { name: 'production', url: 'https://bots.example.com', bot: '4812' },
    serial: 42,
    known: own.length,
    applied: { at: '2026-05-04T09:59:00Z', run: '981', commit: 'c0ffee1234567890' },
    entries: own,
    counts: {
      create: of('create'),
      update: of('update'),
      publish: of('publish'),
      activate: of('activate'),
      deactivate: of('deactivate'),
      waiting: of('unknown'),
      stale,
      held: 0,
      edited: 0,
      recorded,
      unchanged: of('none') - recorded - stale,
    },
    hasChanges: own.some(({ reason }) => reason !== 'unchanged'),
    ...more,
  }
}

/** A plan that has a row of every kind. */
export const everyKind: Plan = planWith(entries)

/** What the update of `faq/returns` changes. */
export const changes = new Map([
  [
    'faq/returns',
    {
      summary: '+9 -4 steps, 3 connections changed',
      lines: [
        {
          level: 'risky' as const,
          text: 'step "no_order" no longer leads to an end',
          place: 'scenarios/faq/returns.scenario.yaml:48',
        },
        { level: 'info' as const, text: 'reply "no_order" says: You have [-14-]{+30+} days.\nThen it is too late.' },
      ],
    },
  ],
])
