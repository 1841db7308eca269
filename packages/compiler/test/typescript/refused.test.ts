import { expect, test } from 'vitest'
import { parseSource, placesOf, valueOfExpression } from './front-end.ts'

const begin = `import { end, reply, scenario } from 'scenewright'\n`
const tiny = 'export default scenario({})'

/** Sources whose second line is refused; the third one is sound. */
const statements: readonly (readonly [line: string, place: string])[] = [
  ['process.exit(1)', 'source/not-static 2:1'],
  ['const a = process.env.HOME', 'source/not-static 2:11'],
  [`import fs from 'node:fs'`, 'source/not-static 2:16'],
  [`import { writeFileSync } from 'fs'`, 'source/not-static 2:31'],
  [`import { x } from '../../etc/x.ts'`, 'source/not-static 2:19'],
  [`import { x } from '/etc/x.ts'`, 'source/not-static 2:19'],
  [`import x from 'lodash'`, 'source/not-static 2:15'],
  [`import x from './data.json'`, 'source/not-static 2:15'],
  [`import x from 'file:///etc/x.ts'`, 'source/not-static 2:15'],
  [`import x from 'https://example.com/x.ts'`, 'source/not-static 2:15'],
  [`import './not-there.ts'`, 'source/not-static 2:8'],
  [`import fs = require('fs')`, 'source/not-static 2:1'],
  [`export * from 'node:fs'`, 'source/not-static 2:15'],
  ['for (;;) {}', 'source/not-static 2:1'],
  ['while (true) {}', 'source/not-static 2:1'],
  ['if (true) { }', 'source/not-static 2:1'],
  ['try { } catch { }', 'source/not-static 2:1'],
  [`throw 'x'`, 'source/not-static 2:1'],
  ['await fetch("x")', 'source/not-static 2:1'],
  ['const a = await 1', 'source/not-static 2:11'],
  ['let a = 1', 'source/not-static 2:1'],
  ['var a = 1', 'source/not-static 2:1'],
  ['const a = 1; a = 2', 'source/not-static 2:14'],
  ['const a = { b: 1 }; a.b = 2', 'source/not-static 2:21'],
  ['const a = [1].push(2)', 'source/not-static 2:11'],
  ['class A {}', 'source/not-static 2:1'],
  ['namespace A { export const b = 1 }', 'source/not-static 2:1'],
  ['namespace A { export type B = 1; namespace C { const d = 1 } }', 'source/not-static 2:1'],
  ['namespace A { import b = C.D }', 'source/not-static 2:1'],
  ['export = 1', 'source/not-static 2:1'],
  ['async function f() {}', 'source/not-static 2:1'],
  ['function* f() {}', 'source/not-static 2:1'],
  ['const a = { get b() { return 1 } }', 'source/not-static 2:13'],
  ['const a = ({}).constructor', 'source/not-static 2:11'],
  ['const a = [].constructor', 'source/not-static 2:11'],
  ['const a = "".constructor', 'source/not-static 2:11'],
  ['const a = (() => 1).constructor("return 1")()', 'source/not-static 2:11'],
  ['const a = ({})["__pro" + "to__"]', 'source/not-static 2:11'],
  ['const a = { __proto__: { b: 1 } }', 'source/not-static 2:13'],
  ['const a = { "__proto__": { b: 1 } }', 'source/not-static 2:13'],
  ['const { constructor } = {}', 'source/not-static 2:9'],
  ['const a = "toString" in {}', 'source/not-static 2:11'],
  ['const a = eval("1")', 'source/not-static 2:11'],
  ['const a = new Function("return 1")()', 'source/not-static 2:11'],
  ['const a = globalThis', 'source/not-static 2:11'],
  [`const a = require('fs')`, 'source/not-static 2:11'],
  [`const a = import('./b.ts')`, 'source/not-static 2:11'],
  ['const a = import.meta.url', 'source/not-static 2:11'],
  ['const a = this', 'source/not-static 2:11'],
  ['const a = function () { return arguments }()', 'source/not-static 2:32'],
  ['const a = /x/', 'source/not-static 2:11'],
  ['const a = "x".replace(/x/, "y")', 'source/not-static 2:23'],
  ['const a = 10n', 'source/not-static 2:11'],
  ['const a = (1, 2)', 'source/not-static 2:12'],
  ['const a = String.raw`x`', 'source/not-static 2:11'],
  ['const a = [1, , 2]', 'source/not-static 2:14'],
  ['const a = void 0', 'source/not-static 2:11'],
  ['const a = Math.random()', 'source/not-static 2:11'],
  ['const a = Date.now()', 'source/not-static 2:11'],
  ['const a = new Date()', 'source/not-static 2:11'],
  ['const a = (1).toLocaleString()', 'source/not-static 2:11'],
  ['const a = "a".localeCompare("b")', 'source/not-static 2:11'],
  ['const a = Intl', 'source/not-static 2:11'],
  ['const a = console.log(1)', 'source/not-static 2:11'],
  ['const a = undefined.b', 'source/not-static 2:11'],
  ['const a = null()', 'source/not-static 2:11'],
  ['const a = [] + {}', 'source/not-static 2:11'],
  ['const a = 1 + true', 'source/not-static 2:11'],
  ['const a = 1 == "1"', 'source/not-static 2:11'],
  ['const a = `\u0024{[1]}`', 'source/not-static 2:14'],
  ['const a = 1 | 2', 'source/not-static 2:11'],
  ['const a = later, later = 1', 'source/not-static 2:11'],
  ['const a = 1; const a = 2', 'source/not-static 2:20'],
  ['const reply = 1', 'source/not-static 2:7'],
  ['const a = null ?? 1 || 2', 'source/not-static 2:11'],
  ['export const b = 1, a = b; export { a }', 'source/not-static 2:37'],
  ['export { nothing }', 'source/not-static 2:10'],
  ['const a = 1; export { a as "../../x" }', 'source/not-static 2:28'],
  ['const a = [].reduce((a, b) => a)', 'source/not-static 2:11'],
  ['const a = "x".repeat(-1)', 'source/not-static 2:22'],
  ['const a = Array.from({ length: [1] })', 'source/not-static 2:11'],
  ['const a = (1).toFixed(101)', 'source/not-static 2:23'],
  ['const a = "x".normalize("x")', 'source/not-static 2:25'],
  ['const a = 9_007_199_254_740_993', 'source/not-static 2:11'],
  ['const a = -0x20000000000001', 'source/not-static 2:12'],
  ['const { a } = null', 'source/not-static 2:7'],
  ['const [a] = { length: 1 }', 'source/not-static 2:7'],
  ['const a = reply("x", { text: "y" })', 'source/schema 2:24'],
  ['const a = scenario("x")', 'source/not-static 2:20'],
  ['const a = { b: 1, b: 2 }', 'source/syntax 2:19'],
  ['const a = { b: 1, ["b"]: 2 }', 'source/syntax 2:19'],
  ['const a = { b: 1, ...{ c: 2 }, b() {} }', 'source/syntax 2:32'],
  ['const a = { ...{ nodes: { b: 1, b: 2 } }.nodes }', 'source/syntax 2:27'],
  ['const a = { nodes: { b: 1, b: 2 } }; export const c = scenario({ flow: a.nodes })', 'source/syntax 2:22'],
]

