import { evaluationLimits, sourceLimits } from '@scenewright/model/limits'
import { createScalar } from '../create-scalar.ts'
import type { Span } from '../places.ts'
import type { Problem } from '../problem.ts'
import { put } from '../put.ts'
import type { SourceField, SourceMapping, SourceNode } from '../source-tree.ts'
import { describe } from './evaluate/describe.ts'
import { repeatedText } from './evaluate/literals.ts'
import { toField } from './evaluate/mapping.ts'
import { Refusal } from './evaluate/refusal.ts'
import type {
  Field,
  Item,
  ListValue,
  MappingValue,
  Mark,
  NamedField,
  ScalarValue,
  Unit,
  Value,
} from './evaluate/value.ts'
import { placeOf, startOf, stretchOf } from './place.ts'

/** The remaining path to the mapping whose keys may repeat; undefined outside that path. */
type Trail = readonly string[] | undefined

interface Build {
  readonly source: Unit
  readonly problems: Problem[]
  values: number
}

interface Place {
  readonly trail: Trail
  /** Its depth of nesting. */
  readonly depth: number
  /** The place of values without a place in the source itself. */
  readonly within: Span
}

/** The result of building a scenario's value: a tree like that of the YAML front end, and the problems found. */
export interface BuiltTree {
  readonly node: SourceNode
  readonly problems: readonly Problem[]
}

/** Creates the source tree of the value that a source exports at `within`. */
export function buildTree(value: Value, source: Unit, { within, trail }: { within: Span; trail: Trail }): BuiltTree {
  const build: Build = { source, problems: [], values: 0 }
  try {
    return { node: visit(build, { value, slot: value }, { within, trail, depth: 0 }), problems: build.problems }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { node: { kind: 'scalar', value: null, ...within }, problems: [...build.problems, ...error.problems] }
  }
}

function visit(build: Build, item: Item, place: Place): SourceNode {
  const { value } = item
  const span = valueSpan(item, build.source, place.within)
  build.values += 1
  if (build.values > evaluationLimits.values)
    throw tooMuch(`contains more than ${evaluationLimits.values} values`, span)
  if (value.kind === 'scalar') return visitScalar(build, value, span)
  if (place.depth >= sourceLimits.depth) throw tooMuch(`nests deeper than ${sourceLimits.depth} levels`, span)
  if (value.kind === 'list') return visitList(build, value, { ...place, within: span })
  if (value.kind === 'mapping') return visitFields(build, fieldsOf(build, value, place), { ...place, within: span })
  return refused(build, describe(value), slotSpan(item, build.source, place.within))
}

function visitScalar(build: Build, scalar: ScalarValue, span: Span): SourceNode {
  const { data } = scalar
  const isInJson = data !== undefined && (typeof data !== 'number' || Number.isFinite(data))
  if (!isInJson) return refused(build, String(data), span)
  const node = createScalar(data, typeof data === 'number' ? numberText(scalar) : String(data), span)
  return span.origin === undefined ? node : { ...node, origin: span.origin }
}

/** A number as it is written, or in its usual form if it is computed. */
function numberText({ data, node, frame: { unit } }: ScalarValue): string {
  const text = unit.text.slice(startOf(node, unit), node.end)
  return /^-?[\d.][\w.]*(?:[eE][-+]\d+)?$/.test(text) ? text : String(data)
}

function visitList(build: Build, list: ListValue, place: Place): SourceNode {
  if (place.trail?.length === 0) {
    const pairs = pairsOf(list)
    if (pairs !== undefined) return visitFields(build, pairs, place)
    build.problems.push(noPair(build.source, list, place.within))
  }
  const inner = { within: place.within, depth: place.depth + 1, trail: undefined }
  const items = list.items.map(item => visit(build, item, inner))
  return { kind: 'list', value: items.map(item => item.value), items, ...place.within }
}

/** The fields of a mapping. Only a node's id may be repeated, in `flow.nodes`: a rule about graphs reports it. */
function fieldsOf(
  { source, problems }: Build,
  { fields, repeated = [] }: MappingValue,
  { trail, within }: Place,
): Iterable<NamedField> {
  if (repeated.length > 0 && trail?.length === 0) return [...repeated, ...fields]
  for (const [name, former] of repeated) {
    problems.push({ rule: 'source/syntax', message: repeatedText(name), span: keySpan(former, source, within) })
  }
  return fields
}

