import { type BehaviourChange, type Change, type ScenarioDiff, sentenceOf } from '@scenewright/differ'
import { count } from '../count.ts'
import { code, plain } from '../findings/markdown-text.ts'
import { reportMarker } from '../report-marker.ts'
import { drawings } from './drawings.ts'
import {
  acceptedCount,
  acceptedText,
  byGravity,
  countLevels,
  type DiffFormat,
  type DiffReport,
  decisionText,
  levelsText,
  placeOf,
} from './format.ts'
import { wordRunsText } from './word-runs.ts'

/** GitHub takes no more characters. Here they are UTF-16 units, which are never fewer. */
const longest = 65_536

/** For the verdict, and for saying what was left out. */
const reserve = 6000

/** Of one scenario so much is told. */
const longestDetails = 8000

/** Ends the details of a scenario; before it a drawing may stand. */
const end = '</details>\n\n'

/**
 * A comment for a pull request: the verdict, a table, what differs in each scenario, the gravest first, and a drawing of
 * what is touched as long as there is room. Never longer than GitHub takes.
 */
export const markdown: DiffFormat = (report, { folder }) => {
  const scenarios = byGravity(report.scenarios)
  const messages = behaviourText(report.behaviour)
  const room = longest - reserve - messages.length
  const rows = fitting(scenarios.map(tableRow), room / 3)
  const roomOfDetails = room - rows.join('').length
  const details = fitting(
    scenarios.map(scenario => detailsOf(scenario, change => changeLine(change, folder, acceptedText(report, change)))),
    roomOfDetails,
  )
  const told = scenarios.slice(0, details.length)
  const drawn = drawings(report, told, roomOfDetails - details.join('').length)
  const blocks = details.map((text, index) => `${text.slice(0, -end.length)}${drawn[index] ?? ''}${end}`)
  const table = rows.length === 0 ? '' : `${tableHead}${rows.join('')}${moreRows(scenarios.length - rows.length)}\n`
  const marker = reportMarker({ kind: 'diff' }, scenarios.length + report.behaviour.length === 0)
  return `${marker}\n${verdict(report)}\n\n${table}${blocks.join('')}${messages}${leftOut(report, details.length)}`
}

const tableHead = '| scenario | | breaking | risky | info |\n|---|---|---|---|---|\n'

function verdict(report: DiffReport): string {
  const { base, head, scenarios, behaviour } = report
  const sides = `between ${plain(base)} and ${plain(head)}`
  if (scenarios.length === 0) {
    return `**scenewright diff**: ${behaviour.length === 0 ? 'nothing' : 'no scenario'} differs ${sides}.`
  }
  const differ = count(scenarios.length, 'scenario differs', 'scenarios differ')
  return `**scenewright diff**: ${differ} ${sides}: ${levelsText(scenarios)}${acceptedCount(report)}.`
}

function tableRow(scenario: ScenarioDiff): string {
  const { breaking, risky, info } = countLevels([scenario])
  const cells = [breaking, risky, info].map(number => (number === 0 ? '' : String(number)))
  return `| ${code(scenario.key)} ${plain(scenario.title)} | ${scenario.change} | ${cells.join(' | ')} |\n`
}

function moreRows(left: number): string {
  return left === 0 ? '' : `| ${left} more | | | | |\n`
}

function detailsOf({ key, changes }: ScenarioDiff, lineOf: (change: Change) => string): string {
  const isGrave = changes.some(({ level }) => level === 'breaking')
  const lines = fitting(changes.map(lineOf), longestDetails)
  const more = changes.length > lines.length ? `- ${changes.length - lines.length} more\n` : ''
  const summary = `<summary>${code(key)}: ${levelsText([{ key, title: '', change: 'changed', changes }])}</summary>`
  return `<details${isGrave ? ' open' : ''}>${summary}\n\n${lines.join('')}${more}\n${end}`
}

function changeLine(change: Change, folder: string, accepted: string | undefined): string {
  const { level, walk, words } = change
  const place = placeOf(change, folder)
  const said = words === undefined ? '' : `: ${wordRunsText(words, marks)}`
  const where = place === undefined ? '' : ` ${code(place)}`
  const proof = walk === undefined ? '' : `<br>Walk: ${walk.map(code).join(' &rarr; ')}`
  const consent = accepted === undefined ? '' : `<br>:white_check_mark: ${plain(accepted)}`
  return `- ${level === 'info' || level === 'layout' ? level : `**${level}**`} ${plain(sentenceOf(change))}${said}${where}${proof}${consent}\n`
}

const marks = {
  gone: (text: string) => `<del>${plain(text)}</del>`,
  come: (text: string) => `<ins>${plain(text)}</ins>`,
  kept: plain,
}

/** For messages that are answered otherwise. */
const longestBehaviour = 12_000

/** More of them are folded. */
const fewMessages = 10

function behaviourText(behaviour: readonly BehaviourChange[]): string {
  if (behaviour.length === 0) return ''
  const rows = behaviour.map(({ message, before, after }) => {
    return `| ${plain(message)} | ${plain(decisionText(before))} | ${plain(decisionText(after))} |\n`
  })
  const lines = fitting(rows, longestBehaviour)
  const more = rows.length > lines.length ? `\n${rows.length - lines.length} more.\n` : ''
  const title = `${count(behaviour.length, 'message is', 'messages are')} answered otherwise`
  const open = rows.length <= fewMessages ? ' open' : ''
  const head = `<details${open}><summary><b>${title}</b></summary>\n\n| message | before | after |\n|---|---|---|\n`
  return `${head}${lines.join('')}${more}\n${end}`
}

function leftOut({ scenarios }: DiffReport, told: number): string {
  const left = scenarios.length - told
  return left === 0
    ? ''
    : `${count(left, 'scenario')} more left out here, the least grave; ${code('scenewright diff')} shows all.\n`
}

/** The first of the texts, as many as there is room for. */
function fitting(texts: readonly string[], room: number): readonly string[] {
  let left = room
  const first = texts.findIndex(each => {
    left -= each.length
    return left < 0
  })
  return first === -1 ? texts : texts.slice(0, first)
}
