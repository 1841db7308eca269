import { type ScenarioFields, scenarioPath } from '@scenewright/model'
import type { Change, Found } from '../change.ts'
import { turned } from '../shown.ts'
import { wordRuns } from '../word-runs.ts'
import { family } from './family.ts'

type Text = 'title' | 'trigger_description' | 'description' | 'clarification_label' | 'exit_message'

const kinds = {
  title: 'title-changed',
  trigger_description: 'trigger-description-changed',
  clarification_label: 'clarification-label-changed',
  description: 'description-changed',
  exit_message: 'exit-message-changed',
} as const satisfies { readonly [field in Text]: string }

/** A scenario's own texts. */
export const texts = family(
  {
    'title-changed': { level: 'info', says: change => told('title', change) },
    'trigger-description-changed': { level: 'info', says: change => told('trigger_description', change) },
    'clarification-label-changed': { level: 'info', says: change => told('clarification_label', change) },
    'description-changed': { level: 'info', says: change => told('description', change) },
    'exit-message-changed': { level: 'info', says: change => told('exit_message', change) },
  },
  ({ base, head }) =>
    fields.flatMap((field): Found<(typeof kinds)[Text]>[] => {
      const before = textOf(base.document.scenario, field)
      const after = textOf(head.document.scenario, field)
      if (before === after) return []
      const words = before !== null && after !== null ? { words: wordRuns(before, after) } : {}
      const path = scenarioPath(field)
      return [{ kind: kinds[field], before, after, ...words, at: { base: path, head: path } }]
    }),
)

// The keys of the object above.
const fields = Object.keys(kinds) as Text[]

/** Null where there is none. A label that is the title is none: without one the title is offered. */
function textOf(scenario: ScenarioFields, field: Text): string | null {
  const text = scenario[field] ?? null
  if (field === 'description') return text || null
  return field === 'clarification_label' && text === scenario.title ? null : text
}

/** A text that came or went whole has no words in common with anything. */
function told(field: Text, change: Change): string {
  return change.words === undefined ? `${field}: ${turned(change)}` : field
}
