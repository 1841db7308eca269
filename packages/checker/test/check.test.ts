import { compileText } from '@scenewright/compiler'
import type { Finding } from '@scenewright/model'
import type { SuppressionComment } from '@scenewright/model/compilation'
import { expect, test } from 'vitest'
import { blockingFindings, check, createSourceCheck, narrow, type Only, rules } from '../src/index.ts'
import { compilationOf, declared, edge, flow, node, placeOf, scenarioOf, sourceOf } from './compile-flow.ts'

const file = 'a.scenario.yaml'

/** Cut off are `price` (line 2) and `place` (line 3). */
const twoCutOff = scenarioOf(flow('hello price place end', 'hello>end price>end place>end'))

const namesOf = (findings: readonly Finding[]) => findings.map(found => `${found.rule} ${found.range.start.line}`)

function comment(rule: string, line: number, reason = 'a reason'): SuppressionComment {
  const range = { start: { line: line + 90, column: 5 }, end: { line: line + 90, column: 9 } }
  return { rule, reason, line, file, range }
}

function checkWith(comments: readonly SuppressionComment[], options: Parameters<typeof check>[2] = {}) {
  return check(withComments(comments), declared, options)
}

function withComments(suppressions: readonly SuppressionComment[]) {
  return { sources: [sourceOf([twoCutOff], { suppressions })], findings: [] }
}

test.each<[string, SuppressionComment[], string[], number]>([
  ['by its rule', [comment('graph/unreachable', 2)], ['graph/unreachable 3'], 1],
  ['by its group', [comment('graph/*', 3)], ['graph/unreachable 2'], 1],
  ['by two comments', [comment('graph/*', 3), comment('graph/unreachable', 3)], ['graph/unreachable 2'], 1],
  [
    'not by another rule',
    [comment('graph/trap', 2)],
    ['graph/unreachable 2', 'graph/unreachable 3', 'project/unused-suppression 92'],
    0,
  ],
  [
    'not by all rules',
    [comment('*', 2)],
    ['graph/unreachable 2', 'graph/unreachable 3', 'project/unused-suppression 92'],
    0,
  ],
  [
    'not without a reason',
    [comment('graph/*', 2, ' ')],
    ['graph/unreachable 2', 'graph/unreachable 3', 'project/suppression-without-reason 92'],
    0,
  ],
  [
    'not findings about suppressions',
    [comment('graph/trap', 2), comment('project/*', 92)],
    ['graph/unreachable 2', 'graph/unreachable 3', 'project/unused-suppression 92'],
    0,
  ],
])('a comment suppresses a finding on its line: %s', (_name, comments, expected, suppressed) => {
  const report = checkWith(comments)
  expect(namesOf(report.findings).filter(name => name !== 'project/unused-suppression 182')).toEqual(expected)
  expect(report.suppressed).toHaveLength(suppressed)
  expect(report.summary.suppressed).toBe(suppressed)
})

test.each<[string, object, string[]]>([
  ['its rule in a file', { rule: 'graph/unreachable', files: file }, []],
  ['its group in folders', { rule: 'graph/*', files: ['none/**', '*.yaml'] }, []],
  ['a rule at one node', { rule: 'graph/unreachable', files: '**', node: 'price' }, ['graph/unreachable 3']],
  [
    'a rule elsewhere',
    { rule: 'graph/unreachable', files: 'b.*' },
    ['graph/unreachable 2', 'graph/unreachable 3', 'project/unused-suppression 1'],
  ],
])('the config suppresses %s', (_name, entry, expected) => {
  const suppress = [{ rule: '', files: '', reason: 'a reason', ...entry }]
  const { findings } = check(compilationOf(twoCutOff), { ...declared, suppress })
  expect(namesOf(findings).sort()).toEqual(expected)
})

test('an entry of the config can suppress findings about a comment, and is then used', () => {
  const suppress = [{ rule: 'project/unused-suppression', files: '**', reason: 'a reason' }]
  const report = check(withComments([comment('graph/trap', 2)]), { ...declared, suppress })
  expect(namesOf(report.findings)).toEqual(['graph/unreachable 2', 'graph/unreachable 3'])
  expect(report.suppressed.map(({ by, reason }) => `${by}: ${reason}`)).toEqual(['config: a reason'])
})

