import { count } from '@scenewright/model/text'
import type { Evaluation } from '@scenewright/simulator/lab'
import { escaped, key, quotation } from '../../../../render/escaped.ts'
import type { LabReport } from '../../lab-report.ts'
import { isThresholdAdvised, labelNote, thresholdAdvice } from '../wording.ts'
import { drawPlot, type Plot } from './curves.ts'
import { scrollBox, share, stackedBar } from './stacked-bar.ts'
import { tuningPart } from './tuning.ts'

/** The maximum number of rows and of columns of the matrix: a larger one is unreadable. */
const maxInMatrix = 25

const maxMisses = 200

/** The evaluation of labelled messages, the proposed thresholds, and the messages that almost start a scenario. */
export function evaluationSection({ evaluation, tuning, nearMisses = [], ...report }: LabReport): string {
  if (evaluation === undefined && nearMisses.length === 0) return ''
  return [
    '<section id="evaluation"><h2>Evaluation</h2>',
    evaluation === undefined ? '' : evaluationParts(evaluation, report),
    tuning === undefined ? '' : tuningPart(tuning),
    nearMissesPart(nearMisses),
    '</section>',
  ].join('\n')
}

/** What the bot has now. */
type Present = Pick<LabReport, 'thresholds' | 'settings'>

function evaluationParts(evaluation: Evaluation, present: Present): string {
  const { messages, outOfScope, top1, intervals } = evaluation
  const inScope = messages - outOfScope.messages
  const outside =
    outOfScope.messages === 0
      ? ''
      : `<p>${share(outOfScope.started, outOfScope.messages)} of the ${count(outOfScope.messages, 'message')} that should start nothing start a scenario.</p>`
  const [low, high] = intervals.right
  const interval =
    inScope === 0
      ? ''
      : ` The share of right starts is between ${low.toFixed(1)} and ${high.toFixed(1)}&#8239;% with a probability of 95&#8239;%.`
  return [
    `<p>${count(inScope, 'labelled message')} that should start a scenario. ${share(top1, inScope)} have the right one on top, whatever the thresholds.${interval}</p>`,
    stackedBar([
      ['right', evaluation.right, 'start the right scenario'],
      ['asked', evaluation.asked, 'make the bot ask for clarification, and the right scenario is offered'],
      ['astray', evaluation.askedOther, 'make the bot ask for clarification, and the right scenario is not offered'],
      ['wrong', evaluation.wrong, 'start a wrong scenario'],
      ['none', evaluation.nothing, 'start nothing'],
    ]),
    outside,
    '<div class="plots">',
    ...curveParts(evaluation, present),
    '</div>',
    matrix(evaluation),
    scenariosPart(evaluation),
  ].join('\n')
}

/** What other settings would change, as a plot for each. */
function curveParts(evaluation: Evaluation, { thresholds, settings }: Present): readonly string[] {
  const { curve, clarifyCurve, marginCurve, advice } = evaluation
  const suggested = isThresholdAdvised(evaluation) && { suggested: advice.threshold }
  const { scenario_clarify_enabled, scenario_clarify_min_confidence, scenario_clarify_margin } = settings
  const text = scenario_clarify_enabled ? 'Clarification is on.' : 'If clarification were on: it is off now.'
  return [
    curvePart(evaluation, curve, {
      id: 'min_confidence',
      text: `If every scenario had the same. Advice: ${thresholdAdvice(evaluation)}.`,
      range: { first: 40, last: 100, step: 10, present: thresholds.present, ...suggested },
    }),
    curvePart(evaluation, clarifyCurve, {
      id: 'scenario_clarify_min_confidence',
      text,
      range: { first: 40, last: 100, step: 10, present: scenario_clarify_min_confidence },
    }),
    curvePart(evaluation, marginCurve, {
      id: 'scenario_clarify_margin',
      text,
      range: { first: 0, last: 30, step: 5, present: scenario_clarify_margin },
    }),
  ]
}

type Outcomes = Omit<Evaluation['curve'][number], 'threshold'>

interface CurveLook {
  /** The name of the setting. */
  readonly id: string
  readonly text: string
  readonly range: Omit<Plot, 'id' | 'lines'>
}

function curvePart(
  { outOfScope, messages }: Evaluation,
  points: readonly Outcomes[],
  { id, text, range }: CurveLook,
): string {
  const inScope = messages - outOfScope.messages
  const shares = (part: (point: Outcomes) => number, whole = inScope) =>
    points.map(point => part(point) / Math.max(1, whole))
  const lines = [
    { name: 'right', label: 'start the right scenario', shares: shares(({ right }) => right) },
    { name: 'asked', label: 'ask for clarification', shares: shares(({ asked, askedOther }) => asked + askedOther) },
    { name: 'none', label: 'start nothing', shares: shares(({ nothing }) => nothing) },
    { name: 'wrong', label: 'start a wrong scenario', shares: shares(({ wrong }) => wrong) },
    {
      name: 'foreign',
      label: 'should start nothing, and start a scenario',
      shares: shares(({ outOfScopeStarted }) => outOfScopeStarted, outOfScope.messages),
    },
  ]
  const legend = lines.map(({ name, label }) => `<li><span class="dot ${name}"></span>${label}</li>`)
  return [
    `<figure class="card"><h3>What <code>${id}</code> would change for these messages</h3>`,
    `<p>${text}</p>`,
    drawPlot({ id, ...range, lines }),
    `<ul class="legend plain">${legend.join('')}</ul></figure>`,
  ].join('\n')
}

