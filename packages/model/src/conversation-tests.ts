import type { Place } from './finding.ts'

/** Stands for no scenario, in the place of a key; so no scenario has this key. */
export const noScenario = 'none'

/** The expected result of a message. An absent field may have any value. */
export interface Expectation {
  /** The key of the scenario that starts, or `none`. */
  readonly starts?: string
  /** The keys of exactly the offered scenarios, in any order. */
  readonly clarifies?: readonly string[]
  /** The expected replies, in this order; others may be in between, unless `exactly`. */
  readonly replies?: readonly ReplyExpectation[]
  readonly exactly?: boolean
  /** The ids of the nodes entered. */
  readonly walk?: readonly string[]
  readonly ends?: boolean
  readonly confidence?: { readonly at_least: number }
}

/**
 * A text that must be equal, a text that the reply must contain, or a regular expression that must match part of it.
 */
export type ReplyExpectation = string | { readonly contains: string } | { readonly matches: string }

/** One message of the customer, and the expected result. Each place is that of the value in the source. */
export interface TestTurn {
  readonly user: string
  readonly place: Place
  readonly expect?: Expectation
  /** The places of the names in the expectation: `starts`, and by index those of `clarifies` and `walk`. */
  readonly places: ExpectationPlaces
}

/** The places of an expectation, and of the names in it. */
export interface ExpectationPlaces {
  readonly expect?: Place
  readonly starts?: Place
  readonly clarifies?: readonly Place[]
  readonly walk?: readonly Place[]
}

/** A dialogue of several turns. */
export interface TestConversation {
  readonly name: string
  readonly place: Place
  readonly tags: readonly string[]
  readonly turns: readonly TestTurn[]
}

/** Messages that must all have the same decision, each in a new dialogue. */
export interface TestTable {
  readonly place: Place
  readonly tags: readonly string[]
  readonly starts?: string
  readonly clarifies?: readonly string[]
  readonly messages: readonly { readonly text: string; readonly place: Place }[]
  readonly places: ExpectationPlaces
}

/** The contents of a file of conversation tests. Plain data. */
export interface ConversationTests {
  readonly conversations: readonly TestConversation[]
  readonly tables: readonly TestTable[]
  /** The places of the keys whose text can be replaced without changing anything else in the file; absent if none. */
  readonly keyLiterals?: readonly Place[]
}

/** The contents of a file of conversation tests that does not bind. */
export const noTests: ConversationTests = { conversations: [], tables: [] }
