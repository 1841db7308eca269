import { describe, expect, test } from 'vitest'
import type { SourceNode } from '../../src/parse/source-tree.ts'
import { parseSource, valueOfExpression } from './front-end.ts'

const expressions: readonly (readonly [expression: string, value: unknown, before?: string])[] = [
  [`'a' + 'b'`, 'ab'],
  ['`a \u0024{1 + 1} \u0024{true} \u0024{null}`', 'a 2 true null'],
  ['`a\\n\u0024{`\u0024{"b"}`}`', 'a\nb'],
  ['-1.5', -1.5],
  ['0x1f + 1_000', 1031],
  ['2 ** 3 % 5', 3],
  ['null', null],
  ['[1, "a", [true]] as const', [1, 'a', [true]]],
  [`({ a: 1 } satisfies object)`, { a: 1 }],
  ['(<string>"a")', 'a'],
  ['value!', 1, 'const value: number | undefined = 1'],
  ['{ a: undefined, b: 1 }', { b: 1 }],
  [`{ b: 1, 10: 'x', a: 2, 2: 'y' }`, { 2: 'y', 10: 'x', b: 1, a: 2 }],
  [`{ ['a' + 1]: 1, "b c": 2, [\`d\`]: 3 }`, { a1: 1, 'b c': 2, d: 3 }],
  [`{ ...{ a: 1, b: 2 }, b: 3, ...(false && { c: 4 }), ...null, ...undefined }`, { a: 1, b: 3 }],
  ['[...[1, 2], 3, ...(true ? [4] : [])]', [1, 2, 3, 4]],
  [`[...'a😀']`, ['a', '😀']],
  ['a.b.c ?? 1', 1, 'const a = { b: {} as { c?: number } }'],
  ['a?.b.c.d ?? 1', 1, 'const a = undefined as undefined | { b: { c: { d: 1 } } }'],
  ['a?.b().c ?? 1', 1, 'const a = null as null | { b: () => { c: 1 } }'],
  ['a.b?.(1) ?? 2', 2, 'const a: { b?: (n: number) => number } = {}'],
  ['a.b?.(1)', 2, 'const a = { b: (n: number) => n + 1 }'],
  [`a['b']["c"]`, 1, 'const a = { b: { c: 1 } }'],
  ['[a[0], a.length, a[5] ?? 9, a[-1] ?? 8]', [7, 1, 9, 8], 'const a = [7]'],
  ['0 || "a"', 'a'],
  ['"" ?? "a"', ''],
  ['[1 === 1, "1" == "1", null == undefined, 1 < 2, "b" > "a", !0]', [true, true, true, true, true, true]],
  ['[typeof "a", typeof undefined, typeof (() => 1), typeof []]', ['string', 'undefined', 'function', 'object']],
  ['"a" in { a: 1 }', true],
  [
    '[Color.Red, Color.Blue, Color[0], Named.A]',
    [0, 6, 'Red', 'a'],
    `enum Color { Red, Green = 5, Blue } const enum Named { A = 'a' }`,
  ],
  ['Keys.C', 3, `enum Keys { A = 'a', B = 1, C = Object.keys(Keys).length }`],
  ['Size.Both', 3, 'enum Size { A = 1, B = A + 1, Both = Size.A + B }'],
  ['f(1)', 'one', `function f(n: number) { if (n === 1) return 'one'; else { return 'other' } }`],
  [
    'f({ a: 1, b: 2, c: 3 }, [4, 5, 6])',
    [1, 9, { c: 3 }, 4, [6]],
    'const f = ({ a, b: x = 0, ...rest }: any, [y, , ...z]: any) => [a, x + 7, rest, y, z]',
  ],
  ['f()', ['a', 'b'], `const f = (a = 'a', { b } = { b: 'b' }) => [a, b]`],
  ['f(1, 2, 3)', [1, [2, 3]], 'const f = (first: number, ...rest: number[]) => [first, rest]'],
  ['fold(3)', 6, 'function fold(n: number): number { return n === 0 ? 0 : n + fold(n - 1) }'],
  [
    'even(4)',
    true,
    'const even = (n: number): boolean => n === 0 || odd(n - 1)\nfunction odd(n: number) { return n !== 0 && even(n - 1) }',
  ],
  ['add(1)(2)', 3, 'const add = (a: number) => (b: number) => a + b'],
  [
    'f("b")',
    [1, 2],
    `const f = (k: string) => { const all = { a: 1, b: { c: [1, 2] } }; { const all = 0 } switch (k) { case 'a': return 0; case 'b': { return all.b.c } default: return 9 } }`,
  ],
  [
    '[f("a"), f("b"), f("c")]',
    ['ab', 'ab', 'c'],
    `function f(k: string) { switch (k) { case 'a': case 'b': return 'ab'; default: return 'c' } }`,
  ],
  ['(function self(n: number): number { return n > 2 ? n : self(n + 1) })(0)', 3],
  ['({ f(n: number) { return n } }).f(2)', 2],
  ['f<string>("a")', 'a', 'const f = <T,>(value: T): T => value'],
  ['first', 1, 'const [first, { second = 2 }] = [1, {}] as const'],
  ['late()', 1, 'const late = () => value\nconst value = 1'],
  [`'a-b'.split('-').map(part => part.toUpperCase()).join('+')`, 'A+B'],
  [`['b', 'a'].toSorted()`, ['a', 'b']],
  [`[{ n: 2 }, { n: 1 }].toSorted((a, b) => a.n - b.n)`, [{ n: 1 }, { n: 2 }]],
  ['[1, 2, 3].filter(n => n % 2).reduce((a, b) => a + b, 10)', 14],
  ['Array.from({ length: 3 }, (_, n) => n * 2)', [0, 2, 4]],
  ['Object.fromEntries(Object.entries({ a: 1, b: 2 }).map(([k, v]) => [k + v, v]))', { a1: 1, b2: 2 }],
  ['Math.max(...[1, 3, 2])', 3],
  ['[1, 2].map(String)', ['1', '2']],
  ['(1.005).toFixed(2)', '1.00'],
  [`JSON.stringify({ b: [1, undefined], a: undefined })`, '{"b":[1,null]}'],
  ['Object.freeze([1]).includes(1)', true],
  [`{ ['__proto__']: 1 }`, JSON.parse('{"__proto__":1}')],
]

