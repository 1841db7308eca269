import { isObject } from '@scenewright/model'
import { sourceLimits } from '@scenewright/model/limits'
import { HttpError } from './http-error.ts'

type Fields = Readonly<Record<string, unknown>>

/** The text in a field of a request; anything else is refused. */
export function textField(fields: Fields, name: string, max: number = sourceLimits.fileSize): string {
  const value = fields[name]
  if (typeof value !== 'string') throw invalid(name, 'a text')
  if (value.length > max) throw invalid(name, `a text of at most ${max} characters`)
  return value
}

/** The integer in a field of a request, from `min` on. */
export function integerField(fields: Fields, name: string, min: number): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min) {
    throw invalid(name, `an integer from ${min} on`)
  }
  return value
}

/** The list in a field of a request, with the result of `read` for each item. */
export function listField<Item>(
  fields: Fields,
  name: string,
  options: { readonly min?: number; readonly max: number; readonly read: (item: unknown, name: string) => Item },
): readonly Item[] {
  const value = fields[name]
  const { min = 1, max, read } = options
  if (!Array.isArray(value) || value.length < min || value.length > max) {
    throw invalid(name, `a list of ${min} to ${max} items`)
  }
  return value.map((item: unknown, index) => read(item, `${name}[${index}]`))
}

/** A value that must be an object. */
export function objectIn(value: unknown, name: string): Fields {
  if (!isObject(value)) throw invalid(name, 'an object')
  return value
}

/** The messages of a conversation. */
export function messagesIn(fields: Fields, min = 1): readonly string[] {
  return listField(fields, 'messages', {
    min,
    max: 200,
    read: (item, name) => textField({ [name]: item }, name, 2000),
  })
}

/** The refusal of a value. */
export function invalid(name: string, wanted: string): HttpError {
  return new HttpError(400, 'field', `"${name}" must be ${wanted}`)
}
