import { compileText } from '@scenewright/compiler'
import { expect, test } from 'vitest'
import { check } from '../src/index.ts'

test.each([
  ['a slip', 'start: menu', 'anwser', ['Write "answer"']],
  ['another number', 'start: menu', 'topic_3', []],
  ['a node that nothing leads to is more likely', 'start: menu', 'menus', []],
  ['a start with a slip', 'start: mneu', 'answer', ['Write "menu"']],
  ['a start with another letter', 'start: a', 'answer', []],
])('a name is replaced only where it is surely misspelled: %s', async (_name, start, target, expected) => {
  const text = `
title: t
trigger_description: d
flow:
  ${start}
  nodes:
    menu:
      text: hi
      next: [topic_1, { to: topic_2, id: two }, ${target}]
    topic_1: { text: one, next: end }
    topic_2: { text: two, next: end }
    answer: { text: three, next: end }
    end: END
`
  const source = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  const { findings } = check({ sources: [source], findings: [] }, {})
  const wrong = findings.filter(({ rule }) => rule === 'graph/unknown-target' || rule === 'graph/no-start')
  expect(wrong).toHaveLength(1)
  expect(wrong.flatMap(({ fixes = [] }) => fixes.map(({ title }) => title))).toEqual(expected)
})

test.each([
  ['a name that lacks the invisible character of an id', 'done', '"done\\u200b"', []],
  ['a name that has an invisible character', '"done\\u200b"', 'done', ['Write "done"', 'Write "done"']],
])('a fix writes no invisible character: %s', async (_name, used, id, expected) => {
  const text = `title: t\ntrigger_description: d\nflow: { start: ${used}, nodes: { menu: { text: hi, next: ${used} }, ${id}: END } }\n`
  const source = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  const { findings } = check({ sources: [source], findings: [] }, { rules: { 'text/*': 'off' } })
  expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['graph/unknown-target', 'graph/no-start']))
  expect(findings.flatMap(({ fixes }) => fixes.map(({ title }) => title))).toEqual(expected)
})
