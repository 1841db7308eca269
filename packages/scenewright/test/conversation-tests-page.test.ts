import { readFileSync } from 'node:fs'
import { validate } from '@scenewright/schemas/validate/test-report'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const pages = ['testing.md', 'conversation-tests.md'].map(page =>
  readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8'),
)
const block = (info: string) => pages.join('').split(`\n\`\`\`${info}\n`)[1]?.split('```')[0] ?? ''
const scenario = { 'scenarios/refund-status.scenario.yaml': block('yaml scenario') }

test('the run in the guide equals the output, and is repeatable', async () => {
  const cwd = await folderWith({ ...scenario, 'scenarios/refund-status.test.yaml': block('yaml tests') })
  for (const args of [[], ['--no-cache']]) {
    const { code, stdout } = await scenewright(['test', ...args], { cwd })
    expect([code, stdout]).toEqual([1, block('text')])
  }
})

test('the report for programs has the form of its schema', async () => {
  const cwd = await folderWith({ ...scenario, 'scenarios/refund-status.test.yaml': block('yaml tests') })
  const { stdout } = await scenewright(['test', '--format', 'json'], { cwd })
  expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true)
  expect(JSON.parse(stdout).summary).toEqual({ passed: 1, failed: 1 })
})

test('the tests in TypeScript in the reference pass', async () => {
  const cwd = await folderWith({ ...scenario, 'scenarios/refund-status.test.ts': block('ts') })
  const { code, stdout } = await scenewright(['test'], { cwd })
  expect([code, stdout]).toEqual([0, 'scenarios/refund-status.test.ts  2 passed\n\n2 passed, 0 failed\n'])
})
