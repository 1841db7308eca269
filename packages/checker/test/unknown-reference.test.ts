import { compileText } from '@scenewright/compiler'
import type { Finding } from '@scenewright/model'
import type { CompiledSource } from '@scenewright/model/compilation'
import { expect, test } from 'vitest'
import { check, rules, type SourceReport } from '../src/index.ts'
import { knownScenarios } from '../src/tests/known-scenarios.ts'

const rule = rules.find(({ id }) => id === 'test/unknown-reference')

function scenario(nodes: string, extra = ''): string {
  return `title: T\ntrigger_description: D\n${extra}flow: { nodes: { ${nodes}, done: END } }\n`
}

const several = `import { end, reply, scenario } from 'scenewright'
export const express = scenario({ title: 'E', trigger_description: 'D', flow: { nodes: { fast: reply('F', { next: 'done' }), done: end() } } })
`

const sources: Readonly<Record<string, string>> = {
  'scenarios/billing/refund.scenario.yaml': scenario('how_long: { text: t, next: done }'),
  'scenarios/delivery/times.scenario.ts': several,
  'scenarios/off.scenario.yaml': scenario('terms: { text: t, next: done }', 'is_active: false\n'),
  'scenarios/own.scenario.yaml': scenario('a: { text: t, next: done }', 'key: a/key/of/its/own\n'),
}

/** What the rule says of one conversation with these expectations, a turn each. */
async function namesIn(expectations: readonly string[], files = sources): Promise<readonly string[]> {
  const turns = expectations.map(each => `      - { user: u, expect: { ${each} } }\n`)
  const text = `conversations:\n  - name: n\n    turns:\n${turns.join('')}`
  const compiled: CompiledSource[] = []
  for (const [file, source] of Object.entries({ ...files, 'scenarios/a.test.yaml': text })) {
    const key = file.replace(/^scenarios\/|\.(?:scenario|test)\.\w+$/g, '')
    compiled.push(await compileText({ file, key, text: source }))
  }
  const { findings } = check({ sources: compiled, findings: [] }, {}, { rules: rule === undefined ? [] : [rule] })
  const lines = text.split('\n')
  return findings.map(found => `${nameAt(found, lines)}${/^Did you mean (.*)\?/.exec(found.help ?? '')?.[1] ?? ''}`)
}

function nameAt({ range: { start, end } }: Finding, lines: readonly string[]): string {
  return `${start.line - 3} ${lines[start.line - 1]?.slice(start.column - 1, end.column - 1)} `
}

test.each<[string, string[], string[]]>([
  ['a scenario', ['starts: billing/refund'], []],
  ['one of several scenarios in a file', ['starts: delivery/times/express, walk: [fast, done]'], []],
  ['an explicit key', ['starts: a/key/of/its/own'], []],
  ['the path of a scenario with an explicit key', ['starts: own'], ['1 own "a/key/of/its/own"']],
  ['a scenario without its folder', ['starts: refund'], ['1 refund "billing/refund"']],
  ['an unknown scenario', ['starts: none'], []],
  ['an unknown scenario among the offered ones', ['clarifies: [none]'], ['1 none ']],
  ['a misspelled scenario', ['starts: Nonne'], ['1 Nonne "none"']],
  ['an unknown key', ['starts: weather/today'], ['1 weather/today ']],
  ['a key that is similar to a known one', ['starts: billing/refnud'], ['1 billing/refnud "billing/refund"']],
  [
    'a key that is similar to a known one, in another case',
    ['starts: Billing/Refund'],
    ['1 Billing/Refund "billing/refund"'],
  ],
  ['an unknown key and its walk', ['starts: weather/today, walk: [sunny]'], ['1 weather/today ']],
  ['the same key twice', ['starts: weather/today', 'clarifies: [weather/today, off]'], ['1 weather/today ', '2 off ']],
  ['a scenario that is switched off, and its walk', ['starts: off, walk: [temrs]'], ['1 off ']],
  ['a node of another scenario', ['starts: billing/refund, walk: [how_long, fast]'], ['1 fast ']],
  ['a node that is similar to a known one', ['starts: billing/refund, walk: [how_lnog]'], ['1 how_lnog "how_long"']],
  ['a node of any scenario', ['starts: billing/refund', 'walk: [fast, done]'], []],
  ['a node of no scenario', ['starts: billing/refund', 'walk: [fats, sunny]'], ['2 fats "fast"', '2 sunny ']],
  ['a node, and no scenario that starts', ['starts: none, walk: [sunny]'], ['1 sunny ']],
])('a test names %s', async (_name, expectations, expected) => {
  expect(await namesIn(expectations)).toEqual(expected)
})

