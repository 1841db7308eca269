import { expect, test } from 'vitest'
import { createPlaces, type Span } from '../../src/parse/places.ts'
import type { SourceNode } from '../../src/parse/source-tree.ts'
import { type Files, parseSource } from './front-end.ts'

const begin = `import { end, node, reply, scenario } from 'scenewright'\n`
const own = 'scenarios/a.scenario.ts'

const shared: Files = {
  'shared/w.ts': `import { reply } from 'scenewright'
export const text = 'Hello'
export const nodes = { a: reply('A'), b: reply(text) }
export const thank = (who: string) => ({ text: \`Thanks, \${who}\`, who })
export const greet = () => ({ hi: text })
`,
}

/** A source, the way to a value in its scenario, the text at its place, and the text that it comes from. */
const values: readonly (readonly [
  name: string,
  text: string,
  path: readonly (string | number)[],
  at: string,
  from?: string,
])[] = [
  ['a literal', `export default scenario({ a: 'x' })`, ['a'], `'x'`],
  ['a constant', `const x = 'x'\nexport default scenario({ a: x })`, ['a'], `'x'`],
  ['a template', 'const n = 1\nexport default scenario({ a: `x\\u0024{n}` })', ['a'], '`x\\u0024{n}`'],
  ['a sum', `export default scenario({ a: 'x' + 'y' })`, ['a'], `'x' + 'y'`],
  ['the scenario', `export default scenario({ a: 1 })`, [], '{ a: 1 }'],
  ['a reply', `export default scenario({ a: reply('x') })`, ['a'], `reply('x')`],
  ['the text of a reply', `export default scenario({ a: reply('x') })`, ['a', 'text'], `'x'`],
  ['the next of a reply', `export default scenario({ a: reply('x', { next: ['b'] }) })`, ['a', 'next', 0], `'b'`],
  ['an end', `export default scenario({ a: end() })`, ['a'], 'end()'],
  ['a helper', `const f = () => ({ b: 'x' })\nexport default scenario({ a: f() })`, ['a'], 'f()', `{ b: 'x' }`],
  [
    'the result of a helper',
    `const f = () => ({ b: 'x' })\nexport default scenario({ a: f() })`,
    ['a', 'b'],
    'f()',
    `'x'`,
  ],
  ['an argument', `const f = (b: string) => ({ b })\nexport default scenario({ a: f('x') })`, ['a', 'b'], `'x'`],
  [
    'a helper of a helper',
    `const g = () => 'x'\nconst f = () => [g()]\nexport default scenario({ a: f() })`,
    ['a', 0],
    'f()',
    `'x'`,
  ],
  ['a function in a call', `export default scenario({ a: ['x'].map(b => ({ b, c: 'y' })) })`, ['a', 0, 'c'], `'y'`],
  [
    'an item given to a function in a call',
    `export default scenario({ a: ['x'].map(b => ({ b })) })`,
    ['a', 0, 'b'],
    `'x'`,
  ],
  [
    'a helper called by a function in a call',
    `const f = (n: number) => ({ n, c: 'y' })\nexport default scenario({ a: [1].map(n => f(n)) })`,
    ['a', 0, 'c'],
    'f(n)',
    `'y'`,
  ],
  [
    'a helper that is passed to a method',
    `const f = (n: number) => ({ c: 'y' })\nexport default scenario({ a: [1].map(f) })`,
    ['a', 0, 'c'],
    '[1].map(f)',
    `'y'`,
  ],
  ['a text made by a method', `export default scenario({ a: 'x'.toUpperCase() })`, ['a'], `'x'.toUpperCase()`],
  ['a branch', `export default scenario({ a: true ? 'x' : 'y' })`, ['a'], `'x'`],
  [
    'an imported constant',
    `import { text } from '../shared/w.ts'\nexport default scenario({ a: text })`,
    ['a'],
    'text',
    `'Hello'`,
  ],
  [
    'an imported constant in a list',
    `import { text } from '../shared/w.ts'\nexport default scenario({ a: ['x', text] })`,
    ['a', 1],
    'text',
    `'Hello'`,
  ],
  [
    'a field of an imported object',
    `import * as w from '../shared/w.ts'\nexport default scenario({ a: w.nodes.a })`,
    ['a'],
    'w.nodes.a',
    `reply('A')`,
  ],
  [
    'a value in an imported object',
    `import { nodes } from '../shared/w.ts'\nexport default scenario({ a: nodes })`,
    ['a', 'b', 'text'],
    'nodes',
    `'Hello'`,
  ],
  [
    'spread nodes',
    `import { nodes } from '../shared/w.ts'\nexport default scenario({ a: { ...nodes } })`,
    ['a', 'b'],
    '...nodes',
    'reply(text)',
  ],
  [
    'an imported helper',
    `import { thank } from '../shared/w.ts'\nexport default scenario({ a: thank('you') })`,
    ['a', 'text'],
    `thank('you')`,
    '`Thanks, \\u0024{who}`',
  ],
  [
    'an argument of an imported helper',
    `import { thank } from '../shared/w.ts'\nexport default scenario({ a: thank('you') })`,
    ['a', 'who'],
    `'you'`,
  ],
  [
    'a constant next to an imported helper',
    `import { greet } from '../shared/w.ts'\nexport default scenario({ a: greet() })`,
    ['a', 'hi'],
    'greet()',
    `'Hello'`,
  ],
]

const rows = values.map(([name, text, path, at, from]) => ({ name, text, path, at, from }))

test.each(rows)('$name has its place', async ({ text, path, at, from }) => {
  const source = unescaped(begin + text)
  const { roots, problems } = await parseSource(source, shared)
  expect(problems).toEqual([])
  const span = path.reduce<SourceNode | undefined>(child, roots[0]?.node)
  expect(told(span, source)).toEqual({ at: unescaped(at), from: from === undefined ? undefined : unescaped(from) })
})

test('the name of a field has its place, and an imported one has that of its import', async () => {
  const source = `${begin}import { nodes } from '../shared/w.ts'
export default scenario({ 'x y': { b: 1, ...nodes }, pairs: Object.fromEntries([['c', 1]]) })`
  const { roots } = await parseSource(source, shared)
  const root = roots[0]?.node
  const fields = [root, child(root, 'x y'), child(root, 'pairs')].flatMap(node =>
    node?.kind === 'mapping' ? node.fields : [],
  )
  expect(fields.map(({ name, key }) => [name, told(key, source).at, told(key, source).from])).toEqual([
    ['x y', `'x y'`, undefined],
    ['pairs', 'pairs', undefined],
    ['b', '...nodes', 'b'],
    ['a', '...nodes', 'a'],
    ['c', `'c'`, undefined],
  ])
})

function child(node: SourceNode | undefined, step: string | number): SourceNode | undefined {
  if (node?.kind === 'list') return node.items[Number(step)]
  return node?.kind === 'mapping' ? node.fields.find(({ name }) => name === step)?.value : undefined
}

/** The texts at a span and at its origin. */
function told(span: Span | undefined, source: string) {
  const { start = 0, end = 0, origin } = span ?? {}
  if (origin === undefined) return { at: source.slice(start, end), from: undefined }
  const text = origin.places.file === own ? source : (shared[origin.places.file] ?? '')
  expect(origin.places.line(origin.span.start)).toBe(createPlaces('', text).line(origin.span.start))
  return { at: source.slice(start, end), from: text.slice(origin.span.start, origin.span.end) }
}

function unescaped(text: string): string {
  return text.replaceAll('\\u0024', '$')
}
