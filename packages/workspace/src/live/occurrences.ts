import { findReferences } from '@scenewright/checker/test-references'
import type { Place, Position, Range } from '@scenewright/model'
import {
  type CompiledScenario,
  type CompiledSource,
  edgePath,
  nodePath,
  scenarioPath,
  startPath,
} from '@scenewright/model/compilation'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import type { LiveProject } from './open-live.ts'

/** Something with a name that sources refer to: a scenario by its key, or a node by its id. */
export type ProjectSymbol =
  | { readonly kind: 'scenario'; readonly key: string }
  /** Without a scenario, the node of any. */
  | { readonly kind: 'node'; readonly id: string; readonly scenario?: string }

/** A place in a source where a symbol is defined or referred to. */
export interface Occurrence extends Place {
  readonly symbol: ProjectSymbol
  readonly role: 'definition' | 'reference'
}

/** The most sources that are read for a node whose scenario is unknown: a common id is in all of them. */
const maxAmbiguous = 100

const known = new WeakMap<CompiledSource, readonly Occurrence[]>()

/**
 * The occurrences in a source: the ids of its nodes, `start` and the targets and sources of edges, its title and its
 * `key` for the scenario itself, and the names in tests.
 */
export function occurrencesIn(source: CompiledSource): readonly Occurrence[] {
  const { scenarios, tests } = source
  const found = known.get(source) ?? [
    ...scenarios.flatMap(inScenario),
    ...(tests === undefined ? [] : occurrencesInTests(tests)),
  ]
  known.set(source, found)
  return found
}

function inScenario({ key, file, document, map }: CompiledScenario): readonly Occurrence[] {
  const { start_node_id: start, nodes, edges } = document.scenario.definition
  const nodeAt = (id: string, at: Place, role: Occurrence['role']): Occurrence => {
    return { symbol: { kind: 'node', id, scenario: key }, role, ...at }
  }
  const title = map.place(scenarioPath('title'))
  const ownKey = map.sourceField('key')
  const places = [title, ...(isEmpty(ownKey) ? [] : [ownKey])]
  return [
    ...places.map((at): Occurrence => ({ symbol: { kind: 'scenario', key }, role: 'definition', ...at })),
    ...nodes.map(({ id }, index) => nodeAt(id, map.place(nodePath(index)), 'definition')),
    ...written(map.place(startPath), map.place(flowPath)).map(at => nodeAt(start, at, 'reference')),
    ...edges.flatMap(({ source, target }, index) => [
      nodeAt(target, map.place(edgePath(index, 'target')), 'reference'),
      ...written(map.place(edgePath(index, 'source')), map.place(edgePath(index))).map(at =>
        nodeAt(source, at, 'reference'),
      ),
    ]),
  ].filter(occurrence => occurrence.file === file)
}

const flowPath = ['scenario', 'definition']

/** The place of a value, unless it is that of its container, because the source does not contain the value. */
function written(at: Place, container: Place): readonly Place[] {
  return JSON.stringify(at) === JSON.stringify(container) ? [] : [at]
}

/** The place of a field that the source does not have. */
function isEmpty({ range: { start, end } }: Place): boolean {
  return start.line === end.line && start.column === end.column
}

/** The name at a position of a file. */
export function occurrenceAt(source: CompiledSource, file: string, position: Position): Occurrence | undefined {
  return occurrencesIn(source).find(occurrence => occurrence.file === file && isWithin(position, occurrence.range))
}

/** Whether a position is in a range, or at its end, where a cursor may be. */
export function isWithin(position: Position, { start, end }: Range): boolean {
  return comparePositions(start, position) <= 0 && comparePositions(position, end) <= 0
}

function comparePositions(one: Position, other: Position): number {
  return one.line - other.line || one.column - other.column
}

function occurrencesInTests(tests: ConversationTests): readonly Occurrence[] {
  return findReferences(tests).map(({ at, ...reference }): Occurrence => {
    if (reference.kind === 'scenario') {
      return { symbol: { kind: 'scenario', key: reference.key }, role: 'reference', ...at }
    }
    const { id, scenario } = reference
    return { symbol: { kind: 'node', id, ...(scenario !== undefined && { scenario }) }, role: 'reference', ...at }
  })
}

/** Whether one of two symbols may be the other. */
function isSameSymbol(one: ProjectSymbol, other: ProjectSymbol): boolean {
  if (one.kind === 'scenario') return other.kind === 'scenario' && other.key === one.key
  if (other.kind === 'scenario' || other.id !== one.id) return false
  return one.scenario === undefined || other.scenario === undefined || one.scenario === other.scenario
}

/** The keys of the scenarios that have a node with this id. */
export function scenariosWithNode(live: LiveProject, id: string): readonly string[] {
  return live.reports().flatMap(({ scenarios }) => {
    return scenarios.flatMap(({ key, nodes }) => (nodes.includes(id) ? [key] : []))
  })
}

/** The places where a symbol is defined, in the order of the sources. */
export async function definitionsOf(live: LiveProject, symbol: ProjectSymbol): Promise<readonly Occurrence[]> {
  const files = holdersOf(live, symbol)
  const found = await Promise.all(files.map(file => live.compiled(file)))
  return found
    .flatMap(source => (source === undefined ? [] : occurrencesIn(source)))
    .filter(occurrence => occurrence.role === 'definition' && isSameSymbol(occurrence.symbol, symbol))
}

/** The places that refer to a symbol, in the order of the sources. */
export async function referencesTo(live: LiveProject, symbol: ProjectSymbol): Promise<readonly Occurrence[]> {
  const files = holdersOf(live, symbol)
  const own = await Promise.all(files.map(file => live.compiled(file)))
  const inTests = live.reports().flatMap(({ tests }) => (tests === undefined ? [] : occurrencesInTests(tests)))
  return [...own.flatMap(source => (source === undefined ? [] : occurrencesIn(source))), ...inTests].filter(
    occurrence => occurrence.role === 'reference' && isSameSymbol(occurrence.symbol, symbol),
  )
}

/** The sources with scenarios that may define a symbol; the first of them, if its scenario is unknown. */
function holdersOf(live: LiveProject, symbol: ProjectSymbol): readonly string[] {
  const key = symbol.kind === 'scenario' ? symbol.key : symbol.scenario
  const holders = live.reports().filter(({ scenarios }) =>
    scenarios.some(scenario => {
      return key === undefined ? symbol.kind === 'node' && scenario.nodes.includes(symbol.id) : scenario.key === key
    }),
  )
  return holders.slice(0, key === undefined ? maxAmbiguous : undefined).map(({ file }) => file)
}
