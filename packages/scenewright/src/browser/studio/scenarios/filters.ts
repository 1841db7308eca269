import { computed, signal } from '@preact/signals'
import type { ScenarioRow } from '../../../commands/studio/protocol.ts'
import { changedKeys, comparison } from '../changes/comparison.ts'
import { coverage, type NodeCoverage } from '../coverage.ts'
import { project } from '../project.ts'

/** What the list shows: all of it must apply. They stay while another view is open. */
export const filters = {
  text: signal(''),
  finding: signal(''),
  coverage: signal<'' | 'all' | 'part' | 'none'>(''),
  changed: signal(false),
}

/** A row of the list. */
export interface ListedScenario extends ScenarioRow {
  readonly coverage: NodeCoverage | undefined
  readonly isChanged: boolean
}

/** The rules that found something in a scenario, by name. */
export const foundRules = computed(() => {
  const { rules = [], scenarios = [] } = project.value ?? {}
  const found = new Set(scenarios.flatMap(row => row.rules))
  return rules.filter((_rule, index) => found.has(index))
})

const coverageByKey = computed(() => {
  const scenarios = coverage.value.value?.scenarios ?? []
  return new Map(
    scenarios.map(({ key, nodes }) => {
      const simulable = nodes.filter(({ isSimulable }) => isSimulable)
      return [key, { covered: simulable.filter(({ count }) => count > 0).length, total: simulable.length }]
    }),
  )
})

const listed = computed((): readonly ListedScenario[] => {
  const changed = changedKeys(comparison.value.value)
  return (project.value?.scenarios ?? []).map(row => ({
    ...row,
    coverage: coverageByKey.value.get(row.key),
    isChanged: changed?.has(row.key) ?? false,
  }))
})

/** The scenarios that pass the filters. */
export const filtered = computed((): readonly ListedScenario[] => {
  const words = filters.text.value.toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = filters.finding.value
  const rule = project.value?.rules.indexOf(wanted) ?? -1
  return listed.value.filter(row => {
    const text = `${row.title} ${row.key} ${row.file}`.toLowerCase()
    if (!words.every(word => text.includes(word))) return false
    if (wanted !== '' && !hasFinding(row, wanted, rule)) return false
    return hasCoverage(row, filters.coverage.value) && (row.isChanged || !filters.changed.value)
  })
})

/** Whether a scenario has such a finding: of any kind, of a severity, or of the rule with this index. */
function hasFinding({ errors, warnings, rules }: ScenarioRow, wanted: string, rule: number): boolean {
  if (wanted === 'any') return rules.length > 0
  if (wanted === 'error') return errors > 0
  return wanted === 'warning' ? warnings > 0 : rules.includes(rule)
}

function hasCoverage({ coverage: nodes }: ListedScenario, wanted: '' | 'all' | 'part' | 'none'): boolean {
  if (wanted === '') return true
  if (nodes === undefined) return false
  if (wanted === 'none') return nodes.covered === 0
  return wanted === 'all' ? nodes.covered === nodes.total : nodes.covered < nodes.total && nodes.covered > 0
}