test('a check of part of a project reports nothing about the rest or the config', () => {
  const suppress = [{ rule: 'graph/trap', files: '**', reason: 'a reason' }]
  const [a, b] = [flow('a b end', 'a>end'), flow('c d end', 'c>end')]
  const two = compilationOf(scenarioOf(a, 'a'), scenarioOf(b, 'b'))
  const config = { ...declared, suppress }
  const reports = two.sources.map(createSourceCheck(config))
  const found = (only?: Only) =>
    narrow(check(two, config), reports, only).findings.map(({ rule, file }) => `${file} ${rule}`)
  expect(found({ files: new Set(['b.scenario.yaml']) })).toEqual(['b.scenario.yaml graph/unreachable'])
  expect(found()).toEqual([
    'a.scenario.yaml graph/unreachable',
    'b.scenario.yaml graph/unreachable',
    'scenewright.config.yaml project/unused-suppression',
  ])
})

test('in a source that does not bind, a comment is reported as unused only if it names no rule', () => {
  const suppressions = [comment('graph/trap', 1), comment('source/schema', 1), comment('graph/trpa', 1)]
  const { findings } = check({ sources: [sourceOf([], { suppressions })], findings: [] }, {})
  expect(findings.map(({ rule, message }) => `${rule} ${/"(.*?)"/.exec(message)?.[1]}`).sort()).toEqual([
    'project/unused-suppression graph/trpa',
    'project/unused-suppression source/schema',
  ])
})

const ofCompiler: Finding = {
  rule: 'source/not-static',
  severity: 'error',
  message: 'This is known only when it runs',
  ...placeOf([]),
  scenario: 'a',
  related: [{ ...placeOf([]), message: 'called from here' }],
  help: 'Write it out.',
  fixes: [],
}

test('findings of the compiler are passed on unchanged', () => {
  const report = check({ sources: [sourceOf([], { findings: [ofCompiler] })], findings: [] }, {})
  expect(report.findings).toEqual([ofCompiler])
  expect(blockingFindings(report)).toEqual([ofCompiler])
})

test.each(['source/syntax', 'source/not-static', 'source/schema', 'source/needs-quotes'])(
  'no level and no suppression hides that a document would be missing or wrong: %s',
  rule => {
    const found = { ...ofCompiler, rule }
    const suppressions = [comment(rule, 1), comment('source/*', 1)]
    const sources = [sourceOf([], { findings: [found], suppressions })]
    const report = check(
      { sources, findings: [] },
      {
        rules: { 'source/*': 'off', '*': 'warning' },
        overrides: [{ files: '**', rules: { 'source/*': 'info' } }],
        suppress: [{ rule, files: '**', reason: 'a reason' }],
      },
    )
    expect(blockingFindings(report)).toEqual([found])
    expect(report.suppressed).toEqual([])
  },
)

test('no level and no suppression hides that two sources have one key', () => {
  const sources = ['a.scenario.yaml', 'b.scenario.yaml'].map(file => sourceOf([{ ...twoCutOff, file }], {}))
  const suppress = [{ rule: 'source/duplicate-key', files: '**', reason: 'a reason' }]
  const report = check({ sources, findings: [] }, { ...declared, rules: { '*': 'off' }, suppress })
  expect(blockingFindings(report).map(({ rule }) => rule)).toEqual(['source/duplicate-key'])
})

test.each<[string, NonNullable<Parameters<typeof check>[1]['rules']>, string | undefined]>([
  ['its own level', { 'graph/complexity': 'error' }, 'error'],
  ['off', { 'graph/complexity': 'off' }, undefined],
  ['its group', { 'graph/*': 'warning' }, 'warning'],
  ['all rules', { '*': 'off' }, undefined],
  ['the later entry', { 'graph/*': 'off', 'graph/complexity': 'warning' }, 'warning'],
  ['the later group', { 'graph/complexity': 'warning', 'graph/*': 'off' }, undefined],
  ['options leave the level', { 'graph/*': 'error', 'graph/complexity': { max_nodes: 1 } }, 'error'],
  ['a larger limit', { 'graph/complexity': { level: 'error', max_nodes: 61 } }, undefined],
  ['a limit that is not a number', { 'graph/complexity': { max_nodes: '100' } }, 'info'],
  ['another group', { 'graphs/*': 'off', 'graph/comp': 'off' }, 'info'],
])('the config decides on a rule: %s', (_name, settings, expected) => {
  const inner = Array.from({ length: 60 }, (_, index) => `n${index}`)
  const edges = inner.map((id, index) => `${id}>${inner[index + 1] ?? 'end'}`)
  const compilation = compilationOf(scenarioOf(flow([...inner, 'end'].join(' '), edges.join(' '))))
  const { findings } = check(compilation, { ...declared, rules: { ...declared.rules, ...settings } })
  expect(findings.map(found => found.severity)).toEqual(expected === undefined ? [] : [expected])
})

