import type { Place } from '@scenewright/model'
import type { ConversationTests, TestTable, TestTurn } from '@scenewright/model/conversation-tests'
import type { TestResult } from './test-result.ts'

/** One test: a dialogue, from its first message on. */
export interface TestCase extends Pick<TestResult, 'name' | 'kind' | 'tags'> {
  readonly place: Place
  readonly turns: readonly TestTurn[]
}

/** The tests in a file: each conversation is one, and each message of a table. In the order of the file. */
export function listTestCases({ conversations, tables }: ConversationTests): readonly TestCase[] {
  return [
    ...conversations.map((conversation): TestCase => ({ kind: 'conversation', ...conversation })),
    ...tables.flatMap(listMessages),
  ]
}

function listMessages({ messages, tags, starts, clarifies }: TestTable): readonly TestCase[] {
  const expect = { ...(starts !== undefined && { starts }), ...(clarifies !== undefined && { clarifies }) }
  return messages.map(({ text, place }) => {
    const turn: TestTurn = { user: text, place, expect, places: { expect: place } }
    return { kind: 'message', name: text, tags, place, turns: [turn] }
  })
}

/** The keys of the scenarios that a turn of a test names. */
export function findNamedScenarios({ expect }: TestTurn): ReadonlySet<string> {
  const { starts, clarifies = [] } = expect ?? {}
  return new Set(starts === undefined ? clarifies : [starts, ...clarifies])
}
