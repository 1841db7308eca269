import { type BehaviorChange, type Change, describeChange } from '@scenewright/differ'
import { count } from '@scenewright/model/text'
import { code, plain, wholePlain } from '../../../render/markdown-text.ts'
import { reportMarker } from '../../../render/report-marker.ts'
import type { ChangeGroup } from '../acceptances/acceptances.ts'
import { drawings } from './drawings.ts'
import {
  acceptedCount,
  acceptedText,
  byGravity,
  countCharacters,
  countLevels,
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

/** The maximum number of characters on GitHub. Counted in UTF-16 units, which are never fewer. */
const longest = 65_536

/** Reserved for the verdict, and for the note on omissions. */
const reserve = 6000

/** The length of each scenario's part if not everything fits. */
const maxDetailsLength = 8000

/** Ends the details of a scenario; a drawing may come before it. */
const end = '</details>\n\n'

/** A scenario or the project file, as a row and a block of details. */
interface Section extends ChangeGroup {
  readonly title: string
  readonly change: string
}

/**
 * A comment for a pull request: the verdict, a table, the changes of each scenario with complete texts, most severe
 * first and expanded, and a drawing of the changed parts if it fits. Never longer than GitHub allows: omissions are
 * listed with their length and place.
 */
export const markdown: DiffFormat = (report, { folder }) => {
  const scenarios = byGravity(report.scenarios)
  const { settings = [], configFile = '' } = report
  const file: Section = { key: `${folder}${configFile}`, title: 'Settings', change: 'changed', changes: settings }
  const sections: readonly Section[] = settings.length === 0 ? scenarios : [file, ...scenarios]
  const tail = movesText(report) + acceptedHereText(report) + behaviorText(otherMessages(report))
  const room = longest - reserve - tail.length
  const rows = fitting(sections.map(tableRow), room / 3)
  const roomOfDetails = room - rows.join('').length
  const lineOf = (change: Change) => changeLine(change, folder, acceptedText(report, change))
  const whole = sections.map(section => printDetails(section, lineOf, { folder, maxLength: Number.POSITIVE_INFINITY }))
  const isWhole = whole.join('').length <= roomOfDetails
  const parts = isWhole
    ? whole
    : sections.map(section => printDetails(section, lineOf, { folder, maxLength: maxDetailsLength }))
  const details = fitting(parts, roomOfDetails)
  const offset = sections.length - scenarios.length
  const drawn = drawings(
    report,
    scenarios.slice(0, Math.max(0, details.length - offset)),
    roomOfDetails - details.join('').length,
  )
  const blocks = details.map((text, index) => `${text.slice(0, -end.length)}${drawn[index - offset] ?? ''}${end}`)
  const table = rows.length === 0 ? '' : `${tableHead}${rows.join('')}${moreRows(sections.length - rows.length)}\n`
  const marker = reportMarker({ kind: 'diff' }, groupChanges(report).length + report.behavior.length === 0)
  return `${marker}\n${verdict(report)}\n\n${table}${blocks.join('')}${tail}${leftOut(sections.slice(details.length))}`
}

const tableHead = '| scenario | | breaking | risky | info |\n|---|---|---|---|---|\n'

function verdict(report: DiffReport): string {
  const { base, head, behavior } = report
  const sides = `between ${plain(base)} and ${plain(head)}`
  const groups = groupChanges(report)
  if (groups.length === 0 && behavior.length === 0) return `**scenewright diff**: nothing differs ${sides}.`
  const levels = levelsText(groups)
  const counts = levels === '' ? '' : `: ${levels}${acceptedCount(report)}`
  return `**scenewright diff**: ${subjectText(report)} ${sides}${counts}${behavior.length === 0 ? '' : `; ${messagesText(report)}`}.`
}

function tableRow(section: Section): string {
  const { breaking, risky, info } = countLevels([section])
  const cells = [breaking, risky, info].map(number => (number === 0 ? '' : String(number)))
  return `| ${code(section.key)} ${plain(section.title)} | ${section.change} | ${cells.join(' | ')} |\n`
}

function moreRows(left: number): string {
  return left === 0 ? '' : `| ${left} more | | | | |\n`
}

function printDetails(
  { key, changes }: Section,
  lineOf: (change: Change) => string,
  { folder, maxLength }: { readonly folder: string; readonly maxLength: number },
): string {
  const lines = fitting(changes.map(lineOf), maxLength)
  const left = changes.slice(lines.length)
  const summary = `<summary>${code(key)}: ${levelsText([{ key, changes }])}</summary>`
  return `<details open>${summary}\n\n${lines.join('')}${moreText(left, folder)}\n${end}`
}

/** The text about omitted changes of a scenario: how many there are, and where they begin. */
function moreText(left: readonly Change[], folder: string): string {
  const [first] = left
  if (first === undefined) return ''
  const place = placeOf(first, folder)
  const where = place === undefined ? '' : `, from ${code(place)} on`
  return `- ${count(left.length, 'change')} with ${charactersIn(left)} more${where}; ${code('scenewright diff')} shows them\n`
}

function charactersIn(changes: readonly Change[]): string {
  return count(
    changes.reduce((sum, change) => sum + countCharacters(change), 0),
    'character',
  )
}

function changeLine(change: Change, folder: string, accepted: string | undefined): string {
  const { walk, words } = change
  const { inline, below } = splitTexts(change)
  const place = placeOf(change, folder)
  const text = words === undefined ? wholePlain(inline ?? '') : wordRunsText(words, marks).replaceAll('\n', '<br>')
  const suffix = text === '' ? '' : `: ${text}`
  const where = place === undefined ? '' : ` ${code(place)}`
  const proof = walk === undefined ? '' : `<br>Path: ${walk.map(code).join(' &rarr; ')}`
  const consent = accepted === undefined ? '' : `<br>:white_check_mark: ${plain(accepted)}`
  const head = `- ${markOf(change)} ${wholePlain(describeChange(change))}${suffix}${where}${proof}${consent}\n`
  return head + below.map(each => `  - ${plain(each.label)}: ${wholePlain(each.text)}\n`).join('')
}

function markOf({ level }: Change): string {
  return level === 'info' || level === 'layout' ? level : `**${level}**`
}

const marks = {
  gone: (text: string) => `<del>${wholePlain(text)}</del>`,
  come: (text: string) => `<ins>${wholePlain(text)}</ins>`,
  kept: wholePlain,
}

/** For messages with a different decision, and for the groups of those that start another scenario. */
const maxBehaviorLength = 12_000
const maxMovesLength = 8000

function movesText(report: DiffReport): string {
  const { moved = [] } = report
  if (moved.length === 0) return ''
  const rows = moved.map(({ changes: [change] }) => {
    const { samples = [], count: all = 0 } = change
    const accepted = acceptedText(report, change)
    const consent = accepted === undefined ? '' : `<br>:white_check_mark: ${plain(accepted)}`
    const more = all > samples.length ? `<br>and ${all - samples.length} more` : ''
    return `| ${markOf(change)} | ${plain(describeChange(change))}${consent} | ${samples.map(plain).join('<br>')}${more} |\n`
  })
  const lines = fitting(rows, maxMovesLength)
  const more = rows.length > lines.length ? `\n${rows.length - lines.length} more.\n` : ''
  const title = '**Messages that start a different scenario, or none**'
  return `${title}\n\n| | from \u2192 to | messages |\n|---|---|---|\n${lines.join('')}${more}\n`
}

/** For acceptances that the change adds. */
const maxAcceptedLength = 8000

function acceptedHereText(report: DiffReport): string {
  const lines = describeAccepted(report).map(({ scenario, said, who }) => {
    return `- ${code(scenario)}: ${wholePlain(said)}<br>:white_check_mark: ${plain(who)}\n`
  })
  if (lines.length === 0) return ''
  const shown = fitting(lines, maxAcceptedLength)
  const more = lines.length > shown.length ? `- ${lines.length - shown.length} more\n` : ''
  return `**Accepted by this change**\n\n${shown.join('')}${more}\n`
}

/** With more of them, they are collapsed. */
const fewMessages = 10

function behaviorText(behavior: readonly BehaviorChange[]): string {
  if (behavior.length === 0) return ''
  const rows = behavior.map(({ message, before, after }) => {
    return `| ${plain(message)} | ${plain(decisionText(before))} | ${plain(decisionText(after))} |\n`
  })
  const lines = fitting(rows, maxBehaviorLength)
  const more = rows.length > lines.length ? `\n${rows.length - lines.length} more.\n` : ''
  const title = count(behavior.length, 'message gets a different answer', 'messages get a different answer')
  const open = rows.length <= fewMessages ? ' open' : ''
  const head = `<details${open}><summary><b>${title}</b></summary>\n\n| message | before | after |\n|---|---|---|\n`
  return `${head}${lines.join('')}${more}\n${end}`
}

function leftOut(sections: readonly Section[]): string {
  if (sections.length === 0) return ''
  const more = charactersIn(sections.flatMap(({ changes }) => changes))
  return `${count(sections.length, 'scenario')} with ${more} omitted here, the least severe; see ${code('scenewright diff')}.\n`
}

/** The first of the texts, as many as fit. */
function fitting(texts: readonly string[], room: number): readonly string[] {
  let left = room
  const first = texts.findIndex(each => {
    left -= each.length
    return left < 0
  })
  return first === -1 ? texts : texts.slice(0, first)
}
