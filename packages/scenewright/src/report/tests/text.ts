import { painter, visible } from '../../terminal/paint.ts'
import { coverageText } from '../coverage/text.ts'
import { failureText } from './failure-text.ts'
import type { TestFormat } from './format.ts'
import { byFile, type Tally, tallyOf } from './tally.ts'

/** For people at a terminal: every failure, a line a file, and the sum. */
export const text: TestFormat = ({ results, coverage }, { color, scoredBy }) => {
  const failures = results.filter(({ status }) => status === 'failed').map(result => `${failureText(result, color)}\n`)
  const files = byFile(results)
  const width = Math.max(0, ...Array.from(files.keys(), file => visible(file).length))
  const rows = Array.from(files, ([file, own]) => `${visible(file).padEnd(width)}  ${tallyText(tallyOf(own), color)}\n`)
  const note =
    failures.length === 0 ? '' : `(scores by ${scoredBy}, which stands in for the service's own matching)\n\n`
  const covered = coverage === undefined ? '' : `\n${coverageText(coverage, color)}`
  return `${failures.join('')}${painter(color)('dim', note)}${rows.join('')}\n${sumText(tallyOf(results), color)}\n${covered}`
}

function tallyText({ passed, failed }: Tally, color: boolean): string {
  const paint = painter(color)
  const parts = [
    ...(passed > 0 ? [paint('green', `${passed} passed`)] : []),
    ...(failed > 0 ? [paint('red', `${failed} failed`)] : []),
  ]
  return parts.join(', ')
}

function sumText({ passed, failed }: Tally, color: boolean): string {
  const paint = painter(color)
  return `${paint('green', `${passed} passed`)}, ${failed > 0 ? paint('red', `${failed} failed`) : '0 failed'}`
}
