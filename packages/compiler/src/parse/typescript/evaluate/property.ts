import { listMethods } from '../methods/list-methods.ts'
import { numberMethods } from '../methods/number-methods.ts'
import { textMethods } from '../methods/text-methods.ts'
import { describe } from './describe.ts'
import { refuse } from './refusal.ts'
import { replacementHelp } from './replacements.ts'
import { type Mark, scalar, type Value } from './value.ts'

/** Returns the value of `value.name`: an own field or an item, or `undefined` for a missing field. */
export function readProperty(value: Value, name: string, at: Mark): Value {
  switch (value.kind) {
    case 'mapping': {
      const field = value.fields.get(name)
      return field === undefined ? absent(name, at) : field.value
    }
    case 'list':
      if (name === 'length') return scalar(value.items.length, at)
      return isNumber(name) ? (value.items[Number(name)]?.value ?? scalar(undefined, at)) : noMember(value, name, at)
    case 'namespace':
      return value.member(name, at) ?? noMember(value, name, at)
    case 'function':
      return value.member?.(name, at) ?? noMember(value, name, at)
    case 'scalar':
      return readScalar(value, name, at)
  }
}

/** Whether `name in value`. */
export function hasField(value: Value, name: string, at: Mark): boolean {
  if (value.kind !== 'mapping') return refuse(at, `"in" requires an object, not ${describe(value)}`)
  if (!value.fields.has(name)) checkAbsent(name, at)
  return value.fields.has(name)
}

// The inherited members of every object, as the language defines them, independent of the Node version.
const inherited = new Set([
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
])

function absent(name: string, at: Mark): Value {
  checkAbsent(name, at)
  return scalar(undefined, at)
}

function checkAbsent(name: string, at: Mark): void {
  if (inherited.has(name)) refuse(at, `"${name}" is not supported in a source: an object has only its own fields`)
}

function readScalar(value: Extract<Value, { kind: 'scalar' }>, name: string, at: Mark): Value {
  const { data } = value
  if (typeof data === 'string') {
    if (name === 'length') return scalar(data.length, at)
    if (isNumber(name)) return scalar(data[Number(name)], at)
  }
  return noMember(value, name, at)
}

function noMember(value: Value, name: string, at: Mark): never {
  if (value.kind === 'namespace') {
    return refuse(
      at,
      `"${value.name}" has no "${name}" that a source can use`,
      replacementHelp(`${value.name}.${name}`),
    )
  }
  const isMethod = methodNames(value).includes(name)
  if (isMethod) return refuse(at, `The method "${name}" must be called`, { help: `Write ${name}(…).` })
  const kind = describe(value)
  return refuse(at, `"${name}" is not supported for ${kind}`, replacementHelp(`${kind}.${name}`))
}

function methodNames(value: Value): readonly string[] {
  if (value.kind === 'list') return Object.keys(listMethods)
  if (value.kind !== 'scalar') return []
  if (typeof value.data === 'string') return Object.keys(textMethods)
  return typeof value.data === 'number' ? Object.keys(numberMethods) : []
}

/** Whether a name is a number, whether or not it is an index: `-1` and `1.5` are not indexes. */
function isNumber(name: string): boolean {
  return String(Number(name)) === name
}
