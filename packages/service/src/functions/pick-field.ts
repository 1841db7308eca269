import { UnfitCall } from './unfit-call.ts'

/** The field that a path of names and places between dots leads to, as text; an empty path leads to the whole. */
export function pickField(text: string, path: string): string {
  if (path === '') return text
  let value: unknown = parse(text)
  for (const [depth, name] of path.split('.').entries()) {
    if (!hasField(value, name)) {
      throw new UnfitCall(`The answer has no field "${path.split('.', depth + 1).join('.')}".`)
    }
    value = value[name]
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnfitCall('The answer is no JSON, so that no field can be taken from it.')
  }
}

function hasField(value: unknown, name: string): value is { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, name) && !(Array.isArray(value) && name === 'length')
}
