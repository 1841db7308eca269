import type { CompiledDocument } from '@scenewright/model/compilation'
import { expect, test } from 'vitest'
import { allTexts, scenarioTexts } from '../src/scenario-texts.ts'
import { scenarioOf } from './compile-flow.ts'

const document: CompiledDocument = {
  format: 'service.bot-scenario',
  schema_version: 2,
  scenario: {
    title: 'a title',
    trigger_description: 'a trigger',
    clarification_label: 'a label',
    description: null,
    examples: ['an example', 'another'],
    exclusions: ['an exclusion'],
    min_confidence: 80,
    exit_message: 'an exit',
    definition: {
      start_node_id: 'start',
      nodes: [
        { id: 'start', type: 'FIXED_REPLY', title: 'a node', text: 'a reply' },
        { id: 'ask', type: 'ASK', text: { long: 'a question' }, choices: [{ label: 'a choice' }, 7] },
      ],
      edges: [
        { id: 'e', source: 'start', target: 'ask', priority: 1, condition: { type: 'KEYWORD', words: ['a word'] } },
        { id: 'f', source: 'ask', target: 'start', note: 'a note' },
      ],
      colour: 'a colour',
    },
    layout: { start: { x: 1, y: 2, label: 'a box' } },
    owner: { mail: ['an owner'] },
  },
  dependencies: { functions: ['a function'] },
  source: 'an origin',
}

const scenario = { ...scenarioOf(document.scenario.definition), document }

test('every text has its path, its node and its audience; ids, types and numbers are not texts', () => {
  const found = scenarioTexts({ scenario }).map(
    ({ text, path, node, audience }) =>
      `${audience} ${node ?? '-'} ${path.slice(path[0] === 'scenario' ? 1 : 0).join('/')}: ${text}`,
  )
  expect(found).toEqual([
    'author - title: a title',
    'matcher - trigger_description: a trigger',
    'customer - clarification_label: a label',
    'matcher - examples/0: an example',
    'matcher - examples/1: another',
    'matcher - exclusions/0: an exclusion',
    'customer - exit_message: an exit',
    'author start definition/nodes/0/title: a node',
    'customer start definition/nodes/0/text: a reply',
    'customer ask definition/nodes/1/text/long: a question',
    'author ask definition/nodes/1/choices/0/label: a choice',
    'author start definition/edges/0/condition/words/0: a word',
    'author ask definition/edges/1/note: a note',
    'author - definition/colour: a colour',
    'author - layout/start/label: a box',
    'author - owner/mail/0: an owner',
    'author - dependencies/functions/0: a function',
    'author - source: an origin',
  ])
})

test('a path leads to its text', () => {
  const at = (path: readonly (string | number)[]) =>
    path.reduce<unknown>((value, step) => Reflect.get(Object(value), step), document)
  for (const { text, path } of scenarioTexts({ scenario })) expect(at(path)).toBe(text)
})

test('all texts together are these texts', () => {
  const listed = scenarioTexts({ scenario }).map(({ text }) => text)
  expect(allTexts({ scenario }).split('\n').sort()).toEqual(listed.sort())
})
