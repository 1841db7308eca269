import type { ScenarioText } from '../scenario-texts.ts'
import { quoted } from '../wording.ts'

/** Names a text at the beginning of a sentence: `The text of "wait_time"`, `An example`, `The title`. */
export function textName({ path, node }: Pick<ScenarioText, 'path' | 'node'>): string {
  const field = fieldOf(path)
  if (node !== undefined) return `The ${nodeFields.get(field) ?? `field ${quoted(field)}`} of ${quoted(node)}`
  return names.get(path.slice(1, 2).join()) ?? `The field ${quoted(field)}`
}

const names = new Map([
  ['title', 'The title'],
  ['trigger_description', 'The description of the trigger'],
  ['clarification_label', 'The label of the clarification'],
  ['description', 'The description'],
  ['examples', 'An example'],
  ['exclusions', 'An exclusion'],
  ['exit_message', 'The exit message'],
])

const nodeFields = new Map([
  ['text', 'text'],
  ['title', 'title'],
])

function fieldOf(path: ScenarioText['path']): string {
  return path.findLast(step => typeof step === 'string') ?? ''
}
