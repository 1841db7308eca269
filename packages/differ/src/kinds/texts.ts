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
      const [was, is] = [base.document.scenario, head.document.scenario]
      const [before, after] = [textOf(was, field), textOf(is, field)]
      if (before === after || (field === 'clarification_label' && offersAlike(was, is))) return []
      const words = before !== null && after !== null ? { words: wordRuns(before, after) } : {}
      const path = scenarioPath(field)
      return [{ kind: kinds[field], before, after, ...words, at: { base: path, head: path } }]
    }),
)

// The keys of the object above.
const fields = Object.keys(kinds) as Text[]

/** Null where there is none. */
function textOf(scenario: ScenarioFields, field: Text): string | null {
  const text = scenario[field] ?? null
  return field === 'description' ? text || null : text
}

/** Without a label the title is offered: one that is the title says nothing more, as long as that stays. */
function offersAlike(base: ScenarioFields, head: ScenarioFields): boolean {
  return [base, head].every(({ title }) => (base.clarification_label ?? title) === (head.clarification_label ?? title))
}

/** A text that came or went whole has no words in common with anything. */
function told(field: Text, change: Change): string {
  return change.words === undefined ? `${field}: ${turned(change)}` : field
}
