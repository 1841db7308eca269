import type { DocumentPath, JsonValue } from '@scenewright/model/compilation'
import { integerField, invalid, listField, objectIn, textField } from './http/fields.ts'
import type { EditChange } from './protocol.ts'

/** Parses a change of the edit vocabulary. */
export function parseChange(value: unknown, name: string): EditChange {
  const change = objectIn(value, name)
  const path = parsePath(change.path, `${name}.path`)
  const { kind } = change
  switch (kind) {
    case 'remove':
      return { kind, path }
    case 'replace':
      return { kind, path, text: textField(change, 'text') }
    case 'uncomment':
      return { kind, path, comment: textField(change, 'comment') }
    case 'insert':
      if (change.texts !== undefined)
        return { kind, path, texts: listField(change, 'texts', { max: 1000, read: textIn }) }
      if (change.value === undefined) throw invalid(`${name}.value`, 'given, or else "texts"')
      // The body is JSON, and so is every value in it.
      return { kind, path, value: change.value as JsonValue }
    case 'set':
      return { kind, path, value: scalarIn(change.value, `${name}.value`) }
    case 'renameKey':
      return { kind, path, to: textField(change, 'to') }
    case 'move':
      return { kind, path, to: integerField(change, 'to', 0) }
    default:
      throw invalid(`${name}.kind`, 'a kind of change')
  }
}

function parsePath(value: unknown, name: string): DocumentPath {
  const isPath = Array.isArray(value) && value.length > 0 && value.length <= 32 && value.every(isStep)
  if (!isPath) throw invalid(name, 'a list of names and indices')
  return value
}

function isStep(step: unknown): step is string | number {
  return typeof step === 'string' || (typeof step === 'number' && Number.isSafeInteger(step) && step >= 0)
}

function textIn(value: unknown, name: string): string {
  return textField({ [name]: value }, name)
}

function scalarIn(value: unknown, name: string): string | number | boolean | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return value
  throw invalid(name, 'a text, a number, a boolean or null')
}