test.each(statements)('%s is rejected at its place', async (line, place) => {
  expect(await placesOf(`${begin}${line}\n${tiny}`)).toEqual([place])
})

const files: readonly (readonly [name: string, text: string, places: readonly string[]])[] = [
  ['a file without a scenario', 'export const a = 1', ['source/schema 1:1']],
  ['an empty file', '', ['source/schema 1:1']],
  ['an unclosed bracket', 'export default {\n  a: [1,\n}', ['source/syntax 3:1']],
  ['an unclosed text', 'const a = "b\nconst c = 1', ['source/syntax 1:13']],
  ['one comma too many', 'const a = { b: 1,, c: 2 }', ['source/syntax 1:18']],
  ['an undefined item of a list', `${begin}export default scenario({ a: [1, undefined] })`, ['source/not-static 2:34']],
  [
    'an invalid number',
    `${begin}export default scenario({ a: 0 / 0, b: Infinity })`,
    ['source/not-static 2:30', 'source/not-static 2:40'],
  ],
  [
    'a function in a scenario',
    `${begin}export default scenario({ a: () => 1, b: String })`,
    ['source/not-static 2:30', 'source/not-static 2:42'],
  ],
  [
    'a list of nodes without ids',
    `${begin}export default scenario({ flow: { nodes: [['a', reply('n')], reply('n', { next: 'b' }), end()] } })`,
    ['source/schema 2:62'],
  ],
  [
    'a whole module in a scenario',
    `import * as s from 'scenewright'\nexport default s.scenario({ a: s })`,
    ['source/not-static 2:32'],
  ],
]

