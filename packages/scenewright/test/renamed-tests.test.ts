import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const scenario = (head: string) => `${head}title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my refund?, When do I get my money back?, how long does a refund take]
flow:
  nodes:
    wait_time: { text: A refund takes 3 to 5 business days., next: done }
    done: END
`

const tests = (key: string) => `# Written by hand.
triggers:
  - starts: ${key}  # the refund
    messages: [where is the refund]
conversations:
  - name: 'offers  it'
    turns:
      - { user: Where is my refund?, expect: { starts: "${key}", ends: true } }
`

const typescript = (key: string) => `import { tests } from 'scenewright'

export default tests({
  triggers: [{ starts: '${key}', messages: ['where is my refund'] }],
})
`

test('a test that names a former key says the new one, and check --fix changes only that name', async () => {
  const cwd = await folderWith({
    'scenarios/refund.scenario.yaml': scenario('renamed_from: billing/refund-status\n'),
    'scenarios/a.test.yaml': tests('billing/refund-status'),
    'scenarios/b.test.ts': typescript('billing/refund-status'),
  })
  const failed = await scenewright(['test'], { cwd })
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('"billing/refund-status" was renamed to "refund": `scenewright check --fix` changes')
  const { code, stderr } = await scenewright(['check', '--fix'], { cwd })
  expect([code, stderr]).toEqual([0, '2 findings fixed in 2 files\nno findings in 3 files (1 scenario)\n'])
  expect(readFileSync(join(cwd, 'scenarios/a.test.yaml'), 'utf8')).toBe(tests('refund'))
  expect(readFileSync(join(cwd, 'scenarios/b.test.ts'), 'utf8')).toBe(typescript('refund'))
  const passed = await scenewright(['test'], { cwd })
  expect([passed.code, passed.stderr]).toEqual([0, ''])
})

test.each([
  ['test', ['test', 'refund-state']],
  ['graph', ['graph', 'refund-state']],
  ['example add', ['example', 'add', 'refund-state', 'one more']],
])('%s names the present key for a former one', async (_, args) => {
  const cwd = await folderWith({
    'scenarios/money.scenario.yaml': scenario('renamed_from: refund-state\n'),
    'scenarios/refund-status.scenario.yaml': scenario(''),
    'scenarios/a.test.yaml': tests('money'),
  })
  const { code, stderr } = await scenewright(args, { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('"refund-state" was renamed to "money"\n')])
})
