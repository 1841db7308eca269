import { visible } from '@scenewright/model/text'
import type { Decision, Reason, ScenarioScore } from '@scenewright/simulator'
import { type Paint, painter, shorten, wrap } from '../shell/terminal.ts'
import { decisionWords, reasonLabels } from './turn-words.ts'

/** The style of the label of each kind of reason. */
const styles = {
  'exact-example': 'green',
  'exact-exclusion': 'red',
  example: 'cyan',
  description: 'cyan',
  title: 'cyan',
  exclusion: 'red',
  word: 'cyan',
} as const satisfies { readonly [kind in Reason['kind']]: string }

const indent = '      '

const labelWidth = 11

const barWidth = 5

/** On such a line, the text replaces the bar. */
const narrow = 60

interface Look {
  readonly width: number
  readonly paint: Paint
}

/** A message, its decision, and every scenario's score, best first. */
export interface Scored {
  readonly message: string
  readonly decision: Decision
  readonly scores: readonly ScenarioScore[]
}

/** The layout of a table of scores. */
export interface ScoreLook {
  readonly color: boolean
  /** The number of characters per line. */
  readonly width: number
  /** The source of the confidences: "the offline scorer". */
  readonly scoredBy: string
}

/** No scenario starts below this, so one below it had no part in a decision; the API's minimum of `min_confidence`. */
const minThreshold = 50

/** As many as fit on a screen with all reasons of their scores. */
const maxExplained = 5

/**
 * A table with bars. The scenarios with a part in the decision are listed with the reasons for their scores: the
 * nearest texts, the words and the exclusion that lowers the score. The others have one line each. No line is longer
 * than the width, which is at least 40.
 */
export function scoreText({ message, decision, scores }: Scored, { color, width, scoredBy }: ScoreLook): string {
  const paint = painter(color)
  const rows = scores.filter(({ confidence, excluded }) => confidence > 0 || excluded !== undefined)
  const layout = layoutFor(rows, Math.max(40, width))
  const explained = selectExplained(decision, rows)
  const silent = scores.length - rows.length
  return [
    ...headLines({ message, decision }, layout, paint),
    ...rows.flatMap(score => rowLines(score, explained.has(score), { layout, paint })),
    ...(silent > 0 ? [paint('dim', `  and ${silent} with nothing in common`)] : []),
    ...wrap(`(confidence of ${visible(scoredBy)}; it approximates the service's own matching)`, layout.width - 2).map(
      line => paint('dim', `  ${line}`),
    ),
  ]
    .map(line => `${line}\n`)
    .join('')
}

/** The decision, in a few words. */
function decisionText(decision: Decision, paint: Paint): string {
  return paint(decision.kind === 'start' ? 'green' : 'yellow', decisionWords(decision))
}

/** The columns of a table. */
interface Layout {
  readonly width: number
  readonly name: number
  readonly bar: number
  /** Whether a name has its own line, because a row would be too long. */
  readonly isStacked: boolean
}

/** "100.0 of 100" */
const numbersWidth = 12

function layoutFor(rows: readonly ScenarioScore[], width: number): Layout {
  const longest = Math.max(0, ...rows.map(({ scenario }) => [...visible(scenario)].length))
  const bar = width < 80 ? 10 : 20
  const isStacked = 2 + longest + 2 + bar + 2 + numbersWidth > width
  return { width, bar, isStacked, name: isStacked ? 0 : longest }
}

function selectExplained(decision: Decision, rows: readonly ScenarioScore[]): ReadonlySet<ScenarioScore> {
  const decided =
    decision.kind === 'start' ? [decision.scenario] : decision.kind === 'clarify' ? decision.candidates : []
  const ofDecision = rows.filter(({ scenario }) => decided.includes(scenario))
  const near = rows.filter(
    (score, place) => !ofDecision.includes(score) && (place === 0 || score.confidence >= minThreshold),
  )
  return new Set([...ofDecision, ...near].slice(0, Math.max(maxExplained, ofDecision.length)))
}

