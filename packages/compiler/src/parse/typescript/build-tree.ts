import { evaluationLimits, sourceLimits } from '@scenewright/model'
import type { Problem } from '../problem.ts'
import { put } from '../put.ts'
import type { SourceField, SourceMapping, SourceNode, Span } from '../source-tree.ts'
import { describe } from './evaluate/describe.ts'
import { Refusal } from './evaluate/refusal.ts'
import type { Field, Item, ListValue, Scalar, Unit, Value } from './evaluate/value.ts'
import { type NamedField, pairsOf } from './pairs.ts'
import { keySpan, slotSpan, valueSpan } from './span-in.ts'

/** The way that is left to the mapping whose keys may repeat; undefined off that way. */
type Trail = readonly string[] | undefined

interface Build {
  readonly source: Unit
  readonly problems: Problem[]
  values: number
}

interface Place {
  readonly trail: Trail
  /** How many lists and mappings it lies in. */
  readonly depth: number
  /** The place of what has none in the source itself. */
  readonly within: Span
}

/** What a scenario's value becomes: a tree as the YAML front end makes it of a file, and what cannot be in one. */
export interface BuiltTree {
  readonly node: SourceNode
  readonly problems: readonly Problem[]
}

/** Makes the source tree of what a source exports at `within`. */
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
  if (build.values > evaluationLimits.values) throw tooMuch(`holds more than ${evaluationLimits.values} values`, span)
  if (value.kind === 'scalar') return visitScalar(build, value.data, span)
  if (place.depth >= sourceLimits.depth) throw tooMuch(`nests deeper than ${sourceLimits.depth} levels`, span)
  if (value.kind === 'list') return visitList(build, value, { ...place, within: span })
  if (value.kind === 'mapping') return visitFields(build, value.fields, { ...place, within: span })
  return refused(build, describe(value), slotSpan(item, build.source, place.within))
}

function visitScalar(build: Build, data: Scalar, span: Span): SourceNode {
  const isHeld = data !== undefined && (typeof data !== 'number' || Number.isFinite(data))
  if (!isHeld) return refused(build, String(data), span)
  // Nearly every value of a source comes here: a literal of all its fields is quicker than a spread.
  const { start, end, origin } = span
  return origin === undefined ? { kind: 'scalar', value: data, start, end } : { kind: 'scalar', value: data, ...span }
}

function visitList(build: Build, list: ListValue, place: Place): SourceNode {
  if (place.trail?.length === 0) {
    const pairs = pairsOf(list)
    if (pairs !== undefined) return visitFields(build, pairs, place)
  }
  const inner = { within: place.within, depth: place.depth + 1, trail: undefined }
  const items = list.items.map(item => visit(build, item, inner))
  return { kind: 'list', value: items.map(item => item.value), items, ...place.within }
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

/** A field that is undefined is none, as in JSON. */
function isLeftOut({ value }: Field): boolean {
  return value.kind === 'scalar' && value.data === undefined
}

function freeSlot(name: string, index: number, value: Readonly<Record<string, unknown>>): string {
  return Object.hasOwn(value, name) ? freeSlot(`${name}\0${index}`, index, value) : name
}

function refused({ problems }: Build, what: string, span: Span): SourceNode {
  problems.push({ rule: 'source/not-static', message: `A document cannot hold ${what}`, span })
  return { kind: 'scalar', value: null, ...span }
}

function tooMuch(what: string, span: Span): Refusal {
  return new Refusal([{ rule: 'source/not-static', message: `The scenario ${what}`, span }], true)
}
