import { symlinkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, scenewright, scenewrightProcess } from './run.ts'

const scenario = (title: string, reply = 'A refund takes 3 to 5 business days.') => `title: ${title}
trigger_description: The customer asks when a refund will arrive.
flow:
  nodes:
    wait_time:
      text: ${reply}
      next: done
    done: END
`

const rules = `export default [
  {
    scope: 'scenario',
    id: 'acme/polite-end',
    level: 'warning',
    hasFix: true,
    summary: 'No reply says goodbye.',
    options: { words: { default: ['goodbye'], summary: 'The words of which a reply must have one.' } },
    check({ definition, options, report }) {
      for (const [index, { id, text = '' }] of definition.nodes.entries()) {
        if (text === '' || options.words.some(word => text.includes(word))) continue
        const at = ['scenario', 'definition', 'nodes', index, 'text']
        report({ message: 'The customer reads no goodbye', at, node: id, help: 'Say goodbye.' })
      }
    },
  },
  {
    scope: 'project',
    id: 'acme/unique-title',
    level: 'error',
    summary: 'Two scenarios have the same title.',
    docs: 'docs/unique-title.md',
    check({ scenarios, report }) {
      const first = new Map()
      for (const { key, document: { scenario: { title } } } of scenarios) {
        const at = ['scenario', 'title']
        const other = first.get(title)
        if (other === undefined) first.set(title, key)
        else report({ scenario: key, message: 'The title is taken', at, related: [{ scenario: other, at, message: 'Here' }] })
      }
    },
  },
]
`

const quiet = 'rules: { "trigger/*": off }\n'
const allow = '--allow-custom-rules'

/** A project with two scenarios of one title, and these rules. */
function projectWith(module: string, { config = quiet, name = 'rules.mjs', files = {} } = {}): Promise<string> {
  return folderWith({
    'scenewright.config.yaml': `custom_rules: ./${name}\n${config}`,
    [name]: module,
    'scenarios/a.scenario.yaml': scenario('Refund'),
    'scenarios/b.scenario.yaml': scenario('Refund', 'goodbye'),
    ...files,
  })
}

interface Found {
  readonly rule: string
  readonly severity: string
  readonly file: string
  readonly docs: string
  readonly range: { readonly start: { readonly line: number } }
}

/** A module that was once imported stays as it was for its process, so each run has one of its own. */
async function found(cwd: string, ...args: string[]): Promise<string[]> {
  const { stdout, stderr } = await scenewrightProcess(['check', '--format', 'json', allow, ...args], { cwd })
  if (stdout === '') throw new Error(stderr)
  const { findings }: { readonly findings: readonly Found[] } = JSON.parse(stdout)
  return findings.map(({ rule, severity, file, range }) => `${file}:${range.start.line} ${severity} ${rule}`)
}