function visitFields(build: Build, named: Iterable<NamedField>, { within, depth, trail }: Place): SourceMapping {
  const value: Record<string, unknown> = {}
  const fields: SourceField[] = []
  const inner: Place = { within, depth: depth + 1, trail: undefined }
  // Names in a map are different; only pairs may repeat one.
  const slotOf = named instanceof Map ? (name: string) => name : (name: string) => freeSlot(name, fields.length, value)
  for (const [name, field] of named) {
    if (isLeftOut(field)) continue
    const node = visit(build, field, trail?.[0] === name ? { ...inner, trail: trail.slice(1) } : inner)
    const slot = slotOf(name)
    fields.push({ name, slot, key: keySpan(field, build.source, within), value: node })
    put(value, slot, node.value)
  }
  return { kind: 'mapping', value, fields, ...within }
}

/** A field whose value is undefined is left out, as in JSON. */
function isLeftOut({ value }: Field): boolean {
  return value.kind === 'scalar' && value.data === undefined
}

function freeSlot(name: string, index: number, value: Readonly<Record<string, unknown>>): string {
  return Object.hasOwn(value, name) ? freeSlot(`${name}\0${index}`, index, value) : name
}

function refused({ problems }: Build, what: string, span: Span): SourceNode {
  problems.push({ rule: 'source/not-static', message: `A document cannot contain ${what}`, span })
  return { kind: 'scalar', value: null, ...span }
}

function tooMuch(what: string, span: Span): Refusal {
  return new Refusal([{ rule: 'source/not-static', message: `The scenario ${what}`, span }], true)
}

/**
 * The fields in a list of name-value pairs, in its order, including repeated names, which JavaScript objects cannot
 * represent. Undefined if the list is not one of pairs.
 */
function pairsOf({ items }: ListValue): readonly NamedField[] | undefined {
  const fields: NamedField[] = []
  for (const item of items) {
    const field = pairOf(item)
    if (field === undefined) return undefined
    fields.push(field)
  }
  return fields
}

function noPair(source: Unit, { items }: ListValue, within: Span): Problem {
  const index = items.findIndex(item => pairOf(item) === undefined)
  const item = items[index]
  return {
    rule: 'source/schema',
    message: `Item ${index + 1} of the nodes is not a pair of an id and a node`,
    span: item === undefined ? within : valueSpan(item, source, within),
    help: 'Write each item as `[id, node]`, or the nodes as an object, `{ id: node }`.',
  }
}

function pairOf({ value: pair }: Item): NamedField | undefined {
  if (pair.kind !== 'list' || pair.items.length !== 2) return undefined
  const [first, second] = pair.items
  if (first?.value.kind !== 'scalar' || second === undefined) return undefined
  const { data } = first.value
  if (typeof data !== 'string' && typeof data !== 'number') return undefined
  return [String(data), toField(second, first.value)]
}

/** The place of a value in a source; `within` is that of its container, for a value without its own place there. */
function valueSpan({ value, slot }: Item, source: Unit, within: Span): Span {
  return markSpan(value, source) ?? brought(value, slot === value ? within : (markSpan(slot, source) ?? within))
}

/** The place in a source that used a value, wherever the value itself was created. */
function slotSpan({ slot }: Item, source: Unit, within: Span): Span {
  return markSpan(slot, source) ?? within
}

/** The place of a field's name in a source. */
function keySpan(field: Field, source: Unit, within: Span): Span {
  return markSpan(field, source) ?? brought(field, markSpan(field.slot, source) ?? within)
}

/** Undefined if the place is in another file. */
function markSpan(mark: Mark, source: Unit): Span | undefined {
  const { unit, anchor } = mark.frame
  if (anchor === undefined) {
    return unit === source ? { start: startOf(mark.node, unit), end: mark.node.end } : undefined
  }
  const own = stretchOf(mark.node, unit)
  const place = placeOf(mark)
  if (place.unit !== source) return undefined
  const isOwn = unit === source && place.start === own.start && place.end === own.end
  return isOwn ? { start: own.start, end: own.end } : brought(mark, place)
}

/** Returns the span of a value that was written elsewhere, with its origin. */
function brought({ node, frame: { unit } }: Mark, { start, end }: Span): Span {
  const own = stretchOf(node, unit)
  return { start, end, origin: { places: unit.places, span: { start: own.start, end: own.end } } }
}