test.each<[string, string, string[], string[]]>([
  ['a source that does not parse', 'scenarios/x.scenario.yaml', ['starts: x, walk: [a]', 'walk: [sunny]'], []],
  [
    'a source in a folder that does not parse',
    'scenarios/x/y.scenario.ts',
    ['starts: x/y', 'starts: x/y/z', 'starts: x'],
    ['3 x '],
  ],
  ['one that has another key', 'scenarios/x.scenario.yaml', ['starts: y'], ['1 y ']],
  ['a file of conversation tests', 'scenarios/x.test.yaml', ['starts: x', 'walk: [sunny]'], ['1 x ', '2 sunny ']],
])('a possible reference is not reported: %s', async (_name, file, expectations, expected) => {
  expect(await namesIn(expectations, { ...sources, [file]: '[' })).toEqual(expected)
})

test('two thousand unknown names are each reported, next to 500 known ones', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `starts: some/folder/of/scenarios-${index}`)
  const keys = Array.from({ length: 500 }, (_, index) => `key: some/folder/of/stories-${index}\n`)
  const files = keys.map((key, index) => [`scenarios/${index}.scenario.yaml`, scenario('a: { text: t }', key)])
  expect(await namesIn(names, Object.fromEntries(files))).toHaveLength(2000)
})

test('a source that does not bind is looked at once for all keys', () => {
  let reads = 0
  const report = (index: number) => ({
    get file() {
      reads += 1
      return `scenarios/x/${index}.scenario.ts`
    },
    key: `x/${index}`,
    isBound: false,
    scenarios: [],
  })
  const reports = Array.from({ length: 50 }, (_, index) => report(index) as unknown as SourceReport)
  const { mayHide } = knownScenarios({ reports })
  const hidden = Array.from({ length: 100 }, (_, index) => mayHide(`x/${index}/express`))
  expect(hidden.filter(Boolean)).toHaveLength(50)
  expect(reads).toBeLessThanOrEqual(2 * reports.length)
})

/** The files of tests after the fixes of renamed keys; the text itself if there is no fix. */
async function fixed(file: string, text: string, to = 'b', extra = ''): Promise<string> {
  const renamed = scenario('a: { text: t, next: done }', `renamed_from: old/b\n${extra}`)
  const compiled = [
    await compileText({ file: 'scenarios/b.scenario.yaml', key: to, text: renamed }),
    await compileText({ file, key: 'a', text }),
  ]
  expect(compiled.flatMap(({ findings }) => findings)).toEqual([])
  const { findings } = check({ sources: compiled, findings: [] }, {}, { rules: rule === undefined ? [] : [rule] })
  expect(findings.filter(({ message }) => message.startsWith('"old/b" was renamed'))).toHaveLength(1)
  const edits = findings.flatMap(({ fixes }) => fixes.flatMap(fix => fix.edits))
  const lines = text.split('\n')
  const offset = ({ line, column }: Finding['range']['start']) =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  return edits
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((result, edit) => {
      return result.slice(0, offset(edit.range.start)) + edit.text + result.slice(offset(edit.range.end))
    }, text)
}

const head = `import { tests } from 'scenewright'\n`

test.each<[string, string]>([
  ['in double quotes', `export default tests({ triggers: [{ starts: "old/b", messages: ['m'] }] })\n`],
  ['in backticks', 'export default tests({ triggers: [{ starts: `old/b`, messages: ["old/b"] }] })\n'],
])('the fix for a renamed key keeps the quotes of TypeScript: %s', async (_name, text) => {
  expect(await fixed('scenarios/a.test.ts', head + text)).toBe(head + text.replace('old/b', 'b'))
})

