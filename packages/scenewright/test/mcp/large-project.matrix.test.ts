import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { folderWith } from '../run.ts'
import { agentAt } from './agent.ts'

const count = byTier({ once: 300, full: 10_000 })

/** Its last node is in a circle, which is a finding. */
const source = (
  index: number,
) => `title: Question ${index} about "something" with many words, so that a list of them is long
trigger_description: The customer asks about question ${index}.
examples: [What about ${index}?]
flow: { nodes: { wait: { text: Answer ${index}., next: again }, again: { text: And again., next: wait } } }
`

test('no answer about a large project is long', async () => {
  const names = Array.from({ length: count }, (_, index) => `area-${index % 20}/question-${index}`)
  const cwd = await folderWith({
    'scenewright.config.yaml': 'rules: { trigger/*: off }\n',
    ...Object.fromEntries(names.map((name, index) => [`scenarios/${name}.scenario.yaml`, source(index)])),
  })
  const { call } = await agentAt({ cwd })
  const file = `scenarios/${names[0]}.scenario.yaml`
  const title = [{ kind: 'set', path: ['scenario', 'title'], value: 'x'.repeat(9000) }]
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ['overview', {}],
    ['check', {}],
    ['check', { rule: 'graph/endless-replies' }],
    ['ask', { messages: ['What about 7?', 'What about 77?'] }],
    ['test', {}],
    ['propose_edit', { file, changes: title }],
    ['propose_edit', { file, text: source(1).repeat(50) }],
  ]
  for (const [name, input] of calls) {
    const { text } = await call(name, input)
    expect(encode(text).length, name).toBeLessThanOrEqual(8000)
  }
  expect((await call('overview')).data.count).toBe(count)
})
