import { sourceLimits } from '@scenewright/model/limits'
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { quoted } from '../../format/text-style.ts'
import { createScalar } from '../create-scalar.ts'
import type { Span } from '../places.ts'
import type { Problem } from '../problem.ts'
import { put } from '../put.ts'
import type { FrontEndInput, SourceField, SourceMapping, SourceNode } from '../source-tree.ts'
import { inexactNumber, isInexact } from '../whole-numbers.ts'
import { quoteIt } from './syntax-problem.ts'

interface Anchored {
  /** Absent while the anchor's own value is still being read. */
  readonly node?: SourceNode
  /** The number of values that it refers to, including those of its own aliases. */
  readonly size: number
}

interface Walk extends Pick<FrontEndInput, 'text' | 'places'> {
  readonly problems: Problem[]
  readonly anchors: Map<string, Anchored>
  values: number
  aliased: number
}

/** The remaining path to the mapping whose keys may repeat; undefined outside that path. */
type Trail = readonly string[] | undefined

const coreTags = new Set(['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map(name => `tag:yaml.org,2002:${name}`))
const maxProblems = 20
/** Up to this size a linear search is faster than an index. */
const fewFields = 8

/**
 * Walks the document of the YAML library once, and creates the source tree from it, with aliases resolved within a
 * budget.
 */
export function buildTree(
  contents: Node | null,
  { text, places, repeatableKeys }: FrontEndInput,
): { root: SourceNode; problems: Problem[] } {
  const walk: Walk = { text, places, problems: [], anchors: new Map(), values: 0, aliased: 0 }
  const root = visit(walk, contents, repeatableKeys)
  return { root, problems: walk.problems.slice(0, maxProblems) }
}

function visit(walk: Walk, node: Node | null | undefined, trail: Trail, fallback = 0): SourceNode {
  if (node === null || node === undefined) return nothing(fallback)
  if (isAlias(node)) return visitAlias(walk, node)
  const { tag, anchor } = node as { tag?: string; anchor?: string }
  if (tag !== undefined) checkTag(walk, node)
  if (anchor === undefined) return visitValue(walk, node, trail)
  const before = walk.values
  walk.anchors.set(anchor, { size: 0 })
  const value = visitValue(walk, node, trail)
  walk.anchors.set(anchor, { node: value, size: walk.values - before })
  return value
}

function visitValue(walk: Walk, node: Node, trail: Trail): SourceNode {
  walk.values += 1
  if (isScalar(node)) return visitScalar(walk, node)
  if (isMap(node)) return visitMap(walk, node, trail)
  return isSeq(node) ? visitSeq(walk, node) : nothing(spanOf(node).start)
}

function visitMap(walk: Walk, map: YAMLMap, trail: Trail): SourceMapping {
  const value: Record<string, unknown> = {}
  const fields: SourceField[] = []
  const index = map.items.length > fewFields ? new Map<string, SourceField>() : undefined
  const inSlot = (slot: string) => (index === undefined ? fields.find(field => field.slot === slot) : index.get(slot))
  for (const pair of map.items as Pair<Node | null, Node | null>[]) {
    const name = keyText(walk, pair.key)
    if (name === undefined) continue
    const key = spanOf(pair.key)
    if (isMergeKey(pair.key)) walk.problems.push(mergeKey(key))
    const first = inSlot(name)
    if (first !== undefined && trail?.length !== 0) {
      walk.problems.push(repeatedKey(name, key, first.key))
      continue
    }
    const child = visit(walk, pair.value, trail?.[0] === name ? trail.slice(1) : undefined, key.end)
    const field = {
      name,
      slot: first === undefined ? name : freeSlot(`${name}\0${fields.length}`, inSlot),
      key,
      value: child,
    }
    index?.set(field.slot, field)
    fields.push(field)
    put(value, field.slot, child.value)
  }
  const { start, end } = spanOf(map)
  const last = fields.at(-1)
  const isFlow = map.flow === true || last === undefined
  return { kind: 'mapping', start, end: isFlow ? end : Math.max(last.value.end, last.key.end), value, fields }
}

function visitSeq(walk: Walk, seq: YAMLSeq): SourceNode {
  let { start, end } = spanOf(seq)
  const items = (seq.items as (Node | null)[]).map(item => visit(walk, item, undefined, start))
  if (seq.flow !== true) end = items.at(-1)?.end ?? end
  return { kind: 'list', start, end, value: items.map(item => item.value), items }
}

function visitScalar(walk: Walk, scalar: Scalar): SourceNode {
  const { start, end } = spanOf(scalar)
  const value = contentOf(scalar)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    walk.problems.push(
      syntax(`${scalar.source ?? value} is not a finite number, so it is not allowed in a document`, { start, end }),
    )
    return nothing(start)
  }
  if (typeof value === 'number' && scalar.source !== undefined && isInexact(scalar.source)) {
    walk.problems.push({ rule: 'source/syntax', span: { start, end }, ...inexactNumber(scalar.source) })
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return createScalar(value, scalar.source ?? String(value), { start, end })
  }
  return { kind: 'scalar', value: null, start, end }
}

function visitAlias(walk: Walk, alias: Alias): SourceNode {
  const span = spanOf(alias)
  const target = walk.anchors.get(alias.source)
  if (target?.node === undefined) {
    walk.problems.push(
      target === undefined
        ? { ...syntax(`The alias "*${alias.source}" names an anchor that does not exist`, span), help: quoteIt }
        : syntax(`The alias "*${alias.source}" is inside its own anchor`, span),
    )
    return nothing(span.start)
  }
  walk.values += target.size
  const before = walk.aliased
  walk.aliased += target.size
  if (walk.aliased <= sourceLimits.aliasedValues) return { ...target.node, ...span }
  if (before <= sourceLimits.aliasedValues) {
    const limit = sourceLimits.aliasedValues
    walk.problems.push(syntax(`The aliases of this file expand to more than ${limit} values`, span))
  }
  return nothing(span.start)
}

/** A key as its author wrote it: `1` and `true` are names too. */
function keyText(walk: Walk, key: Node | null): string | undefined {
  if (key === null) return ''
  if (isScalar(key)) {
    if (key.anchor !== undefined || (key.tag !== undefined && key.tag !== '!')) visit(walk, key, undefined)
    return typeof key.value === 'string' ? key.value : (key.source ?? '')
  }
  const target = isAlias(key) ? visitAlias(walk, key) : undefined
  if (target?.kind === 'scalar') return String(target.value)
  walk.problems.push(syntax('A key must be a single word or text, not a list or a mapping', spanOf(key)))
  return undefined
}

/** `<<` merges fields in YAML 1.1. In quotes it is a name like any other. */
function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN'
}

