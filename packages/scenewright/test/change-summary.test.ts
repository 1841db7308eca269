import { diffDocuments } from '@scenewright/differ'
import { documentFormat, documentVersion, type ImportDocument } from '@scenewright/model'
import { expect, test } from 'vitest'
import { changeSummary } from '../src/commands/deploy/planned-changes.ts'

/** A scenario whose replies stand in a row. */
function replies(texts: readonly string[], more: object = {}): ImportDocument {
  const nodes = texts.map((text, index) => ({ id: `n${index}`, type: 'FIXED_REPLY', title: `n${index}`, text }))
  const edges = texts.slice(1).map((_, index) => ({
    id: `e${index}`,
    source: `n${index}`,
    target: `n${index + 1}`,
    priority: 1,
    condition: { type: 'ALWAYS' },
  }))
  const definition = { start_node_id: 'n0', nodes, edges }
  const scenario = { title: 'T', trigger_description: 'D', examples: ['one'], definition, ...more }
  return { format: documentFormat, schema_version: documentVersion, scenario }
}

test.each([
  ['nothing', ['a'], ['a'], {}, ''],
  ['a text', ['a'], ['b'], {}, '1 text changed'],
  ['added nodes', ['a'], ['a', 'something else', 'and more'], {}, '+2 steps, 1 other change'],
  ['a removed node', ['a', 'something else'], ['a'], {}, '\u22121 step, 1 other change'],
  ['examples', ['a'], ['a'], { examples: ['two', 'three'] }, '2 examples added, 1 example removed'],
  ['a setting', ['a'], ['a'], { min_confidence: 90 }, '1 change'],
])('%s: %j to %j', (_name, before, after, more, expected) => {
  expect(changeSummary(diffDocuments('a', replies(before), replies(after, more)))).toBe(expected)
})
