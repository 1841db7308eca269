import type { PlanEntry } from '@scenewright/deployer'
import { describe, expect, test } from 'vitest'
import { html } from '../../src/commands/deploy/formats/html.ts'
import { markdown } from '../../src/commands/deploy/formats/markdown.ts'
import { text } from '../../src/commands/deploy/formats/text.ts'
import { changes, entry, everyKind, now, openIntent, planWith } from './sample.ts'

const context = { color: false, now }

test('text shows unknown scenarios first, then the rest by key, and the total', async () => {
  await expect(text(everyKind, { ...context, changes })).toMatchFileSnapshot('__snapshots__/every-kind.txt')
})

test('markdown has a row for each, and the changes for the customer', async () => {
  await expect(markdown(everyKind, { ...context, changes })).toMatchFileSnapshot('__snapshots__/every-kind.md')
})

test('an empty plan is one line, as is a run that applied nothing', () => {
  const { applied: _applied, ...fresh } = planWith([], { serial: 0 })
  expect(text(fresh, context)).toMatch(/state serial 0, nothing applied yet\n[\s\S]*\nNothing to do: /)
  expect(markdown(planWith([entry('a')]), context)).toContain('Nothing to do: the service matches the sources.')
})

describe('the reason of an open request', () => {
  test.each<[string, Parameters<typeof openIntent>[0], string]>([
    ['a person decides about a create', {}, 'Answer: scenewright resolve a/b --env production'],
    ['an update settles by itself', { kind: 'update' }, 'The first apply after 12 min continues.'],
    ['the evidence is a status', { evidence: { status: 502 } }, 'UNKNOWN create for 25 min (answer 502, run 980)'],
    ['the id was lost', { phase: 'created-id-lost' }, '(performed, but the id was lost, run 980)'],
    ['a run that was killed', { phase: 'prepared', evidence: {} }, '(no answer, run 980)'],
  ])('%s', (_what, intent, expected) => {
    const open = entry('a/b', { action: 'unknown', reason: 'unknown-open', open: openIntent(intent) })
    expect(text(planWith([open]), context)).toContain(expected)
  })
})

test.each([
  [false, 'deactivate was lost, and it can no longer take effect\n'],
  [true, 'activate was lost, and it can no longer take effect; sent again\n'],
])('an open switch to active %s is followed by what is wanted now', (activate, expected) => {
  const open = openIntent({ kind: 'activate', activate })
  const next = entry('a', { action: 'activate', reason: 'settled-retry', open, steps: [{ kind: 'activate' }] })
  expect(text(planWith([next]), context)).toContain(`> a  activate  the response to ${expected}`)
})

test('a first publication of an inactive scenario activates it, and says so', () => {
  const steps = [{ kind: 'publish', activate: true }] as const
  const off = entry('a', {
    action: 'publish',
    reason: 'draft-on-service',
    steps,
    before: { is_active: false, history: [] },
  })
  expect(text(planWith([off]), context)).toContain('> a  publish, activate  the draft is on the service')
})

const attack = '| <script>`*_[x](y)</script> @team #1\u202e --> \u001b[2J'

test('text, markdown and HTML show external input as text', () => {
  const open = openIntent({ run: attack, evidence: { message: attack } })
  const plan = planWith(
    [
      entry(attack, { action: 'unknown', reason: 'unknown-open', open }),
      entry('b', { action: 'update', reason: 'changed', renamedFrom: attack }),
    ],
    { environment: { name: attack, bot: attack, url: attack } },
  )
  const said = new Map([['b', { summary: attack, lines: [{ level: 'risky' as const, text: attack, place: attack }] }]])
  for (const format of [text, markdown, html]) {
    const made = format(plan, { ...context, changes: said })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not come through
    expect(made).not.toMatch(/[\u0000-\u0008\u001b\u202e]/)
    if (format !== text) expect(made).not.toContain('<script>')
  }
  const page = markdown(plan, { ...context, changes: said })
  expect(page.split('\n')[0]).toMatch(/^<!-- scenewright:plan [\w-]* -->$/)
  expect(page).not.toMatch(/[^\\]`|@team|[^\\]\| &lt;/)
})

test('a comment on thousands of scenarios keeps the most severe, and says how many it left out', () => {
  const update = (index: number): PlanEntry =>
    entry(`many/scenario-${index}`, { action: 'update', reason: 'changed', steps: [{ kind: 'update' }] })
  const grave = entry('zz/open', { action: 'unknown', reason: 'unknown-open', open: openIntent() })
  const off = entry('zz/off', { action: 'deactivate', reason: 'source-removed', steps: [{ kind: 'deactivate' }] })
  const plan = planWith([...Array.from({ length: 2000 }, (_, index) => update(index)), off, grave])
  const long = { summary: 'x'.repeat(390), lines: [{ level: 'info' as const, text: 'y'.repeat(390) }] }
  const many = new Map(plan.entries.map(({ key }) => [key, long]))
  for (const said of [undefined, many]) {
    const made = markdown(plan, { ...context, ...(said !== undefined && { changes: said }) })
    expect(made.length).toBeLessThanOrEqual(65_536)
    expect(made).toContain('<code>zz/open</code>')
    expect(made).toContain('<code>zz/off</code>')
    const rows = made.match(/^\| <code>/gm)?.length ?? 0
    expect(rows).toBeGreaterThan(100)
    expect(made).toContain(`${2002 - rows} scenarios with the lowest severity omitted here.`)
  }
})

test('the page has no script, and a policy that blocks everything', () => {
  const page = html(everyKind, { ...context, changes })
  expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-')
  expect(page).not.toMatch(/<script|src=|href=/)
})
