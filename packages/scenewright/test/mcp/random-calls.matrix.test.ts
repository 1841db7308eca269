import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { folderWith } from '../run.ts'
import { agentAt } from './agent.ts'

/** Everything in a folder but the cache: names, kinds, times and contents. */
function snapshot(folder: string, below = ''): readonly unknown[] {
  return readdirSync(join(folder, below)).flatMap(name => {
    const path = join(below, name)
    if (path === join('.scenewright', 'cache')) return []
    const { mode, mtimeMs, size } = lstatSync(join(folder, path))
    if (lstatSync(join(folder, path)).isDirectory()) return [[path, mode], ...snapshot(folder, path)]
    return [[path, mode, mtimeMs, size, readFileSync(join(folder, path), 'utf8')]]
  })
}

const source = (title: string) => `title: ${title}
trigger_description: The customer asks about ${title}.
examples: [What about ${title}?, Tell me about ${title}, A question on ${title}]
flow: { nodes: { wait: { text: A week., next: done }, done: END } }
`

const project = {
  'scenewright.config.yaml': 'bot: { primary_language: en }\n',
  'scenarios/refund.scenario.yaml': source('refunds'),
  'scenarios/hours.scenario.yaml': source('opening hours'),
  'scenarios/refund.test.yaml': 'triggers: [{ starts: refund, messages: [What about refunds?] }]\n',
}

const texts = fc.oneof(
  fc.constantFrom('scenarios/refund.scenario.yaml', 'refund', 'scenarios/new.scenario.yaml', '..', '', 'HEAD', 'graph'),
  fc.string({ maxLength: 30, unit: 'binary' }),
)

/** Mostly one of the values that are right there. */
const mostly = (...values: readonly string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: texts })

const any = { requiredKeys: [] }
const paths = fc.array(mostly('scenarios', 'scenarios/refund.scenario.yaml', 'refund'), { maxLength: 1 })
const messages = fc.array(mostly('What about refunds?', 'thanks', 'when do you open'), { maxLength: 3 })
const files = mostly('scenarios/refund.scenario.yaml', 'scenarios/new.scenario.yaml', 'scenarios/refund.test.yaml')
const edit = fc.oneof(texts, fc.constant(source('refunds again')))
const changes = fc.array(
  fc.record(
    {
      kind: fc.constantFrom('replace', 'remove', 'insert', 'set', 'renameKey', 'move'),
      path: fc.constantFrom(
        ['scenario', 'title'],
        ['scenario', 'examples'],
        ['scenario', 'examples', 1],
        ['scenario', 'definition', 'nodes', 1],
        ['scenario', 'definition', 'edges', 0],
        ['__proto__'],
      ),
      text: texts,
      texts: fc.array(texts, { maxLength: 2 }),
      value: fc.oneof(fc.double(), fc.nat(3), texts),
    },
    { requiredKeys: ['kind', 'path'] },
  ),
  { maxLength: 2 },
)

/** The calls of each tool, with its own fields and sometimes those of another one. */
const inputs: { readonly [tool: string]: fc.Arbitrary<Record<string, unknown>> } = {
  overview: fc.record({ filter: texts }, any),
  check: fc.record({ paths, rule: mostly('graph', 'text', 'trigger/few-examples') }, any),
  ask: fc.record({ messages }),
  test: fc.record({ paths, name: mostly('', 'refund') }, any),
  diff: fc.record({ base: texts }, any),
  lab: fc.record({ scenario: mostly('refund', 'hours') }, any),
  propose_edit: fc.oneof(fc.record({ file: files, text: edit }), fc.record({ file: files, changes, hash: texts }, any)),
  apply_edit: fc.record({ file: texts, text: edit }),
  x: fc.record({ messages, paths }),
}

const calls = fc.oneof(
  ...Object.entries(inputs).map(([name, input]) => input.map(given => ({ name, input: given }))),
  fc.record({ name: fc.constantFrom(...Object.keys(inputs)), input: fc.oneof(...Object.values(inputs)) }),
)

test('without --allow-edit, no call writes anything but the cache, and every answer is small', async () => {
  const cwd = await folderWith(project)
  const { client, call } = await agentAt({ cwd })
  await call('overview')
  const before = snapshot(cwd)
  const known = new Set((await client.listTools()).tools.map(({ name }) => name))
  let answered = 0
  await fc.assert(
    fc.asyncProperty(calls, async ({ name, input }) => {
      if (!known.has(name)) return void (await expect(client.callTool({ name, arguments: input })).rejects.toThrow())
      // A token has at least one byte.
      const { text, isError } = await call(name, input)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000)
      if (!isError) answered += 1
    }),
    { numRuns: byTier({ once: 100, full: 5000 }), endOnFailure: true },
  )
  expect(snapshot(cwd)).toEqual(before)
  expect(answered).toBeGreaterThan(byTier({ once: 10, full: 1000 }))
})
