import type { Place } from '@scenewright/model'
import type { CompiledSource } from '@scenewright/model/compilation'
import type { Expectation } from '@scenewright/model/conversation-tests'
import type { SourceRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const assertsNothing: SourceRule = {
  scope: 'source',
  id: 'test/asserts-nothing',
  level: 'warning',
  summary: 'A turn or a table of a conversation test expects nothing.',
  check({ source, report }) {
    const { conversations = [], tables = [] } = source.tests ?? {}
    for (const { name, turns } of conversations) {
      for (const { user, expect, place } of turns) {
        if (assertsSomething(expect) || hasFinding(source, place)) continue
        report({
          message: `${quoted(name)} expects nothing of ${quoted(user)}, so it passes with any answer`,
          at: place,
          scenario: null,
          help: 'Add `expect`, at least with the scenario that the message `starts`.',
        })
      }
    }
    for (const { starts, clarifies, place } of tables) {
      if (starts !== undefined || clarifies !== undefined || hasFinding(source, place)) continue
      report({
        message: 'The table expects nothing of its messages, so it passes with any answer',
        at: place,
        scenario: null,
        help: 'Add the scenario that `starts`, or `starts: none`, or the scenarios that the bot `clarifies`.',
      })
    }
  },
}

/** Without replies, `exactly` expects that there is none. An expectation of no replies, with any others, is none. */
function assertsSomething({ exactly = false, replies = [], ...others }: Expectation = {}): boolean {
  return exactly || replies.length > 0 || Object.keys(others).length > 0
}

/** Whether the compiler reports something at a place, such as a misspelled expectation. */
function hasFinding({ findings, file }: CompiledSource, { range: { start, end } }: Place): boolean {
  return findings.some(({ file: other, range }) => {
    const { line, column } = range.start
    const isBefore = line < start.line || (line === start.line && column < start.column)
    return other === file && !isBefore && (line < end.line || (line === end.line && column < end.column))
  })
}
