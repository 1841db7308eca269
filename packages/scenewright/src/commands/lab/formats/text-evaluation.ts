import { count, visible } from '@scenewright/model/text'
import type { Evaluation } from '@scenewright/simulator/lab'
import type { Paint } from '../../../shell/terminal.ts'
import type { LabReport } from '../lab-report.ts'
import { andMore, isThresholdAdvised, labelNote, percent, shortened, thresholdAdvice } from './wording.ts'

const maxRows = 10

/** The evaluation of labelled messages, for people at a terminal. */
export function evaluationText(evaluation: Evaluation, paint: Paint): string {
  return [
    outcomesText(evaluation, paint),
    confusionsText(evaluation, paint),
    scenariosText(evaluation, paint),
    thresholdsText(evaluation, paint),
  ].join('')
}

/** The messages that start nothing, although a scenario is similar. */
export function nearMissesText(nearMisses: NonNullable<LabReport['nearMisses']>, paint: Paint): string {
  if (nearMisses.length === 0) return ''
  const shown = nearMisses.slice(0, maxRows)
  const rows = shown.map(miss => {
    const { message, count: times, scenario, confidence, lacks, gains, takes } = miss
    return `  ${String(times).padStart(6)}  ${confidence.toFixed(1).padStart(10)}  ${lacks.toFixed(1).padStart(5)}  ${String(gains ?? '').padStart(5)}  ${String(takes ?? '').padStart(5)}  ${visible(scenario)}${labelNote(miss)}  ${paint('dim', shortened(message, 60))}\n`
  })
  const head = '   times  confidence  lacks  gains  takes  scenario, message\n'
  const title = paint('bold', 'Messages that almost start a scenario')
  return `\n${title}\n${paint('dim', head)}${rows.join('')}${andMore(nearMisses.length, shown.length, paint)}`
}

function outcomesText({ intervals, outOfScope, top1, ...evaluation }: Evaluation, paint: Paint): string {
  const { messages, unlabelled } = evaluation
  const inScope = messages - outOfScope.messages
  const interval = ([low, high]: readonly [number, number]) =>
    inScope === 0 ? '' : `  ${low.toFixed(1)} to ${high.toFixed(1)} %`
  const rows = [
    [evaluation.right, 'start the right scenario', interval(intervals.right)],
    [evaluation.asked, 'make the bot ask for clarification, and the right scenario is offered', ''],
    [evaluation.askedOther, 'make the bot ask for clarification, and the right scenario is not offered', ''],
    [evaluation.wrong, 'start a wrong scenario', interval(intervals.wrong)],
    [evaluation.nothing, 'start nothing', ''],
  ] as const
  const lines = rows.map(
    ([number, meaning, range]) =>
      `  ${String(number).padStart(8)}  ${percent(number, inScope).padStart(7)}  ${meaning}${paint('dim', range)}\n`,
  )
  const without = unlabelled > 0 ? ` (${count(unlabelled, 'message')} without a label)` : ''
  const title = `${count(inScope, 'message')} that should start a scenario${without}`
  const best = `  ${String(top1).padStart(8)}  ${percent(top1, inScope).padStart(7)}  have the right scenario on top, whatever the thresholds\n`
  const outside =
    outOfScope.messages === 0
      ? ''
      : `\n${paint('bold', `${count(outOfScope.messages, 'message')} that should start nothing`)}\n  ${String(outOfScope.started).padStart(8)}  ${percent(outOfScope.started, outOfScope.messages).padStart(7)}  start a scenario\n`
  return `\n${paint('bold', title)}\n${lines.join('')}${best}${outside}`
}

function confusionsText({ confusions }: Evaluation, paint: Paint): string {
  if (confusions.length === 0) return ''
  const shown = confusions.slice(0, maxRows)
  const rows = shown.map(
    ({ expected, started, count: times }) =>
      `  ${String(times).padStart(6)}  ${paint('yellow', `${visible(expected)} → ${visible(started)}`)}\n`,
  )
  const head = `   times  should start → starts\n`
  return `\n${paint('bold', 'Wrong starts')}\n${paint('dim', head)}${rows.join('')}${andMore(confusions.length, shown.length, paint)}`
}

function scenariosText({ scenarios }: Evaluation, paint: Paint): string {
  const weak = scenarios.filter(({ f1 }) => f1 !== 1)
  if (weak.length === 0) return ''
  const shown = weak.slice(0, maxRows)
  const width = Math.max('scenario'.length, ...shown.map(({ key }) => visible(key).length))
  const share = (value: number | null) => percent(value ?? 0, value === null ? 0 : 1).padStart(9)
  const rows = shown.map(
    ({ key, messages, right, precision, recall, f1 }) =>
      `  ${visible(key).padEnd(width)}  ${String(messages).padStart(8)}  ${String(right).padStart(6)}  ${share(precision)}  ${share(recall)}  ${share(f1)}\n`,
  )
  const head = `  ${'scenario'.padEnd(width)}  messages   right  precision     recall         F1\n`
  return `\n${paint('bold', 'Scenarios by F1, the lowest first')}\n${paint('dim', head)}${rows.join('')}${andMore(weak.length, shown.length, paint)}`
}

/** A few points of the curve, and the advised one. */
function thresholdsText(evaluation: Evaluation, paint: Paint): string {
  const { curve, advice, outOfScope, messages } = evaluation
  const inScope = messages - outOfScope.messages
  const advised = isThresholdAdvised(evaluation) ? advice.threshold : undefined
  const wanted = new Set([50, 60, 70, 80, 90, 100, advised])
  const rows = curve
    .filter(({ threshold }) => wanted.has(threshold))
    .map(point => {
      const parts = [point.right, point.asked + point.askedOther, point.wrong, point.nothing]
      const cells = [
        ...parts.map(part => percent(part, inScope)),
        percent(point.outOfScopeStarted, outOfScope.messages),
      ].map(cell => cell.padStart(8))
      const isAdvised = point.threshold === advised
      return `${isAdvised ? '>' : ' '} ${String(point.threshold).padStart(14)}  ${cells.join('  ')}${isAdvised ? '  advised' : ''}\n`
    })
  const head = '  min_confidence     right     asked     wrong   nothing  out of scope\n'
  const title = paint('bold', 'If every scenario had a different threshold, for these messages')
  return `\n${title}\n${paint('dim', head)}${rows.join('')}${adviceText(evaluation)}`
}

function adviceText(evaluation: Evaluation): string {
  const { advice, right, wrong, outOfScope } = evaluation
  const change = (after: number, before: number) => `${after - before < 0 ? '' : '+'}${after - before}`
  const starts = `${change(advice.right, right)} right, ${change(advice.wrong, wrong)} wrong, ${change(advice.outOfScopeStarted, outOfScope.started)} out of scope`
  return `  advice: ${thresholdAdvice(evaluation)}${isThresholdAdvised(evaluation) ? `; starts: ${starts}` : ''}\n`
}
