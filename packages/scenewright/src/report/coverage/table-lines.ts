import { type Share, shareOf, triggerOutcomes } from '@scenewright/simulator'
import type { LocatedScenario } from '../../coverage/locate-coverage.ts'
import { type Paint, visible } from '../../terminal/paint.ts'

/** A table with a scenario a row. What cannot be simulated has a column where there is any. */
export function tableLines(scenarios: readonly LocatedScenario[], paint: Paint): readonly string[] {
  const rows = scenarios.map(rowOf)
  const head: Row = ['scenario', 'nodes', 'edges', 'not simulable', 'messages']
  const hasUnsimulable = rows.some(([, , , unsimulable]) => unsimulable !== '')
  const columns = ([0, 1, 2, 3, 4] as const).filter(column => column !== 3 || hasUnsimulable)
  const widths = new Map(columns.map(column => [column, Math.max(...[head, ...rows].map(row => row[column].length))]))
  const line = (row: Row) =>
    columns
      .map(column => row[column].padEnd(widths.get(column) ?? 0))
      .join('  ')
      .trimEnd()
  return [
    paint('bold', line(head)),
    ...rows.map((row, place) => paint(isWhole(scenarios[place]) ? 'green' : 'yellow', line(row))),
  ]
}

/** The name, nodes, edges, what cannot be simulated, outcomes. */
type Row = readonly [string, string, string, string, string]

function rowOf({ key, nodes, edges, outcomes }: LocatedScenario): Row {
  const unsimulable = [...nodes, ...edges].filter(({ isSimulable }) => !isSimulable).length
  const heard = triggerOutcomes.flatMap(outcome => (outcomes[outcome] ? [`${outcomes[outcome]} ${outcome}`] : []))
  return [
    visible(key),
    ofAll(shareOf(nodes)),
    ofAll(shareOf(edges)),
    unsimulable === 0 ? '' : `${unsimulable}`,
    heard.join(', '),
  ]
}

function isWhole(scenario: LocatedScenario | undefined): boolean {
  if (scenario === undefined || scenario.starts === 0) return false
  return [shareOf(scenario.nodes), shareOf(scenario.edges)].every(({ covered, total }) => covered === total)
}

/** How many of how many. */
export function ofAll({ covered, total }: Share): string {
  return `${covered} of ${total}`
}
