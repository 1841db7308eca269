import { count, visible } from '@scenewright/model/text'
import type { Tuning } from '@scenewright/simulator/lab'
import type { Paint } from '../../../shell/terminal.ts'

const maxNamed = 6

/** The proposed thresholds, and what they would change. */
export function tuningText(tuning: Tuning, paint: Paint): string {
  const title = paint('bold', 'Proposed thresholds')
  return `\n${title}\n${proposalsText(tuning, paint)}${tooFewText(tuning, paint)}`
}

function proposalsText({ default: standard, scenarios, heldOut }: Tuning, paint: Paint): string {
  const rows = [
    ...(standard === undefined ? [] : [{ ...standard, name: 'default of all', messages: '' }]),
    ...scenarios.map(({ key, messages, ...proposal }) => ({
      ...proposal,
      name: visible(key),
      messages: String(messages),
    })),
  ]
  if (rows.length === 0) return '  no threshold has a lower cost on messages that were not used to choose it\n'
  const width = Math.max('scenario'.length, ...rows.map(({ name }) => name.length))
  const head = `  ${'scenario'.padEnd(width)}  messages  now → proposed\n`
  const lines = rows.map(({ name, messages, from, to }) => {
    return `  ${name.padEnd(width)}  ${messages.padStart(8)}  ${String(from).padStart(3)} → ${paint('green', String(to))}\n`
  })
  const { before, after } = heldOut
  const turn = (name: string, was: number, is: number) => `${name} ${was} → ${is}`
  const changes = [
    turn('right', before.right, after.right),
    turn('wrong', before.wrong, after.wrong),
    turn('nothing', before.nothing, after.nothing),
    turn('out of scope started', before.outOfScopeStarted, after.outOfScopeStarted),
    turn('cost', before.cost, after.cost),
  ]
  return `${paint('dim', head)}${lines.join('')}  on messages that were not used to choose them: ${changes.join(', ')}\n`
}

function tooFewText({ tooFew, minMessages }: Tuning, paint: Paint): string {
  if (tooFew.length === 0) return ''
  const named = tooFew.slice(0, maxNamed).map(({ key, messages }) => `${visible(key)} (${messages})`)
  const more = tooFew.length > maxNamed ? [`${tooFew.length - maxNamed} more`] : []
  const need = `not enough messages for a threshold of their own, of ${minMessages} that are needed`
  return paint('dim', `  ${count(tooFew.length, 'scenario')}, ${need}: ${[...named, ...more].join(', ')}\n`)
}
