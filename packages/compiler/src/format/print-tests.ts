import type { Expectation, ReplyExpectation } from '@scenewright/model/conversation-tests'
import { type Collection, type Layout, listLayout, mappingLayout, scalarLayout, toLayout } from './layout.ts'
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
    mappingLayout([
      ['conversations', conversations.length === 0 ? undefined : listLayout(conversations.map(conversationLayout))],
      ['triggers', triggers.length === 0 ? undefined : listLayout(triggers.map(tableLayout))],
    ]),
  )
}

function conversationLayout({ name, tags, turns }: ConversationToPrint): Collection {
  return mappingLayout([
    ['name', scalarLayout(name)],
    ['tags', wordsLayout(tags)],
    ['turns', listLayout(turns.map(turnLayout))],
  ])
}

function turnLayout({ user, expect }: ConversationToPrint['turns'][number]): Collection {
  return mappingLayout([
    ['user', scalarLayout(user)],
    ['expect', expect && expectationLayout(expect)],
  ])
}

function expectationLayout({ starts, clarifies, walk, replies, exactly, ends, confidence }: Expectation): Collection {
  return mappingLayout([
    ['starts', toLayout(starts)],
    ['clarifies', wordsLayout(clarifies)],
    ['walk', wordsLayout(walk)],
    ['replies', replies && listLayout(replies.map(replyLayout))],
    ['exactly', toLayout(exactly)],
    ['ends', toLayout(ends)],
    ['confidence', toLayout(confidence)],
  ])
}

function replyLayout(reply: ReplyExpectation): Layout {
  return typeof reply === 'string' ? scalarLayout(reply) : onOneLine(mappingLayout(Object.entries(reply).map(asField)))
}

function asField([name, text]: [string, string]): [string, Layout] {
  return [name, scalarLayout(text)]
}

function tableLayout({ starts, clarifies, tags, messages }: TableToPrint): Collection {
  return mappingLayout([
    ['starts', toLayout(starts)],
    ['clarifies', wordsLayout(clarifies)],
    ['tags', wordsLayout(tags)],
    ['messages', listLayout(messages.map(scalarLayout))],
  ])
}

function wordsLayout(words: readonly string[] | undefined): Collection | undefined {
  return words && onOneLine(listLayout(words.map(scalarLayout)))
}

/** As far as it fits. */
function onOneLine(collection: Collection): Collection {
  return { ...collection, isInline: true }
}
