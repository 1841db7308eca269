import type { Place } from '@scenewright/model'
import {
  type ConversationTests,
  type ExpectationPlaces,
  noScenario,
  type TestTurn,
} from '@scenewright/model/conversation-tests'

/** A name in a file of tests, and its place. */
export type Reference = ScenarioReference | NodeReference

/** The key of a scenario. */
export interface ScenarioReference {
  readonly kind: 'scenario'
  readonly key: string
  readonly at: Place
  /** Another allowed value. */
  readonly otherwise?: string
}

interface NodeReference {
  readonly kind: 'node'
  readonly id: string
  readonly at: Place
  /** The key of the scenario that starts in the same turn; if the turn names none, any scenario may be walked. */
  readonly scenario?: string
}

/** The names of scenarios and nodes in tests, in the order of the conversations and tables. */
export function findReferences(tests: ConversationTests): readonly Reference[] {
  const known = found.get(tests) ?? collectReferences(tests)
  found.set(tests, known)
  return known
}

/** An editor checks all tests at every key, of which one file has changed. */
const found = new WeakMap<ConversationTests, readonly Reference[]>()

function collectReferences({ conversations, tables }: ConversationTests): readonly Reference[] {
  const turns = conversations.flatMap(conversation => conversation.turns)
  return [
    ...turns.flatMap(turn => [...scenariosIn(turn.expect ?? {}, turn.places), ...nodesIn(turn)]),
    ...tables.flatMap(table => scenariosIn(table, table.places)),
  ]
}

interface Decision {
  readonly starts?: string
  readonly clarifies?: readonly string[]
}

function scenariosIn({ starts, clarifies = [] }: Decision, places: ExpectationPlaces): readonly Reference[] {
  return [
    ...(starts === noScenario ? [] : referenceTo(starts, places.starts, noScenario)),
    ...clarifies.flatMap((key, index) => referenceTo(key, places.clarifies?.[index])),
  ]
}

function referenceTo(key: string | undefined, at: Place | undefined, otherwise?: string): readonly Reference[] {
  if (key === undefined || at === undefined) return []
  return [{ kind: 'scenario', key, at, ...(otherwise !== undefined && { otherwise }) }]
}

function nodesIn({ expect = {}, places }: TestTurn): readonly Reference[] {
  const { starts, walk = [] } = expect
  const scenario = starts === undefined || starts === noScenario ? {} : { scenario: starts }
  return walk.flatMap((id, index) => {
    const at = places.walk?.[index]
    return at === undefined ? [] : [{ kind: 'node' as const, id, at, ...scenario }]
  })
}
