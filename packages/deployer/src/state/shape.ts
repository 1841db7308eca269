import { isObject } from '@scenewright/model'
import { isTextHash } from '@scenewright/model/text-hash'

/** Says what is wrong with a value: the places that are not as they should be. None: it fits. */
export type Shape = (value: unknown, place: string) => readonly string[]

/** A text, and one that is not empty. */
export const text: Shape = (value, place) => (typeof value === 'string' ? [] : [`${place} is not a text`])
export const name: Shape = (value, place) => (value === '' ? [`${place} is empty`] : text(value, place))
export const flag: Shape = (value, place) => (typeof value === 'boolean' ? [] : [`${place} is not true or false`])
export const count: Shape = (value, place) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? [] : [`${place} is not a count`]

/** A moment as `toISOString` writes it, so that it can be compared. */
export const moment: Shape = (value, place) =>
  typeof value === 'string' && isMoment(value) ? [] : [`${place} is not a time`]

export const hash: Shape = (value, place) =>
  typeof value === 'string' && isTextHash(value) ? [] : [`${place} is not a hash`]

/** One of a few texts. */
export function oneOf(values: readonly (string | number)[]): Shape {
  return (value, place) => (values.some(one => one === value) ? [] : [`${place} is none of ${values.join(', ')}`])
}

/** The same, or null. */
export function orNull(shape: Shape): Shape {
  return (value, place) => (value === null ? [] : shape(value, place))
}

/** An object with these fields and no others. */
export function object(required: { readonly [field: string]: Shape }, optional: typeof required = {}): Shape {
  const shapes = new Map([...Object.entries(required), ...Object.entries(optional)])
  return (value, place) => {
    if (!isObject(value)) return [`${place} is not an object`]
    const missing = Object.keys(required).filter(field => !Object.hasOwn(value, field))
    return [
      ...missing.map(field => `${place}/${field} is missing`),
      ...Object.entries(value).flatMap(([field, one]) => {
        const shape = shapes.get(field)
        return shape === undefined ? [`${place}/${field} is not known`] : shape(one, `${place}/${field}`)
      }),
    ]
  }
}

/** An object whose values are all alike. */
export function record(shape: Shape): Shape {
  return (value, place) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => shape(one, `${place}/${key}`))
      : [`${place} is not an object`]
}

export function list(shape: Shape): Shape {
  return (value, place) =>
    Array.isArray(value) ? value.flatMap((one, index) => shape(one, `${place}/${index}`)) : [`${place} is not a list`]
}

function isMoment(value: string): boolean {
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString() === value
}
