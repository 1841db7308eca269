import { visible } from '@scenewright/model/text'
import type { Turn } from '@scenewright/simulator'
import {
  describeDecision,
  type ObservedTest,
  type ObservedTurn,
  type TestResult,
} from '@scenewright/simulator/conversation'
import { answerText } from '../../../render/turn-text.ts'
import { type Paint, painter } from '../../../shell/terminal.ts'

/** Whether a test was run against a service. */
export function isObserved(result: TestResult): result is ObservedTest {
  return 'observed' in result
}

/** A message, the service's decision, and if it differs, the simulator's. */
export function observedTurnText({ simulated, seen, answer, differs }: ObservedTurn, color: boolean): string {
  const paint = painter(color)
  const text = answer.text === null ? '' : `${paint('cyan', 'service')}   ${below(visible(answer.text))}\n`
  const note = `          ${paint(differs ? 'yellow' : 'dim', visible(answer.reason ?? describeDecision(seen)))}\n`
  return `${customerText(simulated, paint)}${note}${text}${differs ? simulatedText(simulated, color) : ''}`
}

/** The turns of a passing test on which the service decided differently; empty if there are none. */
export function differencesText({ name, kind, file, line, observed }: ObservedTest, color: boolean): string {
  if (!observed.some(({ differs }) => differs)) return ''
  const paint = painter(color)
  const head = `${paint('yellow', 'DIFF')} ${paint('bold', `${visible(file)}:${line}`)}  ${visible(shortened(name)) || '""'}\n`
  const turns = observed.flatMap((turn, index) => {
    if (!turn.differs) return []
    const place = kind === 'message' ? '' : paint('dim', `  turn ${index + 1}\n`)
    return [`${place}  the service decides differently from the simulator\n\n`, indented(observedTurnText(turn, color))]
  })
  return [head, ...turns].join('')
}

function customerText({ user }: Turn, paint: Paint): string {
  return `${paint('bold', 'customer')}  ${visible(shortened(user)) || '""'}\n`
}

function simulatedText(turn: Turn, color: boolean): string {
  const [note = '', ...answer] = answerText(turn, color).split('\n')
  return `${painter(color)('cyan', 'simulator')} ${note.trimStart()}\n${answer.join('\n')}`
}

function below(text: string): string {
  return text.replace(/\n(?=[^\n])/g, '\n          ')
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

const maxLength = 200

/** A message shortened to a readable length, with its total length. */
export function shortened(message: string): string {
  if (message.length <= maxLength) return message
  const characters = [...message]
  if (characters.length <= maxLength) return message
  return `${characters.slice(0, maxLength).join('')}... (${characters.length} characters)`
}
