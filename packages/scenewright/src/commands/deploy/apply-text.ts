import type { ApplyEvent, ApplySummary, ScenarioResult } from '@scenewright/deployer'
import { visible } from '@scenewright/model/text'
import { type Paint, painter, progressLine, type Terminal } from '../../shell/terminal.ts'

const outcomes = {
  done: ['green', 'done'],
  unchanged: ['dim', 'unchanged'],
  failed: ['red', 'failed'],
  unknown: ['red', 'UNKNOWN'],
  conflict: ['red', 'conflict'],
  skipped: ['yellow', 'skipped'],
  held: ['yellow', 'held'],
} as const

/** The message for an event of an apply; empty if there is nothing to tell the user. */
export function eventText(event: Exclude<ApplyEvent, ApplySummary>, color: boolean): string {
  const paint = painter(color)
  switch (event.event) {
    case 'retrying':
      return `  ${visible(event.key)}: ${event.step} again in ${Math.ceil(event.wait_ms / 1000)} s: ${visible(event.message)}\n`
    case 'unread':
      return `  Records are not read before updates, so manual changes are overwritten: ${visible(event.message)}\n`
    case 'unknown':
      return paint(
        'red',
        `  ${visible(event.key)}: the response to ${event.step} was lost; it is unknown whether it took effect\n`,
      )
    case 'receipt':
      return receiptText(event, paint)
    case 'started':
    case 'sending':
    case 'recorded':
    case 'scenario':
      return ''
  }
}

/** A created record is printed at once: if everything else is lost, this line links it to its key. */
function receiptText({ key, kind, remote_id, op_id, synced }: Extract<ApplyEvent, { event: 'receipt' }>, paint: Paint) {
  const lost = synced ? '' : paint('red', '  its receipt could not be written on this machine\n')
  return kind === 'create' ? `  ${visible(key)}: created as ${visible(remote_id)} (${op_id})\n${lost}` : lost
}

/** The results of an apply, one line per scenario, and the next steps for the rest. */
export function summaryText(summary: ApplySummary, color: boolean): string {
  const paint = painter(color)
  const rows = summary.scenarios.filter(scenario => shownOutcome(scenario) !== 'unchanged')
  const width = Math.max(0, ...rows.map(({ key }) => key.length))
  const { held, unchanged } = summary.counts
  const counts = Object.entries({ ...summary.counts, unchanged: unchanged - held }).flatMap(([outcome, number]) =>
    number > 0 ? [`${number} ${outcome}`] : [],
  )
  const total = summary.verdict === 'declined' ? 'Not applied.' : `Applied: ${counts.join(', ') || 'nothing to do'}.`
  return `${rows.map(row => rowText(row, width, paint)).join('')}${total} State serial ${summary.serial}.\n`
}

/** A change that somebody holds back must not look as if it were deployed. */
function shownOutcome({ outcome, reason }: ScenarioResult): keyof typeof outcomes {
  return outcome === 'unchanged' && reason === 'held' ? 'held' : outcome
}

function rowText(scenario: ScenarioResult, width: number, paint: Paint): string {
  const { key, done, message, help } = scenario
  const [style, word] = outcomes[shownOutcome(scenario)]
  const why = message === undefined ? '' : `\n    ${visible(message)}`
  const what = help === undefined ? '' : `\n    ${paint('cyan', 'help')}: ${visible(help)}`
  return `${paint(style, word.padEnd(9))}  ${visible(key).padEnd(width)}  ${done.join(', ')}${why}${what}\n`
}

/** The maximum number of listed scenarios; the others are counted. */
const named = 2

/** The progress of an apply, on a terminal line that is overwritten; nothing elsewhere. */
export function applyProgress(terminal: Terminal): { take(event: ApplyEvent): void; pause(): void } {
  const line = progressLine(terminal)
  const sending = new Map<string, string>()
  let total = 0
  let done = 0
  return {
    // Cleared while something else is printed.
    pause: () => line.show(''),
    take(event) {
      if (event.event === 'started') total = event.changes
      if (event.event === 'sending') sending.set(event.key, event.step)
      if (event.event === 'receipt' || event.event === 'unknown' || event.event === 'retrying')
        sending.delete(event.key)
      if (event.event === 'scenario') {
        sending.delete(event.key)
        done += 1
      }
      const isOver = event.event === 'started' || event.event === 'summary'
      line.show(isOver ? '' : `${done} of ${total} done${describe(sending)}`.slice(0, terminal.columns() - 1))
    },
  }
}

function describe(sending: ReadonlyMap<string, string>): string {
  const some = Array.from(sending, ([key, step]) => `${visible(key)}: ${step}`)
  if (some.length === 0) return ''
  const more = some.length > named ? ` and ${some.length - named} more` : ''
  return `, ${some.slice(0, named).join(', ')}${more} …`
}
