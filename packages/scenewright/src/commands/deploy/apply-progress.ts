import type { ApplyEvent } from '@scenewright/deployer'
import { progressLine, type Terminal, visible } from '../../shell/terminal.ts'

/** How many scenarios are named; the others are counted. */
const named = 2

/** How far an apply has come, on a line of a terminal that is drawn over; nothing elsewhere. */
export function applyProgress(terminal: Terminal): { take(event: ApplyEvent): void; pause(): void } {
  const line = progressLine(terminal)
  const sending = new Map<string, string>()
  let total = 0
  let done = 0
  return {
    // Gone while something else is printed.
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
