import type { Decision, ScenarioScore } from '@scenewright/simulator'
import { type Paint, painter, visible } from '../terminal/paint.ts'

/** A message, what it would start, and every scenario's score, best first. */
export interface Scored {
  readonly message: string
  readonly decision: Decision
  readonly scores: readonly ScenarioScore[]
}

const barWidth = 20

/** A table with bars, and under each scenario the examples and words that made its score. */
export function scoreText({ message, decision, scores }: Scored, color: boolean): string {
  const paint = painter(color)
  const width = Math.max(0, ...scores.map(({ scenario }) => scenario.length))
  const rows = scores.filter(({ confidence, excluded }) => confidence > 0 || excluded !== undefined)
  const silent = scores.length - rows.length
  return [
    `${paint('bold', `"${visible(message)}"`)}  ${decisionText(decision, paint)}\n`,
    ...rows.map(score => rowText(score, width, paint)),
    silent > 0 ? paint('dim', `  and ${silent} with no word in common\n`) : '',
    paint('dim', "  (confidence of the offline scorer; it stands in for the service's own matching)\n"),
  ].join('')
}

/** What a decision comes to, in a few words. */
export function decisionText(decision: Decision, paint: Paint): string {
  switch (decision.kind) {
    case 'start':
      return paint('green', `starts ${decision.scenario}`)
    case 'clarify':
      return paint('yellow', `asks which of ${decision.candidates.join(', ')}`)
    case 'none':
      return paint('yellow', 'starts nothing')
  }
}

function rowText(
  { scenario, confidence, min_confidence, excluded, reasons }: ScenarioScore,
  width: number,
  paint: Paint,
): string {
  const filled = Math.round((confidence / 100) * barWidth)
  const bar = paint(confidence >= min_confidence ? 'green' : 'dim', '█'.repeat(filled)) + '░'.repeat(barWidth - filled)
  const why =
    excluded === undefined
      ? reasons
          .slice(0, 3)
          .map(({ kind, text }) => `${kind} "${visible(text)}"`)
          .join(', ')
      : ''
  const out = excluded === undefined ? '' : paint('red', `out: exclusion "${visible(excluded)}"`)
  const numbers = `${confidence.toFixed(1).padStart(5)} of ${String(min_confidence).padEnd(3)}`
  return `  ${scenario.padEnd(width)}  ${bar}  ${numbers}  ${out}${paint('dim', why)}\n`
}