/** The wrong starts as a matrix: a row per scenario that should start, a column per scenario that starts. */
function matrix({ confusions }: Evaluation): string {
  if (confusions.length === 0) return '<p>No message starts a wrong scenario.</p>'
  const names = (side: 'expected' | 'started') =>
    [...new Set(confusions.map(confusion => confusion[side]))].slice(0, maxInMatrix)
  const [rows, columns] = [names('expected'), names('started')]
  const counts = new Map(confusions.map(({ expected, started, count: times }) => [`${expected}\n${started}`, times]))
  const cells = (expected: string) =>
    columns.map(started => `<td class="number">${counts.get(`${expected}\n${started}`) ?? ''}</td>`).join('')
  const shown = rows.flatMap(expected => columns.map(started => counts.get(`${expected}\n${started}`) ?? 0))
  const rest =
    confusions.reduce((sum, { count: times }) => sum + times, 0) - shown.reduce((sum, times) => sum + times, 0)
  return [
    '<h3>Wrong starts</h3>',
    '<p class="hint">Rows: the scenario that should start. Columns: the one that starts.</p>',
    `<div${scrollBox('Wrong starts')}><table><thead><tr><th scope="col">should start</th>${columns.map(name => `<th scope="col">${key(name)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map(name => `<tr><th scope="row">${key(name)}</th>${cells(name)}</tr>`).join('\n')}</tbody></table></div>`,
    rest > 0 ? `<p class="hint">and ${count(rest, 'message')} elsewhere: the JSON report has all.</p>` : '',
  ].join('\n')
}

function scenariosPart({ scenarios }: Evaluation): string {
  const cell = (value: number | null) =>
    `<td class="number" data-value="${value ?? -1}">${value === null ? '–' : share(value, 1)}</td>`
  const rows = scenarios.map(
    ({ key: name, messages, right, precision, recall, f1 }) =>
      `<tr><th scope="row" data-value="${escaped(name)}">${key(name)}</th><td class="number" data-value="${messages}">${messages}</td><td class="number" data-value="${right}">${right}</td>${cell(precision)}${cell(recall)}${cell(f1)}</tr>`,
  )
  return [
    '<h3>Scenarios</h3>',
    `<div${scrollBox('Results of scenarios', scenarios.length)}><table class="sortable"><thead><tr><th scope="col">scenario</th><th class="number" scope="col">messages</th><th class="number" scope="col">right</th><th class="number" scope="col">precision</th><th class="number" scope="col">recall</th><th class="number" scope="col">F1</th></tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table></div>`,
  ].join('\n')
}

function nearMissesPart(nearMisses: NonNullable<LabReport['nearMisses']>): string {
  if (nearMisses.length === 0) return ''
  const shown = nearMisses.slice(0, maxMisses)
  const rows = shown.map(miss => {
    const { message, count: times, scenario, confidence, lacks, gains, takes } = miss
    return `<tr><td class="number" data-value="${times}">${times}</td><td class="text">${quotation(message)}</td><td data-value="${escaped(scenario)}">${key(scenario)}${escaped(labelNote(miss))}</td><td class="number" data-value="${confidence}">${confidence.toFixed(1)}</td><td class="number" data-value="${lacks}">${lacks.toFixed(1)}</td>${gainCell(gains)}${gainCell(takes)}</tr>`
  })
  const left = nearMisses.length - shown.length
  return [
    '<h3>Messages that almost start a scenario</h3>',
    `<div${scrollBox('Messages that almost start a scenario', shown.length)}><table class="sortable"><thead><tr><th class="number" scope="col">times</th><th>message</th><th scope="col">scenario</th><th class="number" scope="col">confidence</th><th class="number" scope="col">lacks</th><th class="number" scope="col">gains</th><th class="number" scope="col">takes</th></tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table></div>`,
    '<p class="hint">As an example of that scenario, a message would make it start for as many more messages as it gains, and for as many as it takes from others. A dash: not measured.</p>',
    left > 0 ? `<p class="hint">and ${count(left, 'more message')}: the JSON report has all.</p>` : '',
  ].join('\n')
}

function gainCell(value: number | undefined): string {
  return `<td class="number" data-value="${value ?? -1}">${value ?? '–'}</td>`
}
