import type { ConversationTests, TestConversation, TestTable, TestTurn } from '@scenewright/model'
import schema from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import { validate } from '@scenewright/schemas/validate/conversation-test'
import { schemaProblems } from '../bind/schema-problems.ts'
import type { Places } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import { fieldOf, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { readDecision, readExpectation } from './read-expectation.ts'
import { itemsOf, mappingsOf, textOf, textsOf } from './read-fields.ts'

/** What binding says of a file of conversation tests. With `tests` they can be gone through. */
export interface BoundTests {
  readonly tests?: ConversationTests
  readonly problems: readonly Problem[]
}

/** Holds a source tree against the schema of conversation tests, and reads them from it. An unknown field is left out. */
export function bindTests(root: SourceNode, places: Places): BoundTests {
  const { problems, isSound } = schemaProblems(root, { subject: 'the file of tests', schema, validate })
  if (root.kind !== 'mapping' || !isSound) return { problems }
  const tests = {
    conversations: mappingsOf(root, 'conversations').map(node => readConversation(node, places)),
    tables: mappingsOf(root, 'triggers').map(node => readTable(node, places)),
  }
  return { tests, problems }
}

function readConversation(node: SourceMapping, places: Places): TestConversation {
  return {
    name: textOf(fieldOf(node, 'name')?.value),
    place: places.place(node),
    tags: textsOf(node, 'tags'),
    turns: mappingsOf(node, 'turns').map(turn => readTurn(turn, places)),
  }
}

function readTurn(node: SourceMapping, places: Places): TestTurn {
  const expected = fieldOf(node, 'expect')?.value
  const spoken = { user: textOf(fieldOf(node, 'user')?.value), place: places.place(node) }
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
