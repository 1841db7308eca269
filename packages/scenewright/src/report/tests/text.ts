import { painter, visible } from '../../terminal/paint.ts'
import { coverageText } from '../coverage/text.ts'
import { failureText } from './failure-text.ts'
import type { TestFormat } from './format.ts'
import { byFile, type Tally, tallyOf } from './tally.ts'

/** For people at a terminal: every failure, a line a file, and the sum. */
export const text: TestFormat = {
  tell: (result, { color }) => (result.status === 'failed' ? `${failureText(result, color)}\n` : ''),
  *render({ tests, coverage }, { color, scoredBy }) {
    for (const failure of tests) if (failure.text !== '') yield failure.text
    const all = tallyOf(tests)
    const note = `(scores by ${scoredBy}, which stands in for the service's own matching)\n\n`
    if (all.failed > 0) yield painter(color)('dim', note)
    const files = byFile(tests)
    const width = Math.max(0, ...Array.from(files.keys(), file => visible(file).length))
    for (const [file, own] of files) yield `${visible(file).padEnd(width)}  ${tallyText(tallyOf(own), color)}\n`
    yield `\n${sumText(all, color)}\n`
    if (coverage !== undefined) yield `\n${coverageText(coverage, color)}`
  },
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
