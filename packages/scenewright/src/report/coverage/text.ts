import { type CoverageSum, type Share, sumCoverage } from '@scenewright/simulator'
import type { LocatedCoverage } from '../../coverage/locate-coverage.ts'
import { type Paint, painter, visible } from '../../terminal/paint.ts'
import { count } from '../count.ts'
import { gapLines } from './gap-lines.ts'
import { percent } from './percent.ts'
import { ofAll, tableLines } from './table-lines.ts'

/** A table with a scenario a row, what is not covered and where it stands, and the totals. */
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
  const beyond = `${count(nodes, 'node')} and ${count(edges, 'edge')} that no simulation comes by are in no total`
  const off = `switched off, and in no total: ${inactive.map(visible).join(', ')}`
  return [...(nodes + edges > 0 ? [beyond] : []), ...(inactive.length > 0 ? [off] : [])].map(line => paint('dim', line))
}
