import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../src/metrics/metrics.ts'

const docs = new URL('../../../docs/', import.meta.url)

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}

const dashboard: Dashboard = JSON.parse(readFileSync(new URL('service/grafana-dashboard.json', docs), 'utf8'))
const page = readFileSync(new URL('operating.md', docs), 'utf8')
const rules: Rules = parse(/```yaml\n(groups:[^`]*)```/.exec(page)?.[1] ?? '')

const expressions = {
  'the dashboard': dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  'the alerts': rules.groups.flatMap(group => group.rules.map(({ expr }) => expr)),
}

/** The names in an expression; those of a histogram end with the part of it that is read. */
function namesIn(expression: string): readonly string[] {
  return Array.from(expression.matchAll(/\b(?:scenewright|nodejs|process)_\w+/g), ([name]) => name)
}

test.each(Object.entries(expressions))('every metric of %s exists', async (_, all) => {
  const { names } = await createMetrics()
  expect(all.length).toBeGreaterThan(5)
  const missing = all.flatMap(namesIn).filter(name => !names.has(name))
  expect(missing).toEqual([])
  expect(all.filter(expression => namesIn(expression).length === 0)).toEqual([])
})

test('every metric of the table is on the dashboard', () => {
  const table = page.split('\n').filter(line => line.startsWith('| `scenewright_'))
  const listed = table.flatMap(line => namesIn(line.split(' | ')[0] ?? ''))
  const shown = new Set(
    expressions['the dashboard'].flatMap(namesIn).map(name => name.replace(/_(?:bucket|count)$/, '')),
  )
  expect(listed.length).toBeGreaterThan(15)
  expect(listed.filter(name => !shown.has(name))).toEqual([])
})

test('queue age, claim time and webhook lag are on the dashboard and have an alert', () => {
  for (const all of Object.values(expressions)) {
    const named = new Set(all.flatMap(namesIn))
    expect([...named]).toEqual(
      expect.arrayContaining([
        'scenewright_completions_oldest_waiting_seconds',
        'scenewright_claim_seconds_bucket',
        'scenewright_deliveries_oldest_due_seconds',
      ]),
    )
  }
})
