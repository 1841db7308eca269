import type { ComparedScenario, ComparedSettings } from '@scenewright/differ'
import type { ConversationTests } from '@scenewright/model/conversation-tests'

/** One side of a comparison. */
export interface Side {
  /** The name of the side: a branch and a commit, a path, an environment. */
  readonly name: string
  readonly scenarios: readonly ComparedScenario[]
  /** Its project file; absent if it has none of its own. */
  readonly settings?: ComparedSettings
  /** The text of a file next to the project file; undefined if there is none. Absent if no files are read. */
  readFile?(name: string): Promise<string | undefined>
}

/** All scenarios of both sides, and the messages of the head's conversation tests. */
export interface WholeSides {
  readonly base: readonly ComparedScenario[]
  readonly head: readonly ComparedScenario[]
  readonly messages: readonly TestMessage[]
}

/** A message of a conversation test, and the scenario that should start, if the test names one. */
interface TestMessage {
  readonly text: string
  readonly starts?: string
}

/** The two sides of a comparison. Scenarios that are equal on both sides may be left out. */
export interface Sides {
  readonly base: Side
  readonly head: Side
  /** Notes for the user, one line each. */
  readonly notes?: readonly string[]
  /** Reads everything; absent if the sides are no bots. */
  whole?(): Promise<WholeSides>
}

/** Both sides, of which the head is completely known, and what may differ. */
export function wholeSides(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  all: readonly ComparedScenario[],
  tests: readonly ConversationTests[],
): WholeSides {
  const touched = new Set([...base.scenarios, ...head.scenarios].map(({ key }) => key))
  const same = all.filter(({ key }) => !touched.has(key))
  return { base: [...base.scenarios, ...same], head: [...head.scenarios, ...same], messages: messagesIn(tests) }
}

function messagesIn(tests: readonly ConversationTests[]): readonly TestMessage[] {
  return tests.flatMap(({ conversations, tables }) => [
    ...conversations.flatMap(({ turns }) => turns.map(({ user, expect }) => toMessage(user, expect?.starts))),
    ...tables.flatMap(({ messages, starts }) => messages.map(({ text }) => toMessage(text, starts))),
  ])
}

function toMessage(text: string, starts: string | null | undefined): TestMessage {
  return typeof starts === 'string' ? { text, starts } : { text }
}
