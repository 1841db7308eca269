import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root, runDemo } from './run-demo.ts'

const scratch = mkdtempSync(join(tmpdir(), 'scenewright-demo-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('the demo ends with the reply that the service sent by webhook', async () => {
  const { code, stdout, stderr } = await runDemo({ scratch })
  expect(code, stderr).toBe(0)
  const source = readFileSync(`${root}scenarios/shop/scenarios/warranty/terms.scenario.yaml`, 'utf8')
  const reply = /text: >-\n([\s\S]*?)\n\s+next:/
    .exec(source)?.[1]
    ?.trim()
    .replace(/\s*\n\s*/g, ' ')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`reply from the service: ${reply}`)
  expect(stdout).toMatch(/from the knowledge base: [^─]*in the yard behind the showroom/)
  expect(stdout).toContain('Nothing to do')
  // Every node, edge and scenario of the shop is shown by a conversation test that passes.
  expect(stdout.match(/^(nodes|edges|scenarios) +100\.0 %/gm)).toHaveLength(3)
})