const rows = expressions.map(([expression, value, before = '']) => ({ expression, value, before }))

test.each(rows)('$expression is evaluated', async ({ expression, value, before }) => {
  expect(await valueOfExpression(expression, before)).toEqual({ value })
})

const valid = { title: 't', trigger_description: 'd' }
const forms: readonly (readonly [nodes: string, value: unknown])[] = [
  [`{ a: reply('x', { next: 'b', title: 'A' }), b: end() }`, { a: { text: 'x', next: 'b', title: 'A' }, b: 'END' }],
  [`{ b: end({ title: 'B' }) }`, { b: { type: 'END', title: 'B' } }],
  [`{ q: node('ASK', { text: 'x', answers: ['y'] }) }`, { q: { type: 'ASK', text: 'x', answers: ['y'] } }],
  [`[['2', reply('x', { next: '1' })], ['1', end()]]`, { 2: { text: 'x', next: '1' }, 1: 'END' }],
  [`{ a: s.reply('x') }`, { a: { text: 'x' } }],
]

describe('the calls of the authoring module', () => {
  test.each(forms)('%s has the form of a YAML source', async (nodes: string, value: unknown) => {
    const text = `import * as s from 'scenewright'\nimport { end, node, reply, scenario } from 'scenewright'
export default scenario({ title: 't', trigger_description: 'd', flow: { nodes: ${nodes} } })`
    const { roots, problems } = await parseSource(text)
    expect(problems).toEqual([])
    expect(roots.map(({ node }) => node.value)).toEqual([{ ...valid, flow: { nodes: value } }])
  })
})

// What packages/scenewright/src/authoring returns where something else runs it, in the order of its fields.
const returned: readonly (readonly [expression: string, json: string])[] = [
  [`{ exit_message: 'Bye!', ...scenario({ exit_message: undefined }) }`, '{"exit_message":"Bye!"}'],
  [`{ exit_message: 'Bye!', ...{ exit_message: undefined } }`, '{}'],
  [`{ text: 'Hi', ...node('ASK', { text: undefined }) }`, '{"text":"Hi","type":"ASK"}'],
  [`{ title: 'Hi', ...end({ title: undefined }) }`, '{"title":"Hi","type":"END"}'],
  [`{ title: 'Hi', ...reply('x', { title: undefined }) }`, '{"title":"Hi","text":"x"}'],
  [`'a' in scenario({ a: undefined })`, 'false'],
  [`'a' in scenario({ b: [{ c: { a: undefined } }] }).b[0].c`, 'false'],
  [`Object.keys(scenario({ b: 1, a: undefined, 1: 2 }))`, '["1","b"]'],
  [`scenario({ a: [undefined, 1] }).a.length`, '2'],
  [`Object.keys(reply('x', { next: 'b', title: 'A' }))`, '["text","next","title"]'],
  [`Object.keys(reply('x', { next: 'b', title: undefined }))`, '["text","next"]'],
  [`(o => Object.keys(reply(o.text, o)))({ next: 'b', text: 'x' })`, '["text","next"]'],
  [`Object.keys(node('ASK', { title: 'A', type: 'B' }))`, '["type","title"]'],
  [`end(undefined)`, '"END"'],
  [`end({})`, '{"type":"END"}'],
  [`Object.keys(end({ extra: {}, title: 'A' }))`, '["type","extra","title"]'],
]

