import { describe, expect, test } from 'vitest'
import toolkit from '../package.json' with { type: 'json' }
import { folderWith, scenewright } from './run.ts'

/** Where this version's documentation is on the web. */
const docs = `https://github.com/scenewright/scenewright/blob/v${toolkit.version}/docs/`

const bare = await folderWith({})
const configured = await folderWith({
  'scenewright.config.yaml': `rules:
  graph/complexity: { level: warning, max_nodes: 30 }
  "text/*": off
overrides:
  - { files: scenarios/legacy/**, rules: { "graph/*": off } }
`,
})

interface Listed {
  readonly id: string
  readonly group: string
  readonly level: string
  readonly default_level: string
  readonly options: object
}

async function listed(args: readonly string[], cwd: string): Promise<readonly Listed[]> {
  const { stdout } = await scenewright([...args, '--format', 'json'], { cwd })
  return JSON.parse(stdout).rules
}

describe('explain', () => {
  test('prints the page of a rule without marks of Markdown', async () => {
    const { code, stdout } = await scenewright(['explain', 'graph/trap'], { cwd: bare })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^graph\/trap\n\nLevel: error\.\n\nA walk /)
    expect(stdout).toContain('\n    title: Refund status\n')
    expect(stdout).not.toMatch(/^#|```|\]\(/m)
  })

  test('prints links as addresses that can be opened, in text and in JSON', async () => {
    const schema = await scenewright(['explain', 'source/schema'], { cwd: bare })
    expect(schema.stdout).toContain(`(${docs}source-format.md#types-of-your-own)`)
    const asserts = await scenewright(['explain', 'test/asserts-nothing', '--format', 'json'], { cwd: bare })
    expect(JSON.parse(asserts.stdout).page).toContain(`[source/schema](${docs}rules/source/schema.md)`)
  })

  test('prints color only if wanted', async () => {
    const env = { FORCE_COLOR: '1' }
    const { stdout } = await scenewright(['explain', 'graph/complexity'], { cwd: bare, env })
    expect(stdout).toContain('\u001b[1mgraph/complexity\u001b[0m')
    expect(stdout).toContain('\u001b[36mmax_nodes\u001b[0m')
  })

  test('shows the level of the rule in the nearest config', async () => {
    const { stdout } = await scenewright(['explain', 'graph/complexity'], { cwd: configured })
    expect(stdout).toContain(
      'Level: info.\n\nIn this project: warning, `max_nodes` 30; otherwise in `scenarios/legacy/**`.\n',
    )
    const { stdout: data } = await scenewright(['explain', 'graph/complexity', '--format', 'json'], { cwd: configured })
    expect(JSON.parse(data)).toMatchObject({
      id: 'graph/complexity',
      level: 'warning',
      default_level: 'info',
      fixable: false,
      options: { max_nodes: { default: 60, value: 30 } },
      docs: `${docs}rules/graph/complexity.md`,
      page: expect.stringContaining('# graph/complexity'),
    })
  })

  test.each(['graph', 'graph/', 'graph/*'])('lists the rules of a group: %s', async name => {
    const rules = await listed(['explain', name], bare)
    expect(rules.map(({ id }) => id)).toContain('graph/trap')
    expect(new Set(rules.map(({ group }) => group))).toEqual(new Set(['graph']))
  })

  test('lists all rules by their groups without a name', async () => {
    const { stdout } = await scenewright(['explain'], { cwd: configured })
    expect(stdout.match(/^\S.*$/gm)).toEqual(['source', 'graph', 'trigger', 'text', 'test', 'project'])
    expect(stdout).toMatch(/^ {2}graph\/complexity +warning {2}/m)
    expect(stdout).toMatch(/^ +max_nodes: 30 {2}/m)
    expect(stdout).toMatch(/^ {2}text\/empty +off {6}/m)
    expect((await scenewright(['check', '--list-rules'], { cwd: configured })).stdout).toBe(stdout)
  })

  test.each([
    ['dead-end', '"graph/dead-end"'],
    ['grahp', '"graph/*"'],
    ['text/dead-edn', '"graph/dead-end"'],
    ['weather/sunny', '`scenewright explain`'],
  ])('suggests a near match for %s', async (name, hint) => {
    const { code, stdout, stderr } = await scenewright(['explain', name], { cwd: bare })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(hint)
  })

  test('ignores an invalid config, because the user may be fixing it, unless it was named', async () => {
    const cwd = await folderWith({ 'scenewright.config.yaml': 'rules: { graph/trpa: off }\n' })
    const { code, stdout, stderr } = await scenewright(['explain', 'graph/trap'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('Level: error.')
    expect(stderr).toContain('scenewright.config.yaml:1:')
    const named = await scenewright(['explain', 'graph/trap', '--config', 'scenewright.config.yaml'], { cwd })
    expect(named.code).toBe(2)
  })
})

test('--list-rules prints for programs the effective level, and options with their defaults', async () => {
  const rules = await listed(['check', '--list-rules'], configured)
  expect(new Set(rules.filter(({ group }) => group === 'text').map(({ level }) => level))).toEqual(new Set(['off']))
  expect(rules.find(({ id }) => id === 'graph/complexity')).toMatchObject({
    level: 'warning',
    default_level: 'info',
    options: { max_nodes: { default: 60, value: 30 } },
  })
})
