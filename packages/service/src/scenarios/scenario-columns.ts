import { pickFields } from '../pick-fields.ts'
import type { Infer } from '../schemas/infer.ts'
import type { scenarioChange } from '../schemas/scenario.ts'

/** The columns of the fields that are given; lists and objects as JSON. */
export function scenarioColumns(fields: Infer<typeof scenarioChange>) {
  const { examples, exclusions, layout } = fields
  return {
    ...pickFields(fields, plainFields),
    ...(examples !== undefined && { examples: JSON.stringify(examples) }),
    ...(exclusions !== undefined && { exclusions: JSON.stringify(exclusions) }),
    ...(layout !== undefined && { layout: JSON.stringify(layout) }),
  }
}

const plainFields = [
  'title',
  'trigger_description',
  'clarification_label',
  'description',
  'min_confidence',
  'priority',
  'allow_repeat_in_dialogue',
  'exit_message',
] as const
