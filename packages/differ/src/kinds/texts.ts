import type { ScenarioFields } from '@scenewright/model'
import { scenarioPath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { diffWords } from '../diff-words.ts'
import { changeGroup } from './change-group.ts'

type Text = 'title' | 'trigger_description' | 'description' | 'clarification_label' | 'exit_message'

/** The names of the texts in messages. */
const names = {
  title: 'title',
  trigger_description: 'trigger description',
  clarification_label: 'clarification label',
  description: 'description',
  exit_message: 'exit message',
} as const satisfies { readonly [field in Text]: string }

const kinds = {
  title: 'title-changed',
  trigger_description: 'trigger-description-changed',
  clarification_label: 'clarification-label-changed',
  description: 'description-changed',
  exit_message: 'exit-message-changed',
} as const satisfies { readonly [field in Text]: string }

/** A scenario's own texts. */
export const texts = changeGroup(
  {
    'title-changed': { level: 'info', message: () => names.title },
    'trigger-description-changed': { level: 'info', message: () => names.trigger_description },
    'clarification-label-changed': { level: 'info', message: () => names.clarification_label },
    'description-changed': { level: 'info', message: () => names.description },
    'exit-message-changed': { level: 'info', message: () => names.exit_message },
  },
  ({ base, head }) =>
    textFields.flatMap((field): FoundChange<(typeof kinds)[Text]>[] => {
      const [was, is] = [base.document.scenario, head.document.scenario]
      const [before, after] = [textOf(was, field), textOf(is, field)]
      if (before === after || (field === 'clarification_label' && offersAlike(was, is))) return []
      const words = diffWords(before ?? '', after ?? '')
      const path = scenarioPath(field)
      return [{ kind: kinds[field], before, after, words, at: { base: path, head: path } }]
    }),
)

// The keys of the object above.
export const textFields = Object.keys(kinds) as readonly Text[]

/** Null where there is none. */
function textOf(scenario: ScenarioFields, field: Text): string | null {
  const text = scenario[field] ?? null
  return field === 'description' ? text || null : text
}

/** Without a label, the title is offered: a label that equals the title adds nothing, as long as that is so. */
function offersAlike(base: ScenarioFields, head: ScenarioFields): boolean {
  return [base, head].every(({ title }) => (base.clarification_label ?? title) === (head.clarification_label ?? title))
}
