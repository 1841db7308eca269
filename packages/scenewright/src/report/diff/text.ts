import { type BehaviourChange, type Change, type ScenarioDiff, sentenceOf } from '@scenewright/differ'
import type { ChangeLevel } from '@scenewright/model'
import { type Paint, painter, visible } from '../../terminal/paint.ts'
import { count } from '../count.ts'
import { andMore } from '../lab/and-more.ts'
import {
  acceptedCount,
  acceptedText,
  type DiffContext,
  type DiffFormat,
  type DiffReport,
  decisionText,
  levelsText,
  placeOf,
} from './format.ts'
import { wordRunsText } from './word-runs.ts'

const styles = { breaking: 'red', risky: 'yellow', info: 'blue', layout: 'dim' } as const

const symbols = {
  added: ['green', '+'],
  removed: ['red', '-'],
  changed: ['yellow', '~'],
  renamed: ['cyan', '>'],
} as const

/** For people: a block a scenario, a line a change, the gravest first; empty where nothing differs. */
export const text: DiffFormat = (report, context) => {
  const paint = painter(context.color)
  const changeLines = (change: Change) =>
    changeText(change, context, paint) + acceptance(acceptedText(report, change), paint)
  const blocks = report.scenarios.map(scenario => {
    return scenarioHead(scenario, paint) + scenario.changes.map(changeLines).join('')
  })
  return [...blocks, ...behaviourText(report.behaviour, paint)].join('\n')
}

function scenarioHead({ key, title, change }: ScenarioDiff, paint: Paint): string {
  const [style, symbol] = symbols[change]
  return `${paint(style, symbol)} ${paint('bold', inline(key))}  ${paint('dim', inline(title))}\n`
}

function acceptance(said: string | undefined, paint: Paint): string {
  return said === undefined ? '' : `              ${paint('green', inline(said))}\n`
}

function changeText(change: Change, { folder }: DiffContext, paint: Paint): string {
  const { level, walk, words } = change
  const place = placeOf(change, folder)
  const name = level === 'breaking' || level === 'risky' ? level.toUpperCase() : level
  const said = words === undefined ? '' : `: ${wordRunsText(words, marks(paint))}`
  const where = place === undefined ? '' : `  ${paint('dim', inline(place))}`
  const proof =
    walk === undefined ? '' : `              ${paint('cyan', 'walk')}: ${walk.map(inline).join(' \u2192 ')}\n`
  return `    ${paint(styles[level], name.padEnd(8))}  ${inline(sentenceOf(change))}${said}${where}\n${proof}`
}

function marks(paint: Paint) {
  return {
    gone: (words: string) => paint('red', `[-${inline(words)}-]`),
    come: (words: string) => paint('green', `{+${inline(words)}+}`),
    kept: inline,
  }
}

/** A person reads no more of them. */
const mostMessages = 50

function behaviourText(behaviour: readonly BehaviourChange[], paint: Paint): readonly string[] {
  if (behaviour.length === 0) return []
  const lines = behaviour
    .slice(0, mostMessages)
    .map(
      ({ message, before, after }) =>
        `    "${inline(message)}"  ${inline(decisionText(before))} \u2192 ${inline(decisionText(after))}\n`,
    )
  const more = andMore(behaviour.length, mostMessages, paint)
  return [`${paint('bold', 'Messages that are answered otherwise')}\n${lines.join('')}${more}`]
}

/** One line: how much differs between what. */
export function summaryText(report: DiffReport, color: boolean): string {
  const { base, head, scenarios, behaviour } = report
  const paint = painter(color)
  const sides = `between ${inline(base)} and ${inline(head)}`
  if (scenarios.length === 0 && behaviour.length === 0) return `${paint('green', 'nothing differs')} ${sides}\n`
  const levels = levelsText(scenarios, (level: ChangeLevel, words) => paint(styles[level], words))
  // Every kind of change may be off.
  const differ =
    scenarios.length === 0
      ? `no scenario differs ${sides}`
      : `${count(scenarios.length, 'scenario differs', 'scenarios differ')} ${sides}: ${levels}${acceptedCount(report)}`
  const messages = behaviour.length === 0 ? '' : `; ${count(behaviour.length, 'message')} answered otherwise`
  return `${differ}${messages}\n`
}

/** Text from outside for one line. */
function inline(text: string): string {
  return visible(text.replace(/[\t\n\r]+/g, ' '))
}
