import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { copyOf } from '../run.ts'
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

const texts = fc.oneof(
  fc.constantFrom('scenarios/orders/status.scenario.ts', 'scenarios/new.scenario.yaml', '..', '', 'HEAD', 'graph'),
  fc.string({ maxLength: 30, unit: 'binary' }),
)

const calls = fc.record({
  name: fc.constantFrom('overview', 'check', 'ask', 'test', 'diff', 'lab', 'propose_edit', 'apply_edit', 'x'),
  input: fc.oneof(
    fc.record(
      {
        file: texts,
        text: fc.oneof(texts, fc.constant('title: New\n')),
        hash: texts,
        paths: fc.array(texts, { maxLength: 3 }),
        messages: fc.array(texts, { maxLength: 3 }),
        cursor: texts,
        filter: texts,
        rule: texts,
        base: texts,
        scenario: texts,
        name: texts,
      },
      { requiredKeys: [] },
    ),
    fc.record({ file: texts, text: texts }),
    fc.record({ messages: fc.array(texts, { minLength: 1, maxLength: 3 }) }),
    fc.record({ paths: fc.array(texts, { maxLength: 2 }) }),
  ),
})

test('without --allow-edit, no call writes anything but the cache, and every answer is small', async () => {
  const cwd = await copyOf('shop')
  const { client, call } = await agentAt({ cwd })
  await call('overview')
  const before = snapshot(cwd)
  const known = new Set((await client.listTools()).tools.map(({ name }) => name))
  await fc.assert(
    fc.asyncProperty(calls, async ({ name, input }) => {
      if (!known.has(name)) return void (await expect(client.callTool({ name, arguments: input })).rejects.toThrow())
      // A token has at least one byte.
      expect(Buffer.byteLength((await call(name, input)).text)).toBeLessThanOrEqual(8000)
    }),
    { numRuns: byTier({ once: 60, full: 5000 }), endOnFailure: true },
  )
  expect(snapshot(cwd)).toEqual(before)
})