function mergeKey(span: Span): Problem {
  return {
    rule: 'source/schema',
    message: 'Merge keys ("<<") are not supported',
    span,
    help: 'Write the fields out. If "<<" is a name, put it in quotes.',
  }
}

/** A tag of the core schema must fit its value. */
function checkTag(walk: Walk, node: Node & { tag?: string }): void {
  const { tag } = node
  if (tag === '!' && isScalar(node) && node.type === 'PLAIN') walk.problems.push(lostMark(walk, node))
  if (tag === undefined || tag === '!') return
  const name = tag.replace(/^tag:yaml\.org,2002:/, '!!')
  if (!coreTags.has(tag)) {
    walk.problems.push({
      ...syntax(`The tag "${name}" is not part of the source language`, spanOf(node)),
      help: quoteIt,
    })
    return
  }
  const problem = misfit(name, node)
  if (problem !== undefined) walk.problems.push(syntax(`The tag "${name}" ${problem}`, spanOf(node)))
}

/** `! Note` is the text `Note` with a tag that says nothing. */
function lostMark({ text, places }: Walk, scalar: Scalar): Problem {
  const { start: after, end } = spanOf(scalar)
  const span = { start: Math.max(0, text.lastIndexOf('!', after)), end }
  const meant = quoted(`! ${scalar.source ?? ''}`.trim())
  return {
    rule: 'source/needs-quotes',
    message: 'A "!" before a text without quotes is a tag in YAML, not a part of the text',
    span,
    help: `Put the text in quotes: ${meant}.`,
    ...(scalar.anchor === undefined && {
      fixes: [{ title: 'Put the text in quotes', edits: [{ ...places.exact(span), text: meant }] }],
    }),
  }
}

function misfit(name: string, node: Node): string | undefined {
  if (isMap(node)) return name === '!!map' ? undefined : 'does not fit a mapping'
  if (isSeq(node)) return name === '!!seq' ? undefined : 'does not fit a list'
  if (name === '!!map' || name === '!!seq') return 'does not fit a single value'
  return isScalar(node) && scalarTag(contentOf(node)) !== kindOf(name)
    ? `does not fit ${quoted(node.source ?? '')}`
    : undefined
}

/** `1` is an integer and a floating-point number; in a document, both are numbers. */
function kindOf(tag: string): string {
  return tag === '!!int' || tag === '!!float' ? 'number' : tag.slice(2)
}

function scalarTag(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return { string: 'str', boolean: 'bool' }[typeof value as string] ?? 'number'
}

/** The value of a scalar. The library takes an integer with the tag `!!float` for a text. */
function contentOf({ tag, value }: Scalar): unknown {
  const isWhole = tag === 'tag:yaml.org,2002:float' && typeof value === 'string' && /^[-+]?\d+$/.test(value)
  return isWhole ? Number(value) : value
}

function freeSlot(slot: string, inSlot: (slot: string) => SourceField | undefined): string {
  return inSlot(slot) === undefined ? slot : freeSlot(`${slot}\0`, inSlot)
}

function repeatedKey(name: string, span: Span, first: Span): Problem {
  const related = [{ span: first, message: 'First occurrence' }]
  return { ...syntax(`The key "${name}" occurs twice in one mapping`, span), related }
}

function syntax(message: string, span: Span): Problem {
  return { rule: 'source/syntax', message, span }
}

function spanOf(node: Node | null): Span {
  const range = node?.range
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 }
}

function nothing(offset: number): SourceNode {
  return { kind: 'scalar', value: null, start: offset, end: offset }
}
