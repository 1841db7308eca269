import type { Problem } from '../parse/problem.ts'
import { findField, type SourceMapping } from '../parse/source-tree.ts'

/** The fields that hold a scenario's key. */
const keyFields = ['key', 'renamed_from'] as const

/** A key becomes a file name, so each of its segments must be a valid name. */
export function findKeyProblems(root: SourceMapping): readonly Problem[] {
  return keyFields.flatMap((name): readonly Problem[] => {
    const field = findField(root, name)
    if (typeof field?.value.value !== 'string' || field.value.value === '') return []
    const fault = findFault(field.value.value)
    if (fault === undefined) return []
    return [
      {
        rule: 'source/schema',
        message: `"${name}" ${fault}`,
        span: field.value,
        help: 'A key consists of names separated by "/", such as billing/refund-status.',
      },
    ]
  })
}

/** Whether a text can be a scenario's key. */
export function isKey(text: string): boolean {
  return text !== '' && findFault(text) === undefined
}

function findFault(key: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a key must not hold
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(key)) return 'contains a control character'
  if (key.includes('\\')) return 'contains a backslash'
  const segments = key.split('/')
  if (key.startsWith('/') || key.endsWith('/')) return 'begins or ends with "/"'
  if (segments.includes('')) return 'has an empty segment'
  return segments.some(segment => segment === '.' || segment === '..') ? 'has a segment "." or ".."' : undefined
}
