import type { TriggerSurvey } from '@scenewright/simulator'
import type { Paint } from '../../terminal/paint.ts'
import { percent } from './percent.ts'

type Outcomes = TriggerSurvey['outcomes']

const barWidth = 24

const rows = [
  ['right', 'start their own scenario', 'green'],
  ['asked', 'make the bot ask back, their own among what it offers', 'cyan'],
  ['astray', 'make it ask back without their own', 'yellow'],
  ['wrong', 'start another scenario', 'red'],
  ['none', 'start nothing', 'yellow'],
] as const

/** What became of the examples, a line and a bar each. */
export function outcomesText(outcomes: Outcomes, paint: Paint): string {
  const all = rows.reduce((sum, [name]) => sum + outcomes[name], 0)
  const width = String(all).length
  return rows
    .map(([name, meaning, style]) => {
      const number = outcomes[name]
      const filled = all === 0 ? 0 : Math.round((number / all) * barWidth)
      const bar = paint(style, '█'.repeat(filled)) + paint('dim', '░'.repeat(barWidth - filled))
      return `  ${bar}  ${String(number).padStart(width)}  ${percent(number, all).padStart(7)}  ${meaning}\n`
    })
    .join('')
}
