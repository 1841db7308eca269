import { apiLimits } from '@scenewright/model/limits'
import type { FieldName, Operation } from './operation.ts'

/** The values of a confidence: the field accepts whole numbers. */
export const { min: minConfidence, max: maxConfidence } = apiLimits.minConfidence

/** Without it, the source has no scenario. */
const required: { readonly [field in FieldName]?: string } = {
  title: 'Enter a title.',
  trigger_description: 'Enter a trigger description.',
}

/** What to enter instead of a value that the source cannot have; undefined for any other operation. */
export function faultOf(operation: Operation): string | undefined {
  if (operation.kind !== 'field') return undefined
  const { field, value = '' } = operation
  if (String(value).trim() === '') return required[field]
  if (field === 'min_confidence' && !isConfidence(value)) {
    return `Enter a whole number from ${minConfidence} to ${maxConfidence}.`
  }
  if (field === 'priority' && typeof value !== 'number') return 'Enter a number, such as 100.'
  return undefined
}

function isConfidence(value: string | number): boolean {
  return Number.isInteger(value) && Number(value) >= minConfidence && Number(value) <= maxConfidence
}

/** The number that a text is; any text that is not written as a number is kept. */
export function numberOrText(text: string): string | number {
  const trimmed = text.trim()
  const number = Number(trimmed)
  return Number.isFinite(number) && String(number) === trimmed ? number : text
}
