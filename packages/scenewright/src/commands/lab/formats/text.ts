import { count, visible } from '@scenewright/model/text'
import type { Collision, ScenarioSurvey, TriggerSurvey } from '@scenewright/simulator/lab'
import { type Paint, painter } from '../../../shell/terminal.ts'
import type { LabFormat } from '../lab-report.ts'
import { evaluationText, nearMissesText } from './text-evaluation.ts'
import { replayText } from './text-replay.ts'
import { tuningText } from './text-tuning.ts'
import { adviceText, andMore, disclaimer, markTexts, percent, shortened } from './wording.ts'

const maxRows = 12

const maxPairs = 8

const maxExamples = 2

type Outcomes = TriggerSurvey['outcomes']

const barWidth = 24

const rows = [
  ['right', 'start their own scenario', 'green'],
  ['asked', 'make the bot ask for clarification, and their own scenario is offered', 'cyan'],
  ['astray', 'make the bot ask for clarification, and their own scenario is not offered', 'yellow'],
  ['wrong', 'start another scenario', 'red'],
  ['none', 'start nothing', 'yellow'],
] as const

/** For people at a terminal: the worst items of each kind; the other formats contain all. */
export const text: LabFormat = (report, { color }) => {
  const paint = painter(color)
  const { tried, left_out } = report.examples
  const left = left_out > 0 ? ` (${left_out} more were not tested)` : ''
  const head = `${count(report.scenarios.length, 'scenario')}, ${count(tried, 'example')}${left}`
  return [
    `${paint('bold', head)}, each tested without itself in its scenario\n\n`,
    outcomesText(report.outcomes, paint),
    collisionsText(report.collisions, paint),
    scenariosText(report, paint),
    curvesText(report, paint),
    report.replay === undefined ? '' : replayText(report.replay, paint),
    report.evaluation === undefined ? '' : evaluationText(report.evaluation, paint),
    report.tuning === undefined ? '' : tuningText(report.tuning, paint),
    nearMissesText(report.nearMisses ?? [], paint),
    paint('dim', `\n${visible(disclaimer(report))}\n`),
  ].join('')
}

/** The outcomes of the examples, with a line and a bar each. */
function outcomesText(outcomes: Outcomes, paint: Paint): string {
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

/** The colliding pairs, worst first, with the examples that cause it and advice. */
function collisionsText(collisions: readonly Collision[], paint: Paint): string {
  if (collisions.length === 0) return `\n${paint('bold', 'No two scenarios collide')}\n`
  const head = `\n${paint('bold', `${count(collisions.length, 'pair')} of scenarios that collide`)}\n`
  const shown = collisions.slice(0, maxPairs)
  return head + shown.map(pair => pairText(pair, paint)).join('') + andMore(collisions.length, shown.length, paint)
}

function pairText(pair: Collision, paint: Paint): string {
  const { scenarios, started, asked, examples } = pair
  const name = scenarios.map(visible).join(' and ')
  const numbers = [
    ...(started > 0 ? [count(started, 'wrong start')] : []),
    ...(asked > 0 ? [count(asked, 'clarification')] : []),
  ]
  const causes = examples.slice(0, maxExamples).map(example => causeText(example))
  const advice = adviceText(pair, shortened)
  return [
    `  ${paint(started > 0 ? 'red' : 'yellow', name)}  ${numbers.join(', ')}\n`,
    ...causes.map(cause => `    ${cause}\n`),
    `    ${paint('cyan', 'do')}: ${visible(advice)}\n`,
  ].join('')
}

function causeText({
  scenario,
  text,
  confidence,
  rival,
  rival_confidence,
  nearest,
}: Collision['examples'][number]): string {
  const own = confidence === null ? 'excluded there' : confidence.toFixed(1)
  const near = nearest === undefined ? '' : `, near ${shortened(nearest.text, 40)}`
  return `${shortened(text)} of ${visible(scenario)}: ${own}; ${visible(rival)}: ${rival_confidence.toFixed(1)}${near}`
}

/** The effects of another threshold and another margin: a few points of each, and the present ones. */
function curvesText(survey: TriggerSurvey, paint: Paint): string {
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
        ...(point.min_confidence === present ? [varies ? 'present, for most' : 'present'] : []),
        ...(point.min_confidence === suggested && suggested !== present ? ['worth a try'] : []),
      ]
      const mark = notes.length > 0 ? '>' : ' '
      return `${mark} ${String(point.min_confidence).padStart(14)}  ${cells}  ${notes.join(', ')}`.trimEnd()
    })
  const head = '  min_confidence     right     asked     wrong      none   foreign'
  const note = 'foreign: an example that starts another scenario if its own is removed'
  return `\n${paint('bold', 'If every scenario had a different threshold')}\n${paint('dim', head)}\n${rows.join('\n')}\n${paint('dim', `  ${note}`)}\n`
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
      const note = margin === present ? `  ${enabled ? 'present' : 'present, but clarification is off'}` : ''
      return `${mark} ${String(margin).padStart(14)}  ${cells.map(cell => cell.padStart(8)).join('  ')}${note}`
    })
  const head = '          margin     asked of those right     wrong'
  const title = enabled ? 'If the clarification margin were different' : 'If the bot asked for clarification'
  return `\n${paint('bold', title)}\n${paint('dim', head)}\n${rows.join('\n')}\n`
}

