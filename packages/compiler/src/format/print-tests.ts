import type { Expectation, ReplyExpectation } from '@scenewright/model/conversation-tests'
import { type Collection, type Layout, layoutOf, listOf, mappingOf, scalarOf } from './layout.ts'
import { printYaml } from './print-yaml.ts'

/** The contents of a conversation test file to print, field by field, in written order. */
export interface TestsToPrint {
  readonly conversations?: readonly ConversationToPrint[]
  readonly triggers?: readonly TableToPrint[]
}

/** A dialogue of one turn or more. */
export interface ConversationToPrint {
  readonly name: string
  readonly tags?: readonly string[]
  readonly turns: readonly { readonly user: string; readonly expect?: Expectation }[]
}

/** Messages that must all have the same decision. */
interface TableToPrint {
  readonly starts?: string
  readonly clarifies?: readonly string[]
  readonly tags?: readonly string[]
  readonly messages: readonly string[]
}

/** Prints a file of conversation tests in the form that formatting leaves unchanged. Requires at least one test. */
export function printTests({ conversations = [], triggers = [] }: TestsToPrint): string {
  return printYaml(
    mappingOf([
      ['conversations', conversations.length === 0 ? undefined : listOf(conversations.map(conversationOf))],
      ['triggers', triggers.length === 0 ? undefined : listOf(triggers.map(tableOf))],
    ]),
  )
}

function conversationOf({ name, tags, turns }: ConversationToPrint): Collection {
  return mappingOf([
    ['name', scalarOf(name)],
    ['tags', wordsOf(tags)],
    ['turns', listOf(turns.map(turnOf))],
  ])
}

function turnOf({ user, expect }: ConversationToPrint['turns'][number]): Collection {
  return mappingOf([
    ['user', scalarOf(user)],
    ['expect', expect && expectationOf(expect)],
  ])
}

function expectationOf({ starts, clarifies, walk, replies, exactly, ends, confidence }: Expectation): Collection {
  return mappingOf([
    ['starts', layoutOf(starts)],
    ['clarifies', wordsOf(clarifies)],
    ['walk', wordsOf(walk)],
    ['replies', replies && listOf(replies.map(replyOf))],
    ['exactly', layoutOf(exactly)],
    ['ends', layoutOf(ends)],
    ['confidence', layoutOf(confidence)],
  ])
}

function replyOf(reply: ReplyExpectation): Layout {
  return typeof reply === 'string' ? scalarOf(reply) : onOneLine(mappingOf(Object.entries(reply).map(asField)))
}

function asField([name, text]: [string, string]): [string, Layout] {
  return [name, scalarOf(text)]
}

function tableOf({ starts, clarifies, tags, messages }: TableToPrint): Collection {
  return mappingOf([
    ['starts', layoutOf(starts)],
    ['clarifies', wordsOf(clarifies)],
    ['tags', wordsOf(tags)],
    ['messages', listOf(messages.map(scalarOf))],
  ])
}

function wordsOf(words: readonly string[] | undefined): Collection | undefined {
  return words && onOneLine(listOf(words.map(scalarOf)))
}

/** As far as it fits. */
function onOneLine(collection: Collection): Collection {
  return { ...collection, isInline: true }
}
