import { type BehaviorChange, type Change, describeChange, type ScenarioDiff } from '@scenewright/differ'
import type { ChangeLevel } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import { type Paint, painter } from '../../../shell/terminal.ts'
import { andMore } from '../../lab/formats/wording.ts'
import {
  acceptedCount,
  acceptedText,
  type DiffContext,
  type DiffFormat,
  type DiffReport,
  decisionText,
  describeAccepted,
  groupChanges,
  levelsText,
  messagesText,
  otherMessages,
  placeOf,
  splitTexts,
  subjectText,
} from './format.ts'
import { wordRunsText } from './word-runs.ts'

const styles = { breaking: 'red', risky: 'yellow', info: 'blue', layout: 'dim' } as const

const symbols = {
  added: ['green', '+'],
  removed: ['red', '-'],
  changed: ['yellow', '~'],
  renamed: ['cyan', '>'],
} as const

/** For people: a block per scenario, the most severe change first, with complete texts; empty if nothing differs. */
export const text: DiffFormat = (report, context) => {
  const paint = painter(context.color)
  const changeLines = (change: Change) =>
    changeText(change, context, paint) + acceptance(acceptedText(report, change), paint)
  const { settings = [], configFile = '', moved = [] } = report
  const file = {
    key: `${context.folder}${configFile}`,
    title: 'Settings',
    change: 'changed',
    changes: settings,
  } as const
  const scenarios = settings.length === 0 ? report.scenarios : [file, ...report.scenarios]
  const blocks = scenarios.map(scenario => scenarioHead(scenario, paint) + scenario.changes.map(changeLines).join(''))
  const moves = moved.map(({ changes: [change] }) => changeLines(change)).join('')
  const movesHead = `${paint('bold', 'Messages that start a different scenario, or none')}\n`
  return [
    ...blocks,
    ...(moves === '' ? [] : [movesHead + moves]),
    ...behaviorText(otherMessages(report), paint),
    ...acceptedHereText(report, paint),
  ].join('\n')
}

function scenarioHead({ key, title, change }: ScenarioDiff, paint: Paint): string {
  const [style, symbol] = symbols[change]
  return `${paint(style, symbol)} ${paint('bold', inline(key))}  ${paint('dim', inline(title))}\n`
}

function acceptance(said: string | undefined, paint: Paint): string {
  return said === undefined ? '' : `${indent}${paint('green', inline(said))}\n`
}

/** The indentation of details below a change. */
const indent = ' '.repeat(14)

function changeText(change: Change, { folder }: DiffContext, paint: Paint): string {
  const { level, walk, words, samples = [], count = 0 } = change
  const { inline: own, below: texts } = splitTexts(change)
  const place = placeOf(change, folder)
  const name = level === 'breaking' || level === 'risky' ? level.toUpperCase() : level
  const shownWords = words === undefined ? byLine(own ?? '') : wordRunsText(words, marks(paint))
  const where = place === undefined ? '' : `  ${paint('dim', inline(place))}`
  const isBlock = shownWords.includes('\n')
  const head = `${inline(describeChange(change))}${shownWords === '' ? '' : isBlock ? ':' : `: ${shownWords}`}${where}`
  const below = [
    ...(isBlock ? [shownWords] : []),
    ...texts.map(each => `${paint('dim', inline(each.label))}: ${byLine(each.text)}`),
    ...(walk === undefined ? [] : [`${paint('cyan', 'path')}: ${walk.map(inline).join(' \u2192 ')}`]),
    ...samples.map(message => `"${inline(message)}"`),
    ...(count > samples.length ? [paint('dim', `and ${count - samples.length} more; --format html shows all`)] : []),
  ]
  const lines = below.map(each => `${indent}${each.replaceAll('\n', `\n${indent}  `)}\n`)
  return `    ${paint(styles[level], name.padEnd(8))}  ${head}\n${lines.join('')}`
}

function marks(paint: Paint) {
  return {
    gone: (words: string) => paint('red', `[-${inline(words)}-]`),
    come: (words: string) => paint('green', `{+${inline(words)}+}`),
    kept: inline,
  }
}

/** A person reads no more of them. */
const maxMessages = 50

function behaviorText(behavior: readonly BehaviorChange[], paint: Paint): readonly string[] {
  if (behavior.length === 0) return []
  const lines = behavior
    .slice(0, maxMessages)
    .map(
      ({ message, before, after }) =>
        `    "${inline(message)}"  ${inline(decisionText(before))} \u2192 ${inline(decisionText(after))}\n`,
    )
  const more = andMore(behavior.length, maxMessages, paint)
  return [`${paint('bold', 'Messages with a different answer')}\n${lines.join('')}${more}`]
}

function acceptedHereText(report: DiffReport, paint: Paint): readonly string[] {
  const entries = describeAccepted(report)
  if (entries.length === 0) return []
  const lines = entries.map(
    ({ scenario, said, who }) => `    ${inline(scenario)}: ${inline(said)}\n${acceptance(who, paint)}`,
  )
  return [`${paint('bold', 'Accepted by this change')}\n${lines.join('')}`]
}

/** One line: the number of differences, and the two sides. */
export function summaryText(report: DiffReport, color: boolean): string {
  const { base, head, behavior } = report
  const paint = painter(color)
  const sides = `between ${inline(base)} and ${inline(head)}`
  const groups = groupChanges(report)
  if (groups.length === 0 && behavior.length === 0) return `${paint('green', 'nothing differs')} ${sides}\n`
  const levels = levelsText(groups, (level: ChangeLevel, words) => paint(styles[level], words))
  // Every kind of change may be off.
  const counts = levels === '' ? '' : `: ${levels}${acceptedCount(report)}`
  const messages = behavior.length === 0 ? '' : `; ${messagesText(report)}`
  return `${subjectText(report)} ${sides}${counts}${messages}\n`
}

/** Text from outside, line by line. */
function byLine(content: string): string {
  return content.split('\n').map(inline).join('\n')
}

/** Text from outside for one line. */
function inline(content: string): string {
  return visible(content.replace(/[\t\n\r]+/g, ' '))
}