/** The problem triggers, and a table of the weakest scenarios. */
function scenariosText({ scenarios }: Pick<TriggerSurvey, 'scenarios'>, paint: Paint): string {
  return faultsText(scenarios, paint) + weakestText(scenarios, paint)
}

function faultsText(scenarios: readonly ScenarioSurvey[], paint: Paint): string {
  const faults = scenarios.flatMap(({ scenario, marks, taken }) =>
    marks.map(mark => ({ scenario, text: mark === 'greedy' ? `takes ${taken} examples of others` : markTexts[mark] })),
  )
  if (faults.length === 0) return ''
  const shown = faults.slice(0, maxRows)
  const width = widest(shown.map(({ scenario }) => scenario))
  const lines = shown.map(({ scenario, text }) => `  ${paint('yellow', visible(scenario).padEnd(width))}  ${text}\n`)
  return `\n${paint('bold', 'Problem triggers')}\n${lines.join('')}${andMore(faults.length, shown.length, paint)}`
}

function weakestText(scenarios: readonly ScenarioSurvey[], paint: Paint): string {
  const weak = scenarios
    .filter(({ recall, precision }) => (recall ?? 1) < 1 || (precision ?? 1) < 1)
    .toSorted((a, b) => (a.recall ?? 1) - (b.recall ?? 1) || b.taken - a.taken)
  if (weak.length === 0) return ''
  const shown = weak.slice(0, maxRows)
  const width = widest(['scenario', ...shown.map(({ scenario }) => scenario)])
  const head = `  ${'scenario'.padEnd(width)}  examples  right  asked  wrong  none    recall  precision`
  const rows = shown.map(survey => `  ${rowText(survey, width)}\n`)
  const title = `\n${paint('bold', 'Weakest scenarios, by recall')}\n`
  return `${title}${paint('dim', head)}\n${rows.join('')}${andMore(weak.length, shown.length, paint)}`
}

function rowText({ scenario, examples, outcomes, taken, recall }: ScenarioSurvey, width: number): string {
  const { right, asked, astray, wrong, none } = outcomes
  const cells = [
    visible(scenario).padEnd(width),
    String(examples).padStart(8),
    String(right).padStart(5),
    String(asked + astray).padStart(5),
    String(wrong).padStart(5),
    String(none).padStart(4),
    percent(recall ?? 0, recall === null ? 0 : 1).padStart(8),
    percent(right, right + taken).padStart(9),
  ]
  return cells.join('  ')
}

function widest(names: readonly string[]): number {
  return Math.max(...names.map(name => visible(name).length))
}