describe('custom rules of a project', () => {
  test('do not run by default: one line says so, and the result is the same as without them', async () => {
    const cwd = await projectWith('throw new Error("run")')
    const { code, stdout, stderr } = await scenewright(['check'], { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr.split('\n').filter(line => line.includes('"./rules.mjs"'))).toEqual([
      expect.stringContaining('--allow-custom-rules'),
    ])
    expect((await scenewright(['check', '--quiet'], { cwd })).stderr).toBe('')
  })

  test('are run by the option, and by the environment', async () => {
    const cwd = await projectWith(rules)
    const expected = [
      'scenarios/a.scenario.yaml:6 warning acme/polite-end',
      'scenarios/b.scenario.yaml:1 error acme/unique-title',
    ]
    expect(await found(cwd)).toEqual(expected)
    expect(await found(cwd, '--no-cache')).toEqual(expected)
    const env = { SCENEWRIGHT_ALLOW_CUSTOM_RULES: '1' }
    const { code, stdout } = await scenewright(['check', '--format', 'json'], { cwd, env })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).findings.map(({ docs }: Found) => docs)).toEqual(['rules.mjs', 'docs/unique-title.md'])
    expect((await scenewright(['check'], { cwd, env: { SCENEWRIGHT_ALLOW_CUSTOM_RULES: '0' } })).code).toBe(0)
  })

  test('run again every time: their results are not cached', async () => {
    const cwd = await projectWith(rules)
    expect(await found(cwd)).toHaveLength(2)
    await writeFile(join(cwd, 'rules.mjs'), rules.replace('includes(word)', "includes('e')"))
    expect(await found(cwd)).toHaveLength(1)
  })

  test.each([
    [
      'their levels',
      'rules: { "trigger/*": off, acme/polite-end: info, "acme/unique-title": off }',
      ['a:6 info polite-end'],
    ],
    ['their group', 'rules: { "trigger/*": off, "acme/*": off }', []],
    ['the preset', 'preset: strict\nrules: { "trigger/*": off }', ['a:6 error polite-end', 'b:1 error unique-title']],
    [
      'their options',
      'rules: { "trigger/*": off, acme/polite-end: { words: [days] } }',
      ['b:6 warning polite-end', 'b:1 error unique-title'],
    ],
    [
      'overrides',
      `${quiet}overrides: [{ files: scenarios/b*, rules: { "acme/*": info } }]`,
      ['a:6 warning polite-end', 'b:1 info unique-title'],
    ],
    [
      'suppressions',
      `${quiet}suppress: [{ rule: acme/unique-title, files: "scenarios/*", reason: both are one }]`,
      ['a:6 warning polite-end'],
    ],
  ])('obey the config: %s', async (_name, config, expected) => {
    const lines = expected.map(line => line.replace(/^(\w):(\d+) (\w+) /, 'scenarios/$1.scenario.yaml:$2 $3 acme/'))
    expect((await found(await projectWith(rules, { config: `${config}\n` }))).sort()).toEqual(lines.sort())
  })

  test('can be suppressed by a comment, which is not reported as unused while they do not run', async () => {
    const comment = '# scenewright-ignore acme/polite-end: it goes on elsewhere\n      text:'
    const files = { 'scenarios/a.scenario.yaml': scenario('Returns').replace('text:', comment) }
    const cwd = await projectWith(rules, { files })
    expect(await found(cwd)).toEqual([])
    expect((await scenewright(['check', '--fail-on', 'info'], { cwd })).code).toBe(0)
    const unknown = await projectWith(rules, {
      files: { 'scenarios/a.scenario.yaml': files['scenarios/a.scenario.yaml'].replace('polite-end', 'polite-edn') },
    })
    expect(await found(unknown)).toContain('scenarios/a.scenario.yaml:6 warning project/unused-suppression')
  })

  test('can be named in the config while they do not run, and must exist when they do', async () => {
    const cwd = await projectWith(rules, { config: 'rules: { acme/polite-edn: off, "trigger/*": off }\n' })
    expect((await scenewright(['check'], { cwd })).code).toBe(0)
    const { code, stderr } = await scenewright(['check', allow], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('scenewright.config.yaml:2:')
    expect(stderr).toContain('"acme/polite-end"')
  })

  test('may be CommonJS, and wait at the top of an ES module', async () => {
    const waiting = `await Promise.resolve()\n${rules.replace('export default', 'export const rules =')}`
    expect(await found(await projectWith(waiting))).toHaveLength(2)
    for (const start of ['module.exports =', 'exports.rules =']) {
      const module = rules.replace('export default', start)
      expect(await found(await projectWith(module, { name: 'rules.cjs' }))).toHaveLength(2)
    }
  })

  test('cannot change the input of other rules', async () => {
    const meddling = (change: string) => `module.exports = [
      { scope: 'scenario', id: 'acme/meddle', level: 'info', summary: 'Meddles.', check(context) { ${change} } },
      { scope: 'project', id: 'acme/look', level: 'info', summary: 'Looks.', check({ scenarios, report }) {
        for (const { key, document } of scenarios) report({ scenario: key, message: document.scenario.title })
      } },
    ]`
    for (const change of ['context.scenario.document.scenario.title = "x"', 'context.definition.nodes.pop()']) {
      const cwd = await projectWith(meddling(`try { ${change} } catch {}`), { name: 'rules.cjs' })
      const { stdout } = await scenewright(['check', '--format', 'json', allow], { cwd })
      expect(JSON.parse(stdout).findings.map((each: { message: string }) => each.message)).toEqual(['Refund', 'Refund'])
    }
  })
  test('can fix their findings, and be in a baseline, whose entries are kept while they do not run', async () => {
    const fix = `{ title: 'Say it', change: { kind: 'replace', path: at, text: text + ' goodbye' } }`
    const mending = rules.replace("help: 'Say goodbye.'", `fix: ${fix}`)
    const cwd = await projectWith(mending)
    expect((await scenewright(['check', allow, '--write-baseline'], { cwd })).code).toBe(0)
    const before = await readFile(join(cwd, 'scenewright.baseline.json'), 'utf8')
    expect((await scenewright(['check', '--prune-baseline'], { cwd })).code).toBe(0)
    expect(await readFile(join(cwd, 'scenewright.baseline.json'), 'utf8')).toBe(before)
    await rm(join(cwd, 'scenewright.baseline.json'))
    await scenewright(['check', allow, '--fix'], { cwd })
    expect(await readFile(join(cwd, 'scenarios/a.scenario.yaml'), 'utf8')).toContain('5 business days. goodbye\n')
    expect(await found(cwd)).toEqual(['scenarios/b.scenario.yaml:1 error acme/unique-title'])
  })
})