test.each<[string, string, string]>([
  ["'old/b'", 'a $x`', "'a $x`'"],
  ["'old/b'", "it's", '"it\'s"'],
  ['"old/b"', 'a $x', '"a $x"'],
  ['old/b', 'a $x', '"a $x"'],
  ['old/b', 'b/c', 'b/c'],
])('the fix for a renamed key keeps the quotes of YAML: %s and the key %s', async (from, to, expected) => {
  const tests = (key: string) => `triggers:\n  - { starts: ${key}, messages: [m] }\n`
  expect(await fixed('scenarios/a.test.yaml', tests(from), to)).toBe(tests(expected))
})

test.each<[string, string]>([
  ['a constant', "const topic = 'old/b'\nexport default tests({ triggers: [{ starts: topic, messages: [topic] }] })\n"],
  [
    'a spread',
    "const all = ['old/b', 'b']\nexport default tests({ triggers: [{ clarifies: [...all], messages: ['m'] }] })\n",
  ],
  [
    'a spread mapping',
    "const own = { starts: 'old/b', messages: ['m'] }\nexport default tests({ triggers: [{ ...own }] })\n",
  ],
  [
    'a shorthand',
    "const starts = 'old/b'\nconst messages = ['m']\nexport default tests({ triggers: [{ starts, messages }] })\n",
  ],
  [
    'a call',
    "const on = (m: string) => ({ starts: 'old/b', messages: [m] })\nexport default tests({ triggers: [on('m')] })\n",
  ],
  ['an expression', "export default tests({ triggers: [{ starts: 'old/' + 'b', messages: ['m'] }] })\n"],
  ['a template', `export default tests({ triggers: [{ starts: \`old/\${'b'}\`, messages: ['m'] }] })\n`],
  [
    'a text that is compared',
    "export default tests({ triggers: [{ starts: 'old/b', messages: ['m'] }].filter(t => t.starts === 'old/b') })\n",
  ],
])('a renamed key in TypeScript has no fix if anything else would change: %s', async (_name, text) => {
  expect(await fixed('scenarios/a.test.ts', head + text)).toBe(head + text)
})

test('a renamed key in YAML has no fix if an alias uses it; others in the file keep theirs', async () => {
  const table = (key: string, message: string) => `  - starts: ${key}\n    messages: [${message}]\n`
  const anchored = `triggers:\n${table('&k old/b', '*k')}`
  expect(await fixed('scenarios/a.test.yaml', anchored)).toBe(anchored)
  const other = (key: string) => `triggers:\n${table('&k c', '*k')}${table(key, 'm')}`
  expect(await fixed('scenarios/a.test.yaml', other('old/b'))).toBe(other('b'))
})

test('a use that a comment suppresses stays as it is, also if it is the first one', async () => {
  const table = (key: string) => `  - starts: ${key}\n    messages: [m]\n`
  const ignored = `  # scenewright-ignore test/unknown-reference: in the next release\n${table('old/b')}`
  const tests = (key: string) => `triggers:\n${ignored}${table(key)}${ignored}${table(key)}`
  expect(await fixed('scenarios/a.test.yaml', tests('old/b'))).toBe(tests('b'))
})

test('a key that was renamed to that of an inactive scenario has no fix', async () => {
  const text = 'triggers:\n  - { starts: old/b, messages: [m] }\n'
  expect(await fixed('scenarios/a.test.yaml', text, 'b', 'is_active: false\n')).toBe(text)
})

test('a key that two scenarios have as their former one has no fix', async () => {
  const renamed = scenario('a: { text: t, next: done }', 'renamed_from: old/b\n')
  const text = 'triggers:\n  - { starts: old/b, messages: [m] }\n'
  const compiled = await Promise.all([
    compileText({ file: 'scenarios/b.scenario.yaml', key: 'b', text: renamed }),
    compileText({ file: 'scenarios/c.scenario.yaml', key: 'c', text: renamed }),
    compileText({ file: 'scenarios/a.test.yaml', key: 'a', text }),
  ])
  const { findings } = check({ sources: compiled, findings: [] }, {}, { rules: rule === undefined ? [] : [rule] })
  expect(findings.map(({ fixes }) => fixes)).toEqual([[]])
})
