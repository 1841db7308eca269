import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const page = readFileSync(fileURLToPath(new URL('../../../docs/coverage.md', import.meta.url)), 'utf8')

function block(name: string): string {
  const [, text] = page.match(new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm')) ?? []
  if (text === undefined) throw new Error(`docs/coverage.md has no block "${name}"`)
  return text
}

const calls = [...page.matchAll(/^```console\n\$ scenewright ([^\n]+)\n([\s\S]*?)^```$/gm)].flatMap(
  ([, call = '', output = '']): readonly (readonly [string, string])[] =>
    output.startsWith('$') ? [] : [[call, output]],
)

const project = () =>
  folderWith({
    'scenewright.config.yaml':
      'bot: { primary_language: en }\nextensions: { nodes: { ASK: { waits: true, fields: { properties: { question: { type: string } } } } } }\n',
    'scenarios/refund.scenario.yaml': block('yaml refund'),
    'scenarios/order.scenario.yaml': block('yaml order'),
    'scenarios/refund.test.yaml': block('yaml tests'),
  })

describe('docs/coverage.md', () => {
  test.each(calls)('shows the result of: %s', async (call, shown) => {
    const { stdout, stderr } = await scenewright(call.split(' '), { cwd: await project() })
    expect(call.includes('--min') ? stderr : stdout).toBe(shown)
  })

  test('shows three calls and their output', () => {
    expect(calls.map(([call]) => call)).toEqual(['test --coverage', 'test --min 80', 'test --generate'])
  })

  test('shows the JSON', async () => {
    const { stdout } = await scenewright(['test', '--coverage', '--format', 'json'], { cwd: await project() })
    const { by_scenario, ...rest } = JSON.parse(stdout).coverage
    expect(rest).toEqual(JSON.parse(block('json coverage')))
    const names = by_scenario.flatMap((scenario: object) => Object.keys(scenario))
    expect([...new Set(names)].filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })
})