test.each(files)('%s is reported at its place', async (_, text, places) => {
  expect(await placesOf(text)).toEqual(places)
})

test('problems of all statements, fields and items are reported at once, and each once', async () => {
  const text = `${begin}const a = process.env.A
let b = 1
export default scenario({
  title: a,
  text: [b, new Date(), /x/],
  other: require('x'),
  fine: 1,
})`
  expect(await placesOf(text)).toEqual([
    'source/not-static 2:11',
    'source/not-static 3:1',
    'source/not-static 6:13',
    'source/not-static 6:25',
    'source/not-static 7:10',
  ])
})

test.each(['async function load() { return 1 }', 'function* load() {}', 'export async function load() {}'])(
  'a use of a refused function is not reported again: %s',
  async line => {
    expect(await placesOf(`${begin}${line}\nconst a = load()\n${tiny}`)).toEqual(['source/not-static 2:1'])
  },
)

test('a getter and a setter of one name are refused, and are no repeated key', async () => {
  const line = 'const a = { get b() { return 1 }, set b(c) {} }'
  expect(await placesOf(`${begin}${line}\n${tiny}`)).toEqual(['source/not-static 2:13', 'source/not-static 2:35'])
})

test('"export =" is refused with the form that works', async () => {
  const { problems } = await parseSource(`${begin}export = scenario({})`)
  expect(problems.map(({ message, help }) => [message, help])).toEqual([
    ['"export =" is not supported in a source', 'Write `export default` in its place.'],
  ])
})

test('a message names the problem and the alternative', async () => {
  const { problems } = await parseSource(`${begin}const a = process.env\nlet b = 1\n${tiny}`)
  expect(problems.map(({ message, help }) => [message, help])).toEqual([
    [
      '"process" is not defined: a source is evaluated, not run',
      'Put values that differ between environments in the config.',
    ],
    ['Variables are not supported in a source; use "const"', 'Use "const".'],
  ])
})

test('a source that the parser rejects does not affect the next one', async () => {
  await parseSource(`${begin}const f = (a)\nconst b = ${'('.repeat(20_000)}`)
  expect(await placesOf(`${begin}const f = (a) => a\n${tiny}`)).toEqual([])
})

const grow = (first: string, next: string) =>
  `const a0 = ${first}\n${Array.from({ length: 60 }, (_, at) => `const a${at + 1} = ${next.replaceAll('a', `a${at}`)}`).join('\n')}\n`

