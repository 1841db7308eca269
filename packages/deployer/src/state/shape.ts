import { isObject } from '@scenewright/model'
import { isTextHash } from '@scenewright/model/text-hash'

/** Returns the problems of a value, with their places. Without problems, it is valid. */
export type Shape = (value: unknown, place: string) => readonly string[]

/** A text, and a non-empty one. */
export const text: Shape = (value, place) => (typeof value === 'string' ? [] : [`${place} is not a text`])
export const name: Shape = (value, place) => (value === '' ? [`${place} is empty`] : text(value, place))
export const flag: Shape = (value, place) => (typeof value === 'boolean' ? [] : [`${place} is not true or false`])
export const count: Shape = (value, place) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? [] : [`${place} is not a count`]

/** A time in the format of `toISOString`, so that times can be compared as texts. */
export const moment: Shape = (value, place) =>
  typeof value === 'string' && isMoment(value) ? [] : [`${place} is not a time`]

export const hash: Shape = (value, place) =>
  typeof value === 'string' && isTextHash(value) ? [] : [`${place} is not a hash`]

/** One of several texts. */
export function oneOf(values: readonly (string | number)[]): Shape {
  return (value, place) => (values.some(one => one === value) ? [] : [`${place} is not one of ${values.join(', ')}`])
}

/** The same, or null. */
export function orNull(shape: Shape): Shape {
  return (value, place) => (value === null ? [] : shape(value, place))
}

/** An object with exactly these fields. */
export function object(required: { readonly [field: string]: Shape }, optional: typeof required = {}): Shape {
  const shapes = new Map([...Object.entries(required), ...Object.entries(optional)])
  return (value, place) => {
    if (!isObject(value)) return [`${place} is not an object`]
    const missing = Object.keys(required).filter(field => !Object.hasOwn(value, field))
    return [
      ...missing.map(field => `${place}/${field} is missing`),
      ...Object.entries(value).flatMap(([field, one]) => {
        const shape = shapes.get(field)
        return shape === undefined ? [`${place}/${field} is unknown`] : shape(one, `${place}/${field}`)
      }),
    ]
  }
}

/** An object whose values have the same shape. */
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
