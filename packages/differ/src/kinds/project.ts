import type { ChangeDetails } from '../change-details.ts'
import { shown, showTurn } from '../shown.ts'
import type { ChangeDefinition } from './change-group.ts'

/** Changes of the project as a whole, which belong to no single scenario. */
export const projectKinds = {
  'setting-changed': { level: 'risky', message: describeSetting },
  'messages-moved': { level: 'risky', message: describeMove },
} as const satisfies { readonly [kind: string]: ChangeDefinition }

function describeSetting({ field, before, after, ...change }: ChangeDetails): string {
  if (before === undefined) return `setting ${field} added: ${shown(after)}`
  if (after === undefined) return `setting ${field} removed: ${shown(before)}`
  return `setting ${field}: ${showTurn({ ...change, before, after })}`
}

function describeMove({ from, to, asks, asked, count = 0 }: ChangeDetails): string {
  const messages = count === 1 ? '1 message' : `${count} messages`
  return `${messages}: ${from ?? unstarted(asked)} \u2192 ${to ?? unstarted(asks)}`
}

function unstarted(choices: readonly string[] | undefined): string {
  return choices === undefined ? 'nothing' : `asks which: ${choices.join(', ')}`
}