const hostile: readonly (readonly [name: string, text: string])[] = [
  ['an endless call', 'const f = (n: number): number => f(n + 1)\nconst a = f(0)'],
  ['endless mutual calls', 'function f() { return g() }\nfunction g() { return f() }\nconst a = f()'],
  ['calls whose number doubles', 'const f = (n: number): number => n > 60 ? 1 : f(n + 1) + f(n + 1)\nconst a = f(0)'],
  ['a text that doubles by templates', grow('"x"', '`\u0024{a}\u0024{a}`')],
  ['a text that doubles by sums', grow('"x"', 'a + a')],
  ['a list that doubles', grow('[1, 2]', '[...a, ...a]')],
  ['a list that doubles by a method', grow('[1, 2]', 'a.concat(a)')],
  ['a repeated text', 'const a = "x".repeat(1e9)'],
  ['a padded text', 'const a = "x".padStart(1e9)'],
  ['an endlessly padded text', 'const a = "x".padEnd(Infinity, "ab")'],
  ['a text whose parts grow', 'const x = "x".repeat(1e6)\nconst a = x.replaceAll("x", x)'],
  ['a text whose parts grow by reference', 'const x = "x".repeat(1e5)\nconst a = x.replaceAll("x", "$\'")'],
  [
    'a text that is searched endlessly',
    'const x = "x".repeat(1e6)\nconst a = Array.from({ length: 1e5 }, () => x.indexOf("y"))',
  ],
  ['a long list', 'const a = Array.from({ length: 1e9 })'],
  ['a long list of characters', 'const x = "x".repeat(5e6)\nconst a = x.split("")'],
  ['a joined list', 'const x = "x".repeat(1e6)\nconst a = Array.from({ length: 1000 }, () => x).join("")'],
  ['a flattened list', `${grow('[1, 2]', '[a, a]')}const b = a60.flat(Infinity)`],
  ['a list written as JSON', `${grow('[1, 2]', '[a, a]')}const b = JSON.stringify(a60)`],
  ['a scenario that doubles', `${grow('[1, 2]', '[a, a]')}export const b = scenario({ a: a20 })`],
  [
    'a deep value',
    'const a = Array.from({ length: 1e5 }).reduce((all: any) => [all], [])\nexport const b = scenario({ a })',
  ],
  [
    'a flattened deep value',
    'const a = Array.from({ length: 1e5 }).reduce((all: any) => [all], [])\nconst b = a.flat(Infinity)',
  ],
  [
    'a deep value written as JSON',
    'const a = Array.from({ length: 1e5 }).reduce((all: any) => [all], [])\nconst b = JSON.stringify(a)',
  ],
  ['10,000 parentheses', `const a = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
  ['10,000 lists in lists', `const a = ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['1,500 lists in lists', `const a = ${'['.repeat(1500)}${']'.repeat(1500)}`],
  ['10,000 sums', `const a = 1${' + 1'.repeat(10_000)}`],
  ['10,000 accesses', `const a = {}${'.b'.repeat(10_000)}`],
  ['10,000 optional accesses', `const a = {}${'?.b'.repeat(10_000)}`],
  ['10,000 negations', `const a = ${'!'.repeat(10_000)}1`],
  ['10,000 namespaces', `${'namespace a { '.repeat(10_000)}const a = 1${' }'.repeat(10_000)}`],
  ['a long name of a namespace', `namespace a${'.a'.repeat(4000)} { const a = 1 }`],
  ['10,000 functions', `const a = ${'() => '.repeat(10_000)}1`],
  ['10,000 conditions', `const a = ${'1 ? 1 : '.repeat(10_000)}1`],
  ['10,000 patterns', `const ${'['.repeat(10_000)}a${']'.repeat(10_000)} = []`],
  ['calls that the parser reads again and again', `const a = ${'async('.repeat(40)}1${')'.repeat(40)}`],
  ['types that the parser reads again and again', `type A = ${'=let <( satisfies '.repeat(40)}`],
  ['awaited values in lists', `const a = ${'<await [{'.repeat(40)}`],
  ['100,000 mistakes', 'process\n'.repeat(100_000)],
  ['100,000 mistakes in a list', `const a = [${'process,'.repeat(100_000)}]`],
  ['100,000 names that are declared again', 'const a = 1\n'.repeat(100_000)],
  ['2 MiB of garbage', '}{)(;'.repeat(400_000)],
  ['2 MiB of one line', `const a = "${'x'.repeat(2_000_000)}`],
  [
    'an endless recursion that destructures its argument',
    'const f = ([...all]: any): any => f(all)\nconst a = f("x".repeat(1000))',
  ],
]

// Without the budgets most of these take longer than the time-out of the tests.
test.each(hostile)('%s ends in problems', async (_, lines) => {
  const { roots, problems } = await parseSource(`${begin}${lines}\n${tiny}`)
  expect(roots).toEqual([])
  expect(problems.length).toBeGreaterThan(0)
})

test.each([
  [
    'a copy',
    `const base = scenario({ title: 'A', flow: {} })\nexport default base\nexport const other = { ...base }`,
    ['other'],
  ],
  ['a list', `${tiny}\nexport const list = [scenario({})]`, ['list']],
  ['an object', `${tiny}\nexport const all = { a: scenario({}) }`, ['all']],
  ['scenarios that are exported', `export const a = scenario({})\nexport const all = [a]`, []],
  ['a call', `const base = { title: 'A', flow: {} }\nexport default scenario({ ...base })`, []],
  ['nested values', `${tiny}\nexport const lost = { de: [{ at: [scenario({ title: 'Lost' })] }] }`, ['lost']],
  [
    'nested values that are exported twice',
    `${tiny}\nconst lost = [[scenario({})]], fine = [[[1]]]\nexport { lost, lost as again, fine }`,
    ['lost', 'again'],
  ],
  ['a nested value alone', `export const lost = [[scenario({})]]`, ['lost']],
  ['nested scenarios that are exported', `export const a = scenario({})\nexport const all = { a: [[a]] }`, []],
  ['other values', `${tiny}\nexport const hours = { title: 'Open' }\nexport const days = [1, { a: 2 }]`, []],
])('an export that would be left out is refused: %s', async (_name, text, expected) => {
  const { problems } = await parseSource(begin + text)
  expect(problems.map(({ rule, message }) => `${rule} ${/"(.*?)"/.exec(message)?.[1]}`)).toEqual(
    expected.map(name => `source/schema ${name}`),
  )
})

test('a refused name of an export does not hide the other names of its statement', async () => {
  const files = { 'lib/z.ts': `const zed = 'Z'\nexport { zed as 'odd name', zed as default }\n` }
  const text = `${begin}import z from '../lib/z.ts'\nexport default scenario({ title: z })\n`
  expect(await placesOf(text, files)).toEqual(['source/not-static lib/z.ts 2:17'])
})

const shared = {
  'scenarios/shared/a.ts': `${begin}export const refund = scenario({ title: 'A' }), only = scenario({ title: 'B' })`,
  'scenarios/shared/b.ts': `${begin}export const refund = scenario({ title: 'C' })`,
  'scenarios/shared/again.ts': `export { refund } from './a.ts'`,
  'scenarios/shared/texts.ts': `export const hours = 'Nine to six'\nexport * as self from './texts.ts'`,
  'scenarios/shared/inner.ts': `export * as self from './inner.ts'\nexport * as inner from './a.ts'`,
}

test.each([
  ['a name of two files', `export * from './shared/a.ts'\nexport * from './shared/b.ts'`, ['refund']],
  ['a name of two files alone', `export * from './shared/again.ts'\nexport * from './shared/b.ts'`, ['refund']],
  ['one scenario of two files', `export * from './shared/a.ts'\nexport * from './shared/again.ts'`, []],
  [
    'a name of two files that is exported by name',
    `export * from './shared/a.ts'\nexport * from './shared/b.ts'\nexport { refund } from './shared/b.ts'`,
    [],
  ],
  ['a module', `${tiny}\nexport * as delivery from './shared/a.ts'`, ['delivery']],
  ['a module alone', `export * as delivery from './shared/a.ts'`, ['delivery']],
  ['an imported module', `import * as a from './shared/a.ts'\n${tiny}\nexport const group = a`, ['group']],
  ['a module in a list', `import * as a from './shared/a.ts'\n${tiny}\nexport const group = [a]`, ['group']],
  ['a module in a module', `${tiny}\nexport * as delivery from './shared/inner.ts'`, ['delivery']],
  ['a module without scenarios', `${tiny}\nexport * as texts from './shared/texts.ts'`, []],
  ['the module of the functions', `import * as all from 'scenewright'\n${tiny}\nexport { all }`, []],
  ['a module whose scenarios are exported', `export * from './shared/a.ts'\nexport * as a from './shared/a.ts'`, []],
])('an export of another file that would be left out is refused: %s', async (_name, text, expected) => {
  const { problems } = await parseSource(begin + text, shared)
  expect(problems.map(({ rule, message }) => `${rule} ${/"(.*?)"/.exec(message)?.[1]}`)).toEqual(
    expected.map(name => `source/schema ${name}`),
  )
})

const list = `const list = ['b', 'a']`
const text = `const text = 'b-a'`

/** An expression that is refused, what its help names, and that in use. */
const replaced: readonly (readonly [refused: string, named: string, instead: string, value: unknown])[] = [
  ['list.sort()', 'toSorted(…)', 'list.toSorted()', ['a', 'b']],
  ['list.reverse()', 'toReversed()', 'list.toReversed()', ['a', 'b']],
  [`list.push('c')`, '[...list, item]', `[...list, 'c']`, ['b', 'a', 'c']],
  [`list.unshift('c')`, '[item, ...list]', `['c', ...list]`, ['c', 'b', 'a']],
  ['list.pop()', 'slice(0, -1)', 'list.slice(0, -1)', ['b']],
  ['list.shift()', 'slice(1)', 'list.slice(1)', ['a']],
  ['list.splice(0, 1)', 'toSpliced(…)', 'list.toSpliced(0, 1)', ['a']],
  ['list.forEach(item => item)', 'map(…)', 'list.map(item => item)', ['b', 'a']],
  ['[...list.keys()]', 'map((_, index) => index)', 'list.map((_, index) => index)', [0, 1]],
  ['list.entries()', 'map((item, index) => …)', 'list.map((item, index) => item + index)', ['b0', 'a1']],
  [`list.fill('c')`, 'map(() => …)', `list.map(() => 'c')`, ['c', 'c']],
  ['list.copyWithin(0, 1)', 'with(…)', `list.with(0, 'a')`, ['a', 'a']],
  ['new Set(list)', 'indexOf(item)', 'list.filter((item, index) => list.indexOf(item) === index)', ['b', 'a']],
  ['Array(2)', 'Array.from({ length: 3 }, () => …)', `Array.from({ length: 2 }, () => 'x')`, ['x', 'x']],
  ['new Array(2)', 'Array.from({ length: 3 }, () => …)', `Array.from({ length: 2 }, () => 'x')`, ['x', 'x']],
  [`new Map([['a', 1]])`, 'object', '{ a: 1 }', { a: 1 }],
  ['Object.assign({}, { a: 1 })', '{ ...first, ...second }', '{ ...{}, ...{ a: 1 } }', { a: 1 }],
  [`text.localeCompare('c')`, '< and >', `text < 'c'`, true],
  [`text.replace(/-/g, '+')`, 'replaceAll(…)', `text.replaceAll('-', '+')`, 'b+a'],
  ['text.match("b")', 'includes(…)', 'text.includes("b")', true],
  ['text.search("b")', 'indexOf(…)', 'text.indexOf("b")', 0],
  ['text.substr(1)', 'slice(…)', 'text.slice(1)', '-a'],
  ['text.toLocaleLowerCase()', 'toLowerCase()', 'text.toLowerCase()', 'b-a'],
  ['text.toLocaleUpperCase()', 'toUpperCase()', 'text.toUpperCase()', 'B-A'],
  [`+'3'`, 'Number(…)', `Number('3')`, 3],
]

test.each(replaced)('the help for %s names a replacement that works', async (refused, named, instead, value) => {
  const { problems } = await parseSource(`${begin}${list}\n${text}\nconst a = ${refused}\n${tiny}`)
  expect(problems.map(({ help }) => help)).toEqual([expect.stringContaining(named)])
  expect(await valueOfExpression(instead, `${list}\n${text}`)).toEqual({ value })
})
