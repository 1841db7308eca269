import { didYouMean, nearest, shorten } from '@scenewright/model/text'
import type { Span } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { fieldIn, type Located, type Path } from './locate.ts'

import { knownFields } from './schema-at.ts'
import type { SchemaError, SchemaFault } from './schema-error.ts'

/** The messages of the keywords that differ only in a number. */
const bounds: Readonly<Record<string, (limit: unknown) => string>> = {
  exclusiveMinimum: limit => `more than ${limit}`,
  exclusiveMaximum: limit => `less than ${limit}`,
  multipleOf: limit => `a multiple of ${limit}`,
  minLength: limit => `${limit} or more characters`,
  minItems: limit => `${limit} or more items`,
  maxItems: limit => `at most ${limit} items`,
  minProperties: limit => `${limit} or more fields`,
  maxProperties: limit => `at most ${limit} fields`,
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  null: 'null',
}

export function unknownProblem(fault: SchemaFault): Problem {
  const { error, at, schemas } = fault
  const slot = String(error.params.additionalProperty)
  const field = at.node.kind === 'mapping' ? fieldIn(at.node, slot) : undefined
  const name = field?.name ?? slot
  const known = [...knownFields(schemas).keys()]
  const message = `"${name}" is not a field of ${nameOf(fault)}`
  // Another type has this field.
  if (known.includes(name)) return problem(at, field?.key ?? at.holder, `${message}, which ${typeText(fault)}`)
  const near = nearest(name, known)
  return problem(at, field?.key ?? at.holder, message, didYouMean(near) ?? unknownHelp(known))
}

function typeText(fault: SchemaFault): string {
  if (isFlowNode(fault)) return 'is an END'
  const { node } = fault.at
  const type = node.kind === 'mapping' ? fieldIn(node, 'type')?.value : undefined
  return type?.kind === 'scalar' ? `has the type "${type.value}"` : 'has another type'
}

function unknownHelp(known: readonly string[]): string {
  if (known.length === 0) return 'No fields are allowed here.'
  const help = `Known here: ${known.join(', ')}.`
  return known.includes('extra') ? `${help} Put a field that only the service supports under "extra".` : help
}

export function missingProblem(fault: SchemaFault): Problem {
  const { error, at, schemas } = fault
  const name = String(error.params.missingProperty)
  const description = knownFields(schemas).get(name)?.description
  const message = isFlowNode(fault)
    ? `${nameOf(fault)} has no "text", and no "type" that does not need one`
    : `${nameOf(fault)} has no "${name}"`
  return problem(at, at.holder, capital(message), typeof description === 'string' ? description : undefined)
}

export function typeProblem(fault: SchemaFault): Problem {
  const { error, at, path } = fault
  const { node } = at
  const all = [error.params.type].flat()
  const types = all.length > 1 ? all.filter(type => type !== 'null') : all
  const named = types.map(type => typeNames[String(type)] ?? String(type)).join(' or ')
  const wanted = isFlowNode(fault) ? 'END or a mapping' : isNodeId(path) ? 'the id of a node' : named
  const message = `${capital(nameOf(fault))} is ${foundIn(node)}; expected ${wanted}`
  const isPlainText = types.includes('string') && node.kind === 'scalar' && node.value !== null
  const help = isPlainText ? `Put it in quotes: "${node.written ?? node.value}".` : undefined
  return problem(at, node, message, help)
}

export function valueProblem(fault: SchemaFault): Problem {
  const { error, at } = fault
  const { allowedValues, allowedValue } = error.params
  const allowed = (Array.isArray(allowedValues) ? allowedValues : [allowedValue]).map(plainText)
  const { value } = at.node
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined
  const wanted = isFlowNode(fault) ? 'END, or a mapping with its fields' : allowed.join(', ')
  const message = `${capital(nameOf(fault))} is ${foundIn(at.node)}; expected ${wanted}`
  return problem(at, at.node, message, didYouMean(near))
}

export function limitProblem(fault: SchemaFault): Problem {
  const { error, at, schemas } = fault
  const { value } = at.node
  const name = capital(nameOf(fault))
  switch (error.keyword) {
    case 'minimum':
    case 'maximum':
      return problem(at, at.node, `${name} is ${String(value)}; expected ${describeLimits(schemas)}`)
    case 'maxLength':
      return problem(at, at.node, `${name} has ${lengthOf(value)} characters; the maximum is ${error.params.limit}`)
    case 'minLength':
    case 'minItems':
      if (error.params.limit === 1) return problem(at, at.node, `${name} is empty`)
  }
  return problem(at, at.node, `${name} ${constraintMessage(error)}`)
}

function describeLimits(schemas: SchemaFault['schemas']): string {
  const { minimum, maximum } = Object.assign({}, ...schemas)
  if (minimum === undefined) return `${maximum} at most`
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`
}

/** The API counts characters, not UTF-16 units. */
function lengthOf(value: unknown): number {
  return typeof value === 'string' ? [...value].length : 0
}

/** The name of a part of the source within a sentence. */
export function nameOf({ at: { field, flowNode }, path, subject }: SchemaFault): string {
  const last = path.at(-1)
  if (last === undefined) return subject
  if (path.length === 3 && flowNode !== undefined) return `node "${flowNode}"`
  if (field !== undefined) return `"${field.name}"`
  return `item ${Number(last) + 1} of "${path.at(-2) ?? ''}"`
}

/** A value of a schema: a text as it is, anything else as JSON. */
function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isFlowNode({ path, at }: SchemaFault): boolean {
  return path.length === 3 && at.flowNode !== undefined
}

/** Whether a text at a path is the id of a node, which is not written for people. */
export function isNodeId(path: Path): boolean {
  const isInFlow = path[0] === 'flow' && (path[1] !== 'nodes' || path[3] === 'next')
  return (
    isInFlow && ['next', 'to', 'source', 'target', 'start'].includes(path.findLast(step => !/^\d+$/.test(step)) ?? '')
  )
}

function foundIn(node: SourceNode): string {
  if (node.kind !== 'scalar') return node.kind === 'list' ? 'a list' : 'a mapping'
  const { value, written = String(value) } = node
  if (value === null) return 'empty'
  if (typeof value === 'string') return `the text "${shorten(value, 40)}"`
  return typeof value === 'number' ? `the number ${written}` : written
}

/** A name at the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function problem({ flowNode }: Located, span: Span, message: string, help?: string): Problem {
  return {
    rule: 'source/schema',
    message,
    span,
    ...(help === undefined ? {} : { help }),
    ...(flowNode === undefined ? {} : { node: flowNode }),
  }
}

/** The message for a value that no other message covers; it follows the name of the value. */
function constraintMessage({ keyword, params }: SchemaError): string {
  const bound = bounds[keyword]
  if (bound !== undefined) return `is invalid; expected ${bound(params.limit ?? params.multipleOf)}`
  switch (keyword) {
    case 'pattern':
      return `does not match the pattern ${params.pattern}`
    case 'uniqueItems':
      return 'contains an item twice'
    case 'contains':
      return 'does not contain the required item'
    case 'propertyNames':
      return `has a field named "${params.propertyName}", which is not an allowed name`
    case 'dependencies':
      return `has "${params.property}", which also requires ${params.deps}`
    case 'false schema':
      return 'is not allowed here'
    case 'not':
      return 'is not allowed here'
    case 'anyOf':
      return 'matches none of the allowed forms'
    case 'oneOf':
      return params.passingSchemas === null
        ? 'matches none of the allowed forms'
        : 'matches more than one of the allowed forms'
    default:
      return `is invalid: ${keyword}`
  }
}
