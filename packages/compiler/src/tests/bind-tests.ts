import type { Place } from '@scenewright/model'
import type {
  ConversationTests,
  Expectation,
  ExpectationPlaces,
  TestConversation,
  TestTable,
  TestTurn,
} from '@scenewright/model/conversation-tests'
import schema from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import { validate } from '@scenewright/schemas/validate/conversation-test'
import { findSchemaProblems } from '../bind/schema-problems.ts'
import type { Places } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import { findField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { itemsOf, mappingsOf, textOf, textsOf } from './read-fields.ts'

/** The result of binding a file of conversation tests. If `tests` is set, they can be run. */
export interface BoundTests {
  readonly tests?: ConversationTests
  readonly problems: readonly Problem[]
}

/** Checks a source tree against the schema of conversation tests and reads the tests. Unknown fields are ignored. */
export function bindTests(root: SourceNode, places: Places): BoundTests {
  const { problems, isSound } = findSchemaProblems(root, { subject: 'the file of tests', schema, validate })
  if (root.kind !== 'mapping' || !isSound) return { problems }
  const tests = {
    conversations: mappingsOf(root, 'conversations').map(node => readConversation(node, places)),
    tables: mappingsOf(root, 'triggers').map(node => readTable(node, places)),
  }
  return { tests, problems }
}

function readConversation(node: SourceMapping, places: Places): TestConversation {
  return {
    name: textOf(findField(node, 'name')?.value),
    place: places.place(node),
    tags: textsOf(node, 'tags'),
    turns: mappingsOf(node, 'turns').map(turn => readTurn(turn, places)),
  }
}

function readTurn(node: SourceMapping, places: Places): TestTurn {
  const expected = findField(node, 'expect')?.value
  const spoken = { user: textOf(findField(node, 'user')?.value), place: places.place(node) }
  return expected?.kind === 'mapping' ? { ...spoken, ...readExpectation(expected, places) } : { ...spoken, places: {} }
}

function readTable(node: SourceMapping, places: Places): TestTable {
  return {
    place: places.place(node),
    tags: textsOf(node, 'tags'),
    ...readDecision(node, places),
    messages: itemsOf(node, 'messages').map(item => ({ text: textOf(item), place: places.place(item) })),
  }
}

/** Reads the expected result of a turn's message, and its places, from a mapping that matches the schema. */
function readExpectation(node: SourceMapping, places: Places): Pick<TestTurn, 'expect' | 'places'> {
  const { places: named, ...decision } = readDecision(node, places)
  const list = findField(node, 'walk')
  const walk = list && { walk: itemsOf(node, 'walk').map(item => places.place(item)) }
  return {
    expect: { ...decision, ...(list && { walk: textsOf(node, 'walk') }), ...readRest(node) },
    places: { expect: places.place(node), ...named, ...walk },
  }
}

/** The scenarios in a turn or a table, and their places. */
function readDecision(
  node: SourceMapping,
  places: Places,
): Pick<TestTable, 'starts' | 'clarifies'> & { readonly places: ExpectationPlaces } {
  const starts = findField(node, 'starts')?.value
  const offered = findField(node, 'clarifies')
  const clarifies: readonly Place[] = itemsOf(node, 'clarifies').map(item => places.place(item))
  return {
    ...(starts && { starts: textOf(starts) }),
    ...(offered && { clarifies: textsOf(node, 'clarifies') }),
    places: { ...(starts && { starts: places.place(starts) }), ...(offered && { clarifies }) },
  }
}

function readRest(node: SourceMapping): Pick<Expectation, 'replies' | 'exactly' | 'ends' | 'confidence'> {
  // Matches the schema, except for unknown fields.
  const { replies, exactly, ends, confidence } = node.value as Expectation
  return {
    ...(replies && { replies: replies.filter(isReply) }),
    ...(exactly !== undefined && { exactly }),
    ...(ends !== undefined && { ends }),
    ...(confidence && { confidence: { at_least: confidence.at_least } }),
  }
}

/** A mapping whose only field is misspelled is already reported. */
function isReply(reply: NonNullable<Expectation['replies']>[number]): boolean {
  return typeof reply === 'string' || 'contains' in reply || 'matches' in reply
}