describe('a fault of a custom rule is an error that names it, and no crash', () => {
  const failing = `export default [{ scope: 'scenario', id: 'acme/x', level: 'info', summary: 'X.', check() { null.x } }]`

  test.each([
    ['a module that throws', 'throw new Error("boom")', 'boom'],
    ['a module that does not parse', 'export default [', 'rules.mjs'],
    ['a module that does not export a list', 'export default {}', 'list of rules'],
    ['a check that throws', failing, '"acme/x" of "rules.mjs" failed on "scenarios/a.scenario.yaml"'],
  ])('%s', async (_name, module, hint) => {
    const { code, stdout, stderr } = await scenewright(['check', allow], { cwd: await projectWith(module) })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('the stack is printed on demand', async () => {
    const cwd = await projectWith(failing)
    const { stderr } = await scenewright(['check', allow], { cwd, env: { SCENEWRIGHT_DEBUG: '1' } })
    expect(stderr).toMatch(/\n\s+at .*rules\.mjs:1/)
  })

  test.each([
    ['../rules.mjs', 'is outside the project'],
    ['missing.mjs', 'is not an existing file'],
    ['scenarios', 'must be JavaScript'],
    ['linked.mjs', 'is outside the project'],
  ])('the module %s is rejected at its place in the config', async (name, hint) => {
    const elsewhere = await folderWith({ 'rules.mjs': rules })
    const cwd = await projectWith(rules, { files: { 'scenewright.config.yaml': `custom_rules: ${name}\n` } })
    symlinkSync(join(elsewhere, 'rules.mjs'), join(cwd, 'linked.mjs'))
    const { code, stderr } = await scenewright(['check', allow], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('scenewright.config.yaml:1:')
    expect(stderr).toContain(hint)
  })
})

describe('explain and --list-rules', () => {
  test('show custom rules of a project if they can run', async () => {
    const files = { 'docs/unique-title.md': '# acme/unique-title\n\nSee **why**.\n' }
    const cwd = await projectWith(rules, { files, config: 'rules: { acme/polite-end: { words: [bye] } }\n' })
    const listed = await scenewright(['check', '--list-rules', '--format', 'json', allow], { cwd })
    expect(JSON.parse(listed.stdout).rules.filter((each: { group: string }) => each.group === 'acme')).toMatchObject([
      { id: 'acme/polite-end', level: 'warning', options: { words: { default: ['goodbye'], value: ['bye'] } } },
      { id: 'acme/unique-title', level: 'error', fixable: false, docs: 'docs/unique-title.md' },
    ])
    const polite = await scenewright(['explain', 'acme/polite-end', allow], { cwd })
    expect(polite.stdout).toContain('No reply says goodbye.')
    expect(polite.stdout).toContain('In this project: warning, `words` ["bye"].')
    expect((await scenewright(['explain', 'acme/unique-title', allow], { cwd })).stdout).toContain('See why.')
    for (const args of [['explain'], ['check', '--rule']]) {
      const refused = await scenewright([...args, 'acme/polite-end'], { cwd })
      expect(refused.code).toBe(2)
      expect(refused.stderr).toContain('there is no rule "acme/polite-end"')
      expect(refused.stderr).toContain(`for a rule of the project itself, add ${allow}`)
    }
    expect((await scenewright(['explain', 'graph/trap'], { cwd })).stderr).toBe('')
  })
})