test('findings are in order of file, place and rule, and counted', () => {
  const wrong = flow('a b end', 'a>b a>gone b>end')
  const definition = { ...wrong, nodes: [node('a'), node('b', 'MYSTERY'), node('end')] }
  const report = check(compilationOf(scenarioOf(definition, 'b'), scenarioOf(definition, 'a')), declared)
  expect(report.findings.map(found => `${found.file} ${found.rule}`)).toEqual([
    'a.scenario.yaml graph/unknown-node-type',
    'a.scenario.yaml graph/unknown-target',
    'b.scenario.yaml graph/unknown-node-type',
    'b.scenario.yaml graph/unknown-target',
  ])
  expect(report.summary).toEqual({ files: 2, scenarios: 2, errors: 2, warnings: 2, infos: 0, suppressed: 0 })
})

test('a rule keeps no state from one run to the next', () => {
  const compilation = compilationOf(twoCutOff)
  expect(check(compilation, declared)).toEqual(check(compilation, declared))
})

test('every rule has a unique id, a level and a sentence', () => {
  expect(new Set(rules.map(rule => rule.id)).size).toBe(rules.length)
  for (const rule of rules) {
    expect(rule.id).toMatch(/^[a-z]+\/[a-z-]+$/)
    expect(rule.summary).toMatch(/^[A-Z].*\.$/)
  }
})

test.each([
  ['a chain', 1, (index: number) => [index + 1]],
  ['a ring of replies', 19_999, (index: number) => [(index + 1) % 10_000, index + 1]],
  ['a trap behind every node', 5001, (index: number) => (index % 2 === 0 ? [index + 1, index + 2] : [index])],
  ['without edges', 10_001, () => []],
])('a flow of 10,000 nodes is checked: %s', (_name, expected, next) => {
  const count = 10_000
  const nodes = Array.from({ length: count }, (_, index) => node(`${index % 2 === 1 ? 'ask' : 'n'} ${index}`))
  const idOf = (index: number) => nodes[index]?.id ?? 'end'
  const edges = nodes.flatMap(({ id }, index) =>
    next(index).map(to => edge(`${id}>${idOf(to)}`, { id: `${index} ${to}` })),
  )
  const definition = { start_node_id: idOf(0), nodes: [...nodes, node('end')], edges }
  const rules = { ...declared.rules, 'source/service-limit': 'off' } as const
  const { findings } = check(compilationOf(scenarioOf(definition)), { ...declared, rules })
  expect(findings.length).toBe(expected)
})

test.each(['404', '1e3', 'null', 'true', 'a #1', 'a: b', "it's", 'say "hi"', 'old/name', 'cafe\u0301'])(
  'the line for the former key %s is read as that key',
  async from => {
    const to = 'caf\u00e9'
    const read = async (file: string, textWith: (line: string) => string) => {
      const compile = (line: string) => compileText({ file, key: to, text: textWith(line) })
      const compilation = { sources: [await compile('')], findings: [] }
      const { findings } = check(compilation, declared, { renames: [{ from, to }] })
      const help = findings.find(({ rule }) => rule === 'project/renamed-without-trace')?.help ?? ''
      const source = await compile(help.slice(help.indexOf('renamed_from')))
      return source.scenarios[0]?.renamedFrom
    }
    const yaml = 'title: T\ntrigger_description: D\nflow: { nodes: { done: END } }\n'
    expect(await read('a.scenario.yaml', line => `${yaml}${line}`)).toBe(from)
    const start = "import { end, scenario } from 'scenewright'\nexport default scenario({"
    const fields = "title: 'T', trigger_description: 'D', flow: { nodes: { done: end() } }"
    expect(await read('a.scenario.ts', line => `${start} ${line} ${fields} })\n`)).toBe(from)
  },
)
