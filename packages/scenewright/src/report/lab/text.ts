import { painter, visible } from '../../terminal/paint.ts'
import { count } from '../count.ts'
import type { LabFormat } from './index.ts'
import { collisionsText } from './text-collisions.ts'
import { curvesText } from './text-curves.ts'
import { outcomesText } from './text-outcomes.ts'
import { replayText } from './text-replay.ts'
import { scenariosText } from './text-scenarios.ts'
import { disclaimer } from './wording.ts'

/** For people at a terminal: the worst of everything; the other formats have all. */
export const text: LabFormat = (report, { color }) => {
  const paint = painter(color)
  const { tried, left_out } = report.examples
  const left = left_out > 0 ? ` (${left_out} more were not tried)` : ''
  const head = `${count(report.scenarios.length, 'scenario')}, ${count(tried, 'example')}${left}`
  return [
    `${paint('bold', head)}, each tried as if its scenario did not have it\n\n`,
    outcomesText(report.outcomes, paint),
    collisionsText(report.collisions, paint),
    scenariosText(report, paint),
    curvesText(report, paint),
    report.replay === undefined ? '' : replayText(report.replay, paint),
    paint('dim', `\n${visible(disclaimer(report))}\n`),
  ].join('')
}