function headLines({ message, decision }: Omit<Scored, 'scores'>, { width }: Layout, paint: Paint): readonly string[] {
  const shown = shorten(`"${visible(message).replace(/\s+/g, ' ')}"`, 2 * width)
  const words = visible(decisionWords(decision))
  if ([...shown].length + 2 + [...words].length <= width) {
    return [`${paint('bold', shown)}  ${decisionText(decision, paint)}`]
  }
  const style = decision.kind === 'start' ? 'green' : 'yellow'
  return [
    ...wrap(shown, width).map(line => paint('bold', line)),
    ...wrap(words, width - 2).map(line => `  ${paint(style, line)}`),
  ]
}

interface RowLook {
  readonly layout: Layout
  readonly paint: Paint
}

function rowLines(score: ScenarioScore, isExplained: boolean, { layout, paint }: RowLook): readonly string[] {
  const { scenario, confidence, min_confidence, excluded } = score
  const name = visible(scenario)
  const bar = barText(confidence / 100, layout.bar)
  const numbers = `${confidence.toFixed(1).padStart(5)} of ${String(min_confidence)}`
  const painted = `${paint(confidence >= min_confidence ? 'green' : 'dim', bar)}  ${numbers}`
  const padding = ' '.repeat(layout.name - (layout.isStacked ? 0 : [...name].length))
  const rows = layout.isStacked
    ? [...wrap(name, layout.width - 2).map(line => `  ${line}`), `    ${painted}`]
    : [`  ${name}${padding}  ${painted}`]
  if (isExplained || excluded !== undefined) return [...rows, ...reasonLines(score, layout.width, paint)]
  const used = layout.isStacked ? 4 : 4 + layout.name
  const room = layout.width - used - layout.bar - 2 - numbersWidth - 2
  const reason = shortReason(score)
  if (room < 12 || reason === '') return rows
  const [last = '', ...before] = rows.toReversed()
  const gap = ' '.repeat(numbersWidth - numbers.length + 2)
  return [...before.toReversed(), `${last}${gap}${paint('dim', shorten(reason, room))}`]
}

/** All reasons for a score, a line or more each: the texts with a bar of their similarity, then the words. */
function reasonLines({ reasons }: ScenarioScore, width: number, paint: Paint): readonly string[] {
  const words = reasons.filter(({ kind }) => kind === 'word')
  const texts = reasons.filter(({ kind }) => kind !== 'word')
  const shared = words.map(({ text, weight }) => `${visible(text)}\u00a0${weight.toFixed(2)}`).join(', ')
  return [
    ...texts.flatMap(reason => textLines(reason, width, paint)),
    ...(shared === '' ? [] : labeled('word', '', shared, { width, paint })),
  ]
}

/** The reason with the highest weight in a few words; '' if there is none. */
function shortReason({ reasons }: ScenarioScore): string {
  const [first] = reasons
  return first === undefined ? '' : `${reasonLabels[first.kind]} ${quoted(first.text)}`
}

function textLines({ kind, text, weight }: Reason, width: number, paint: Paint): readonly string[] {
  const isExact = kind === 'exact-example' || kind === 'exact-exclusion'
  const bar = width < narrow ? '' : `${barText(weight, barWidth)} `
  const measure = isExact ? '' : `${weight.toFixed(2)} ${bar}`
  return labeled(kind, measure, quoted(text), { width, paint })
}

/** A label, a measure, and a text that continues below itself. */
function labeled(kind: Reason['kind'], measure: string, text: string, { width, paint }: Look): readonly string[] {
  const before = indent.length + labelWidth + 2 + measure.length
  return wrap(text, width - before).map((line, place) => {
    if (place > 0) return `${' '.repeat(before)}${line}`
    return `${indent}${paint(styles[kind], reasonLabels[kind].padEnd(labelWidth))}  ${measure === '' ? '' : paint('dim', measure)}${line}`
  })
}

function quoted(text: string): string {
  return `"${visible(text).replace(/\s+/g, ' ')}"`
}

/** A bar with this many characters, filled up to a share from 0 to 1. */
function barText(share: number, length: number): string {
  const filled = Math.round(Math.max(0, Math.min(1, share)) * length)
  return '\u2588'.repeat(filled) + '\u2591'.repeat(length - filled)
}
