import { visible } from '@scenewright/model/text'
import { type Paint, painter } from '../../../shell/terminal.ts'
import type { PlanContext, PlanFormat, PlannedChanges } from './format.ts'
import { answerTo, openText } from './open-text.ts'
import { type PlanRow, type PlanSymbol, rowsOf } from './rows.ts'
import { countsText, gravityText, reasonText, refreshText, stateText, stepsText, targetText } from './wording.ts'

const styles: { readonly [mark in PlanSymbol]: Parameters<Paint>[0] } = {
  '?': 'red',
  '!': 'red',
  '-': 'red',
  '~': 'yellow',
  '+': 'green',
  '>': 'green',
  '=': 'dim',
}

/** A plan for people at a terminal: one line per scenario that differs from the goal, and the counts. */
export const text: PlanFormat = (plan, context) => {
  const paint = painter(context.color)
  const { rows, unchanged } = rowsOf(plan)
  const widths = {
    key: Math.max(0, ...rows.map(({ entry }) => visible(entry.key).length)),
    steps: Math.max(0, ...rows.map(({ entry }) => stepsText(entry).length)),
    gravity: Math.max(0, ...rows.map(({ entry }) => gravityText(entry, context).length)),
  }
  const table = { paint, widths, context, environment: plan.environment.name }
  return [
    `${paint('bold', targetText(plan))}   ${stateText(plan, context)}\n`,
    `${paint('dim', refreshText(plan))}\n\n`,
    ...rows.map(row => rowText(row, table)),
    unchanged > 0 ? `${paint('dim', `= ${unchanged} unchanged`)}\n` : '',
    rows.length > 0 || unchanged > 0 ? '\n' : '',
    `${plan.hasChanges || plan.counts.waiting > 0 ? 'Plan: ' : ''}${countsText(plan)}\n`,
  ].join('')
}

interface Table {
  readonly paint: Paint
  readonly widths: { readonly key: number; readonly steps: number; readonly gravity: number }
  readonly context: PlanContext
  readonly environment: string
}

function rowText({ entry, symbol }: PlanRow, table: Table): string {
  const { paint, widths, context } = table
  const head = `${paint(styles[symbol], symbol)} ${visible(entry.key).padEnd(widths.key)}  `
  if (entry.action === 'unknown' && entry.open !== undefined) {
    const answer = answerTo(entry.key, entry.open, { environment: table.environment, now: context.now })
    const what = 'command' in answer ? `Answer: ${answer.command}` : answer.text
    return `${head}${paint('red', openText(entry.open, context.now))}. ${what}\n`
  }
  const why = paint('dim', reasonText(entry, table.environment, context))
  const steps = column(stepsText(entry), widths.steps)
  const gravity = paint('red', column(gravityText(entry, context), widths.gravity))
  return `${head}${steps}${gravity}${why}\n${changesText(context.changes?.get(entry.key), paint)}`
}

function column(content: string, width: number): string {
  return width === 0 ? '' : `${content.padEnd(width)}  `
}

/** The manual changes on the service: the difference between the deployed version and the current one. */
export function editsText(edits: ReadonlyMap<string, PlannedChanges>, color: boolean): string {
  if (edits.size === 0) return ''
  const paint = painter(color)
  const each = Array.from(
    edits,
    ([key, changes]) => `${paint('red', '!')} ${visible(key)}\n${changesText(changes, paint)}`,
  )
  return `\nEdited by hand on the service:\n${each.join('')}`
}

function changesText(changes: PlannedChanges | undefined, paint: Paint): string {
  const lines = (changes?.lines ?? []).map(({ level, text: said, place }) => {
    const mark =
      level === 'info' ? '        ' : paint(level === 'breaking' ? 'red' : 'yellow', level.toUpperCase().padEnd(8))
    const whole = visible(said).replaceAll('\n', `\n${' '.repeat(18)}`)
    return `      ${mark}  ${whole}${place === undefined ? '' : `   ${paint('dim', visible(place))}`}\n`
  })
  return lines.join('')
}