test.each(returned)('%s has the value that the published functions return', async (expression, json) => {
  const { roots, problems } = await parseSource(`import { end, node, reply, scenario } from 'scenewright'
export default scenario({ value: ${expression} })`)
  expect(problems).toEqual([])
  expect(JSON.stringify(roots[0]?.node.value)).toBe(`{"value":${json}}`)
})

test('values keep their places where an undefined field is left out beside them', async () => {
  const text = `import { scenario } from 'scenewright'
const base = { list: [{ a: undefined, b: 'x' }], c: undefined }
export default scenario({ ...base, d: { e: undefined, f: 'y' } })`
  const { roots } = await parseSource(text)
  const places: string[] = []
  const visit = (node: SourceNode): void => {
    places.push(text.slice(node.start, node.end))
    if (node.kind === 'list') node.items.forEach(visit)
    if (node.kind === 'mapping') for (const { value } of node.fields) visit(value)
  }
  for (const { node } of roots) visit(node)
  expect(places.slice(1)).toEqual([
    "[{ a: undefined, b: 'x' }]",
    "{ a: undefined, b: 'x' }",
    "'x'",
    "{ e: undefined, f: 'y' }",
    "'y'",
  ])
})

test.each([
  ['a list of pairs keeps its order and', "[['2', end()], ['1', reply('x')], ['2', reply('y')]]"],
  ['an object keeps', "{ '2': end(), '1': reply('x'), '2': reply('y') }"],
])('%s its repeated ids of nodes', async (_, written) => {
  const { roots, problems } = await parseSource(`import { end, reply, scenario } from 'scenewright'
export default scenario({ flow: { nodes: ${written} } })`)
  expect(problems).toEqual([])
  const flow = roots[0]?.node.kind === 'mapping' ? roots[0].node.fields[0]?.value : undefined
  const nodes = flow?.kind === 'mapping' ? flow.fields[0]?.value : undefined
  expect(nodes?.kind === 'mapping' ? nodes.fields.map(({ name }) => name) : []).toEqual(['2', '1', '2'])
  expect(Object.keys(nodes?.value ?? {}).length).toBe(3)
})

test('a field of a spread object may be written again', async () => {
  const { roots } = await parseSource(`import { scenario } from 'scenewright'
const base = { title: 'a', trigger_description: 'd' }
export default scenario({ ...base, title: 'b', ...{ title: 'c' } })`)
  expect(roots[0]?.node.value).toEqual({ title: 'c', trigger_description: 'd' })
})

test('each scenario that a file exports is a root', async () => {
  const text = `import { scenario as make } from 'scenewright'
const inner = make({ title: 'inner' })
export const status = make({ title: 'status' }), answer = 42
export const { late } = { late: make({ title: 'late' }) }
export { inner as renamed }
export function helper() { return 1 }
export type Title = string
export default make({ title: 'default' })`
  const { roots } = await parseSource(text)
  expect(roots.map(({ name, node }) => [name, node.value])).toEqual([
    ['status', { title: 'status' }],
    ['late', { title: 'late' }],
    ['renamed', { title: 'inner' }],
    [undefined, { title: 'default' }],
  ])
})

test('the comments that suppress a finding apply to their own line or the next one', async () => {
  const text = `// scenewright-ignore flow/trap: known
// another comment

/* scenewright-ignore flow/*: a block */
const a = 1 // scenewright-ignore text/long
const b = 'scenewright-ignore in a text' // no scenewright-ignore: here
const c = \`\${a} // scenewright-ignore in a template\`
/** scenewright-ignore a/b: doc */
export default {
  a: 1,
  // scenewright-ignore in/side: a reason
}
// scenewright-ignore at/end: nothing follows`
  const { suppressions } = await parseSource(text)
  expect(suppressions.map(({ rule, reason, line, range }) => [rule, reason, range.start.line, line])).toEqual([
    ['flow/trap', 'known', 1, 5],
    ['flow/*', 'a block', 4, 5],
    ['text/long', '', 5, 5],
    ['a/b', 'doc', 8, 9],
    ['in/side', 'a reason', 11, 12],
    ['at/end', 'nothing follows', 13, 13],
  ])
})
