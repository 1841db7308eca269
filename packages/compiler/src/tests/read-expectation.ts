import type { Expectation, ExpectationPlaces, Place, TestTable, TestTurn } from '@scenewright/model'
import type { Places } from '../parse/places.ts'
import { fieldOf, type SourceMapping } from '../parse/source-tree.ts'
import { itemsOf, textOf, textsOf } from './read-fields.ts'

/** What must come of a turn's message, and where that stands, from a mapping that fits the schema. */
export function readExpectation(node: SourceMapping, places: Places): Pick<TestTurn, 'expect' | 'places'> {
  const { places: named, ...decision } = readDecision(node, places)
  const list = fieldOf(node, 'walk')
  const walk = list && { walk: itemsOf(node, 'walk').map(item => places.place(item)) }
  return {
    expect: { ...decision, ...(list && { walk: textsOf(node, 'walk') }), ...readRest(node) },
    places: { expect: places.place(node), ...named, ...walk },
  }
}

/** The scenarios that a turn or a table names, and where. */
export function readDecision(
  node: SourceMapping,
  places: Places,
): Pick<TestTable, 'starts' | 'clarifies'> & { readonly places: ExpectationPlaces } {
  const starts = fieldOf(node, 'starts')?.value
  const offered = fieldOf(node, 'clarifies')
  const clarifies: readonly Place[] = itemsOf(node, 'clarifies').map(item => places.place(item))
  return {
    ...(starts && { starts: textOf(starts) }),
    ...(offered && { clarifies: textsOf(node, 'clarifies') }),
    places: { ...(starts && { starts: places.place(starts) }), ...(offered && { clarifies }) },
  }
}

function readRest(node: SourceMapping): Pick<Expectation, 'replies' | 'exactly' | 'ends' | 'confidence'> {
  // Fits the schema, but for fields that it does not know.
  const { replies, exactly, ends, confidence } = node.value as Expectation
  return {
    ...(replies && { replies: replies.filter(isReply) }),
    ...(exactly !== undefined && { exactly }),
    ...(ends !== undefined && { ends }),
    ...(confidence && { confidence: { at_least: confidence.at_least } }),
  }
}

/** A mapping whose only field is misspelt is reported already. */
function isReply(reply: NonNullable<Expectation['replies']>[number]): boolean {
  return typeof reply === 'string' || 'contains' in reply || 'matches' in reply
}
