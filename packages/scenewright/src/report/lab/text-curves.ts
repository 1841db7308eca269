import type { TriggerSurvey } from '@scenewright/simulator'
import type { Paint } from '../../terminal/paint.ts'
import { percent } from './percent.ts'

/** What another threshold and another margin would change: a few points of each, and the present ones. */
export function curvesText(survey: TriggerSurvey, paint: Paint): string {
  return thresholdText(survey, paint) + marginText(survey, paint)
}

function thresholdText({ thresholds }: TriggerSurvey, paint: Paint): string {
  const { present, varies, suggested, foreign, points } = thresholds
  const wanted = new Set([50, 60, 70, 80, 90, 100, present, suggested ?? present])
  const rows = points
    .filter(({ min_confidence }) => wanted.has(min_confidence))
    .map(point => {
      const all = point.right + point.asked + point.astray + point.wrong + point.none
      const shares = [point.right, point.asked + point.astray, point.wrong, point.none].map(part => percent(part, all))
      const cells = [...shares, percent(point.foreign, foreign)].map(cell => cell.padStart(8)).join('  ')
      const notes = [
        ...(point.min_confidence === present ? [varies ? 'present, of most' : 'present'] : []),
        ...(point.min_confidence === suggested && suggested !== present ? ['worth a try'] : []),
      ]
      const mark = notes.length > 0 ? '>' : ' '
      return `${mark} ${String(point.min_confidence).padStart(14)}  ${cells}  ${notes.join(', ')}`.trimEnd()
    })
  const head = '  min_confidence     right     asked     wrong      none   foreign'
  const note = 'foreign: an example as if its scenario were not there, at which anything starts'
  return `\n${paint('bold', 'If every scenario had another threshold')}\n${paint('dim', head)}\n${rows.join('\n')}\n${paint('dim', `  ${note}`)}\n`
}

function marginText({ margins }: TriggerSurvey, paint: Paint): string {
  const { present, enabled, points } = margins
  const wanted = new Set([0, 5, 10, 15, 20, 30, present])
  const rows = points
    .filter(({ margin }) => wanted.has(margin))
    .map(({ margin, right, asked, astray, wrong, none }) => {
      const all = right + asked + astray + wrong + none
      const cells = [percent(asked + astray, all), percent(asked, asked + astray), percent(wrong, all)]
      const mark = margin === present ? '>' : ' '
      const note = margin === present ? `  ${enabled ? 'present' : 'present, but the bot does not ask back'}` : ''
      return `${mark} ${String(margin).padStart(14)}  ${cells.map(cell => cell.padStart(8)).join('  ')}${note}`
    })
  const head = '          margin     asked of those right     wrong'
  const title = enabled ? 'If the bot asked back by another margin' : 'If the bot asked back'
  return `\n${paint('bold', title)}\n${paint('dim', head)}\n${rows.join('\n')}\n`
}
