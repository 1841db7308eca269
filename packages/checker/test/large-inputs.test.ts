import { compileText } from '@scenewright/compiler'
import { expect, test } from 'vitest'
import { check, rules } from '../src/index.ts'

// In quadratic time, each of these would take longer than the runner allows.

/** What a rule finds in a scenario with these examples and this reply. */
async function messagesOf(id: string, { examples = [], reply = 'Hello' }: { examples?: string[]; reply?: string }) {
  const nodes = { hello: { text: reply, next: 'done' }, done: 'END' }
  const text = JSON.stringify({ title: 'T', trigger_description: 'D', examples, flow: { nodes } })
  const source = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  expect(source.scenarios).toHaveLength(1)
  const { findings } = check({ sources: [source], findings: [] }, {}, { rules: rules.filter(rule => rule.id === id) })
  return findings.map(({ message }) => message)
}

test.each<[string, string]>([
  ['parentheses', `https://shop${')'.repeat(100_000)}`],
  ['punctuation', `https://shop/${'.'.repeat(1_000_000)}a`],
])('the end of a link is found behind many marks: %s', async (_name, reply) => {
  const found = await messagesOf('text/link', { reply })
  expect(found).toEqual([expect.stringMatching(/ contains "https:\/\/shop.*", which is no working link/)])
})

test('examples that are one message with different signs are compared once', async () => {
  const sign = (index: number) => String.fromCodePoint(0x2800 + index)
  const signs = Array.from({ length: 30_000 }, (_, index) => sign(index >> 8) + sign(index & 255))
  const examples = [...signs, ...signs.slice(0, 3)].map(each => `Where is it ${each}`)
  const found = await messagesOf('trigger/duplicate-example', { examples })
  expect(found).toHaveLength(examples.length - 1)
  expect(found.filter(message => message.includes('occurs twice'))).toHaveLength(3)
})
