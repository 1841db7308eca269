import { readFileSync } from 'node:fs'
import schema from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { compileText } from '../src/index.ts'

const page = readFileSync(new URL('../../../docs/conversation-tests.md', import.meta.url), 'utf8')
const { definitions } = schema

test('the example of the page is valid', async () => {
  const [, text = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
  const { tests, findings } = await compileText({ file: 'a.test.yaml', key: 'a', text })
  expect(findings).toEqual([])
  expect([tests?.conversations.length, tests?.tables.length]).toEqual([1, 3])
})

test.each([
  ['The file', schema.properties],
  ['Conversations', definitions.conversation.properties],
  ['Turns', definitions.turn.properties],
  ['Expectations', definitions.expectation.properties],
  ['Tables', definitions.table.properties],
])('the section "%s" has exactly the fields of the schema', (heading, properties) => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1] ?? '')
  expect(rows.sort()).toEqual(Object.keys(properties).sort())
})
