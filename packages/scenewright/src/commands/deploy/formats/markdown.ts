import { count } from '@scenewright/model/text'
import { code, plain, wholePlain } from '../../../render/markdown-text.ts'
import { reportMarker } from '../../../render/report-marker.ts'
import type { PlanContext, PlanFormat, PlannedChanges } from './format.ts'
import { answerTo, openText } from './open-text.ts'
import { type PlanRow, type PlanSymbol, rowsOf } from './rows.ts'
import { countsText, gravityText, reasonText, refreshText, stateText, stepsText, targetText } from './wording.ts'

/** In UTF-16 units: the maximum length of a comment on GitHub; GitLab allows more. */
const longest = 65_536

/** The length reserved for the text around the rows and the details. */
const reserve = 2000

/** The order of rows if not all of them fit. */
const ranks: { readonly [mark in PlanSymbol]: number } = { '?': 0, '!': 1, '-': 2, '~': 3, '+': 4, '>': 5, '=': 6 }

/**
 * A comment for a pull request: the verdict, a table, and the changes of each scenario. Its first, invisible line
 * identifies the comment. Never longer than GitHub allows.
 */
export const markdown: PlanFormat = (plan, context) => {
  const { rows, unchanged } = rowsOf(plan)
  const room = longest - reserve
  const texts = new Map(rows.map(row => [row, rowText(row, plan.environment.name, context)]))
  const shown = selectRows(rows, texts, room)
  const left = rows.length - shown.size
  const table = rows.flatMap(row => (shown.has(row) ? [texts.get(row) ?? ''] : []))
  const head = [
    reportMarker({ kind: 'plan', name: plan.environment.name }, rows.length === 0 && !plan.hasChanges),
    `**scenewright plan** for ${code(plan.environment.name)}: ${plain(countsText(plan))}\n`,
    ...(table.length === 0 ? [] : [`| | scenario | action | reason |\n|---|---|---|---|\n${table.join('')}`]),
    ...(left > 0 ? [`${count(left, 'scenario')} with the lowest severity omitted here.\n`] : []),
    ...(unchanged > 0 ? [`${count(unchanged, 'scenario')} unchanged.\n`] : []),
    '',
  ].join('\n')
  const foot = `\n<sub>${plain(targetText(plan))}, ${plain(stateText(plan, context))}. ${plain(refreshText(plan))}</sub>\n`
  return head + details(rows, context, longest - head.length - foot.length) + foot
}

/** The most severe rows that fit. */
function selectRows(rows: readonly PlanRow[], texts: ReadonlyMap<PlanRow, string>, room: number): ReadonlySet<PlanRow> {
  const shown = new Set<PlanRow>()
  let left = room
  for (const row of [...rows].sort((a, b) => ranks[a.symbol] - ranks[b.symbol])) {
    left -= texts.get(row)?.length ?? 0
    if (left < 0) break
    shown.add(row)
  }
  return shown
}

function rowText({ entry, symbol }: PlanRow, environment: string, context: PlanContext): string {
  const start = `| ${code(symbol)} | ${code(entry.key)} |`
  if (entry.action !== 'unknown' || entry.open === undefined) {
    const gravity = gravityText(entry, context)
    const why = plain(reasonText(entry, environment, context))
    return `${start} ${stepsText(entry)} | ${gravity === '' ? '' : `**${gravity}** `}${why} |\n`
  }
  const answer = answerTo(entry.key, entry.open, { environment, now: context.now })
  const what = 'command' in answer ? `Answer: ${code(answer.command)}` : plain(answer.text)
  return `${start} **${plain(openText(entry.open, context.now))}** | ${what} |\n`
}

/** Reserved for the note on omitted details. */
const moreReserve = 200

/** The customer-visible changes of each scenario, as far as they fit. */
function details(rows: readonly PlanRow[], { changes }: PlanContext, room: number): string {
  let left = room - moreReserve
  const blocks = rows.map(({ entry }) => detailsOf(entry.key, changes?.get(entry.key)))
  const first = blocks.findIndex(block => {
    left -= block.length
    return left < 0
  })
  if (first === -1) return blocks.join('')
  const more = blocks.slice(first).reduce((sum, block) => sum + block.length, 0)
  return `${blocks.slice(0, first).join('')}\n${count(more, 'character')} of changes omitted: see ${code('scenewright plan')}.\n`
}

function detailsOf(key: string, changes: PlannedChanges | undefined): string {
  if (changes === undefined || changes.lines.length === 0) return ''
  const lines = changes.lines.map(({ level, text, place }) => {
    const mark = level === 'info' ? '' : `**${level}** `
    return `- ${mark}${wholePlain(text)}${place === undefined ? '' : ` ${code(place)}`}\n`
  })
  const summary = changes.summary === undefined ? '' : `: ${plain(changes.summary)}`
  return `\n<details open><summary>${code(key)}${summary}</summary>\n\n${lines.join('')}\n</details>\n`
}
