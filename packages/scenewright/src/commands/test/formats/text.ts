import { count, visible } from '@scenewright/model/text'
import { painter } from '../../../shell/terminal.ts'
import { coverageText } from '../coverage/formats/text.ts'
import { failureText } from './failure-text.ts'
import type { AgainstReport, TestFormat } from './format.ts'
import { differencesText, isObserved } from './observed-text.ts'
import { byFile, countResults, type Tally } from './tally.ts'

/** For people at a terminal: every failure, one line per file, and the total. */
export const text: TestFormat = {
  tell(result, { color }) {
    if (result.status === 'failed') return `${failureText(result, color)}\n`
    const differences = isObserved(result) ? differencesText(result, color) : ''
    return differences === '' ? '' : `${differences}\n`
  },
  *render({ tests, coverage, against }, { color, scoredBy }) {
    for (const failure of tests) if (failure.text !== '') yield failure.text
    const all = countResults(tests)
    const note = `(scores by ${scoredBy}, which approximates the service's own matching)\n\n`
    if (tests.some(({ text: told }) => told !== '')) yield painter(color)('dim', note)
    const files = byFile(tests)
    const width = Math.max(0, ...Array.from(files.keys(), file => visible(file).length))
    for (const [file, own] of files) yield `${visible(file).padEnd(width)}  ${tallyText(countResults(own), color)}\n`
    yield `\n${sumText(all, color)}\n`
    if (against !== undefined) yield againstText(against)
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

function againstText({ environment, turns, differing, unobservable }: AgainstReport): string {
  const { name, url, bot } = environment
  const agreed =
    differing === 0
      ? 'decided as the simulator on all of them'
      : `decided differently from the simulator on ${differing}`
  const fields = unobservable.map(({ field, times }) => `${field} (${times})`).join(', ')
  const unseen = fields === '' ? '' : `Expectations skipped, because no answer shows them: ${fields}.\n`
  return `\nThe bot ${visible(bot)} of "${visible(name)}" (${visible(url)}) answered ${count(turns, 'message')}, and ${agreed}.\n${unseen}`
}
