import type { ApplyEvent, ApplySummary, ScenarioResult } from '@scenewright/deployer'
import { type Paint, painter, visible } from '../terminal/paint.ts'

const outcomes = {
  done: ['green', 'done'],
  unchanged: ['dim', 'unchanged'],
  failed: ['red', 'failed'],
  unknown: ['red', 'UNKNOWN'],
  conflict: ['red', 'conflict'],
  skipped: ['yellow', 'skipped'],
} as const

/** What happens in an apply and people should know; empty for all else. */
export function eventText(event: Exclude<ApplyEvent, ApplySummary>, color: boolean): string {
  const paint = painter(color)
  switch (event.event) {
    case 'retrying':
      return `  ${event.key}: ${event.step} again in ${Math.ceil(event.wait_ms / 1000)} s: ${visible(event.message)}\n`
    case 'unknown':
      return paint(
        'red',
        `  ${event.key}: the answer to ${event.step} was lost; nobody knows yet whether it was carried out\n`,
      )
    case 'started':
    case 'sending':
    case 'receipt':
    case 'recorded':
    case 'scenario':
      return ''
  }
}

/** What did happen, a line a scenario, and what to do about the rest. */
export function summaryText(summary: ApplySummary, color: boolean): string {
  const paint = painter(color)
  const rows = summary.scenarios.filter(({ outcome }) => outcome !== 'unchanged')
  const width = Math.max(0, ...rows.map(({ key }) => key.length))
  const counts = Object.entries(summary.counts).flatMap(([outcome, number]) =>
    number > 0 ? [`${number} ${outcome}`] : [],
  )
  const total = summary.verdict === 'declined' ? 'Not applied.' : `Applied: ${counts.join(', ') || 'nothing to do'}.`
  return `${rows.map(row => rowText(row, width, paint)).join('')}${total} State serial ${summary.serial}.\n`
}

function rowText({ key, outcome, done, message, help }: ScenarioResult, width: number, paint: Paint): string {
  const [style, word] = outcomes[outcome]
  const why = message === undefined ? '' : `\n    ${visible(message)}`
  const what = help === undefined ? '' : `\n    ${paint('cyan', 'help')}: ${visible(help)}`
  return `${paint(style, word.padEnd(9))}  ${key.padEnd(width)}  ${done.join(', ')}${why}${what}\n`
}
