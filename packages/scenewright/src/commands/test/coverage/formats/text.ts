import { count, visible } from '@scenewright/model/text'
import { type CoverageSum, type Share, shareOf, sumCoverage, triggerOutcomes } from '@scenewright/simulator/coverage'
import { type Paint, painter } from '../../../../shell/terminal.ts'
import type { LocatedCoverage, LocatedPart, LocatedScenario, Shortfall } from '../locate-coverage.ts'

/** The columns: name, nodes, edges, parts that cannot be simulated, outcomes. */
type Row = readonly [string, string, string, string, string]

/** A person reads no more; the JSON contains all. */
const maxLines = 50

interface Gap {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly isTried: boolean
}

/** A table with one row per scenario, the uncovered parts with their places, and the totals. */
export function coverageText(coverage: LocatedCoverage, color: boolean): string {
  const paint = painter(color)
  const sum = sumCoverage(coverage)
  const { scenarios } = coverage
  const gaps = gapLines(scenarios, paint)
  return [
    ...tableLines(scenarios, paint),
    ...(gaps.length === 0 ? [] : ['', paint('bold', 'not covered'), ...gaps]),
    '',
    ...(['nodes', 'edges', 'scenarios'] as const).map(name => totalLine(name, sum[name], paint)),
    ...remarks(sum, coverage.inactive, paint),
  ]
    .map(line => `${line}\n`)
    .join('')
}

function totalLine(name: string, share: Share, paint: Paint): string {
  const text = `${name.padEnd(9)}  ${percent(share).padStart(7)}  ${ofAll(share)}`
  return paint(share.covered === share.total ? 'green' : 'yellow', text)
}

function remarks({ notSimulable }: CoverageSum, inactive: readonly string[], paint: Paint): readonly string[] {
  const { nodes, edges } = notSimulable
  const beyond = `${count(nodes, 'node')} and ${count(edges, 'edge')} that no simulation reaches are not included in totals`
  const off = `inactive, and not included in totals: ${inactive.map(visible).join(', ')}`
  return [...(nodes + edges > 0 ? [beyond] : []), ...(inactive.length > 0 ? [off] : [])].map(line => paint('dim', line))
}

/**
 * The parts that passing tests do not reach, one line each, with their places; one line for a scenario that no test
 * starts.
 */
export function gapLines(scenarios: readonly LocatedScenario[], paint: Paint): readonly string[] {
  const gaps = scenarios.flatMap(findGaps)
  const lines = gaps.slice(0, maxLines).map(({ file, line, text, isTried }) => {
    const note = isTried ? paint('dim', ' (only failing tests do)') : ''
    return `  ${paint('cyan', `${visible(file)}:${line}`)}  ${text}${note}`
  })
  const rest = gaps.length - lines.length
  return rest > 0 ? [...lines, `  and ${rest} more; see --format json`] : lines
}

function findGaps({ key, file, line, starts, failedStarts, nodes, edges }: LocatedScenario): readonly Gap[] {
  if (starts === 0) return [{ file, line, text: `no passing test starts "${visible(key)}"`, isTried: failedStarts > 0 }]
  const gap = (kind: string) => (part: LocatedPart) => ({
    file,
    line: part.line,
    text: `no passing test visits the ${kind} "${visible(part.id)}"`,
    isTried: part.failedHits > 0,
  })
  return [...nodes.filter(isMissed).map(gap('node')), ...edges.filter(isMissed).map(gap('edge'))]
}

function isMissed({ isSimulable, hits }: LocatedPart): boolean {
  return isSimulable && hits === 0
}

/** A table with one row per scenario. Parts that cannot be simulated have a column if there are any. */
function tableLines(scenarios: readonly LocatedScenario[], paint: Paint): readonly string[] {
  const rows = scenarios.map(toRow)
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

function toRow({ key, nodes, edges, outcomes }: LocatedScenario): Row {
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

/** A number, and the total. */
function ofAll({ covered, total }: Share): string {
  return `${covered} of ${total}`
}

/** A percentage with one decimal, rounded down: "100.0 %" means all. If the total is 0, everything is covered. */
export function percent({ covered, total }: Share): string {
  const tenths = total === 0 ? 1000 : Math.floor((covered * 1000) / total)
  return `${(tenths / 10).toFixed(1)} %`
}

/** Reports insufficient coverage, the missing number, and advice. */
export function shortfallText(shortfalls: readonly Shortfall[], min: number): string {
  if (shortfalls.length === 0) return ''
  const lines = shortfalls.map(
    ({ of, missing, ...share }) =>
      `coverage of ${of} is ${percent(share)} but must be at least ${min} %: cover ${missing} more of ${share.total}\n`,
  )
  return `${lines.join('')}help: \`scenewright test --generate\` generates the missing tests\n`
}
