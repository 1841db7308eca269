import { readFileSync } from 'node:fs'
import schema from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { compileYaml } from './compile-yaml.ts'

const page = readFileSync(new URL('../../../docs/source-format.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(match => match[1] ?? '')
const { definitions } = schema

test.each(examples)('example %# of the page compiles', async text => {
  const { scenario, findings } = await compileYaml(text)
  expect(findings).toEqual([])
  expect(scenario?.document.scenario.definition.nodes.length).toBeGreaterThan(0)
})

test.each([
  ['Fields of a scenario', schema.properties],
  ['The flow', definitions.flow.properties],
  ['Nodes', definitions.replyFields.properties],
  ['What follows', definitions.targetFields.properties],
  ['Edges in a list', definitions.edge.properties],
])('the section "%s" has exactly the fields of the schema', (heading, properties) => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1] ?? '')
  expect(rows.sort()).toEqual(Object.keys(properties).sort())
})
