import { noScenario } from '@scenewright/model/conversation-tests'
import type { Problem } from '../parse/problem.ts'
import { findField, type SourceMapping } from '../parse/source-tree.ts'

/** The fields that hold a scenario's key. */
const keyFields = ['key', 'renamed_from'] as const

/**
 * A key becomes a file name, so each of its segments must be a valid name. A scenario without `key` has the key of its
 * path.
 */
export function findKeyProblems(root: SourceMapping, pathKey: string): readonly Problem[] {
  return [...invalidKeys(root), ...invalidPath(root, pathKey), ...reservedKey(root, pathKey)]
}

function invalidKeys(root: SourceMapping): readonly Problem[] {
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

/** A file without a name before its suffix, such as `.scenario.yaml`, gives an empty one. */
function invalidPath(root: SourceMapping, pathKey: string): readonly Problem[] {
  const fault = findField(root, 'key') === undefined ? findFault(pathKey) : undefined
  if (fault === undefined) return []
  return [
    {
      rule: 'source/schema',
      message: `The file gives the key ${JSON.stringify(pathKey)}, which ${fault}`,
      span: { start: 0, end: 0 },
      help: renameHelp,
    },
  ]
}

const renameHelp = 'Rename the file, or give the scenario a "key".'

function reservedKey(root: SourceMapping, pathKey: string): readonly Problem[] {
  const written = findField(root, 'key')?.value
  if ((written === undefined ? pathKey : written.value) !== noScenario) return []
  return [
    {
      rule: 'source/schema',
      message: `The key is "${noScenario}", which means no scenario in tests and labels`,
      span: written ?? { start: 0, end: 0 },
      help: written === undefined ? renameHelp : 'Choose another key.',
    },
  ]
}

/** Whether a text can be a scenario's key. */
export function isKey(text: string): boolean {
  return text !== noScenario && isFormerKey(text)
}

/** Whether a text can be the former key of a scenario. */
export function isFormerKey(text: string): boolean {
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
