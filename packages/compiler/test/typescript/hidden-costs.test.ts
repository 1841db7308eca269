import { expect, test } from 'vitest'
import { parseSource } from './front-end.ts'

/** Many calls of a function, as a list. */
const many = (call: string) => `Array.from({ length: 100_000 }, () => ${call})`

const numbered = (count: number, text: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => text(index)).join(between)

const names = numbered(5000, index => `a${index}`, ',')

/** A text in which a search by comparing at each index takes the product of both lengths. */
const searched = `const text = 'a'.repeat(1_000_000), part = 'a'.repeat(300_000) + 'b' + 'a'.repeat(300_000)
const ends = 'a'.repeat(300_000) + 'b', starts = 'b' + 'a'.repeat(300_000)`

// In time that is not linear, each of these takes minutes.
const cheap: readonly (readonly [expression: string, before: string, value: unknown])[] = [
  ['[part, ends, starts].map(all => text.lastIndexOf(all))', searched, [-1, -1, -1]],
  ['[part, ends, starts].map(all => text.indexOf(all))', searched, [-1, -1, -1]],
  ['[part, ends, starts].map(all => text.includes(all))', searched, [false, false, false]],
  ['text.split(part).length', searched, 1],
  ['text.replace(part, "").length', searched, 1_000_000],
  ['text.replaceAll(part, "").length', searched, 1_000_000],
  ['text.replaceAll(part, () => "").length', searched, 1_000_000],
  ['numbers.length', `const numbers = ${many(`${' '.repeat(500_000)}1`)}`, 100_000],
  ['fractions.length', `const fractions = ${many(`0.${'0'.repeat(500_000)}1`)}`, 100_000],
  ['"\u1e9b\u0323".repeat(300_000).normalize("NFKC").length', '', 300_000],
  ['"한글".repeat(300_000).normalize("NFD").normalize("NFC").length', '', 600_000],
  [
    'calls.length',
    `function f() { return 1 ${';'.repeat(50_000)} }\nconst calls = Array.from({ length: 50_000 }, () => f())`,
    50_000,
  ],
  ['E.a49999', `enum E { ${numbered(50_000, index => `a${index}`, ',')} }`, 49_999],
]

test.each(cheap)('%s takes linear time', async (expression, before, value) => {
  const text = `import { scenario } from 'scenewright'\n${before}\nexport default scenario({ value: ${expression} })`
  const { roots, problems } = await parseSource(text)
  expect(problems).toEqual([])
  expect(roots[0]?.node.value).toEqual({ value })
})

const long = `const a = 'x'.repeat(1_000_000), b = 'x'.repeat(1_000_000), digits = '9'.repeat(1_000_000)
const object = { [a]: 1 }`

// If these were not counted, each would take minutes.
const charged: readonly (readonly [name: string, lines: string])[] = [
  ['a long text that is compared with a beginning', `${long}\nconst all = ${many('a.startsWith(b)')}`],
  ['a long text that is compared with an end', `${long}\nconst all = ${many('a.endsWith(b)')}`],
  ['a long number', `${long}\nconst all = ${many('Number(digits)')}`],
  ['a long whole number', `${long}\nconst all = ${many('parseInt(digits)')}`],
  ['a long fraction', `${long}\nconst all = ${many('parseFloat(digits)')}`],
  ['a long name that is read', `${long}\nconst all = ${many('object[b]')}`],
  ['a long name that is looked for', `${long}\nconst all = ${many('b in object')}`],
  ['a long name in a call', `${long}\nconst all = ${many('Object.hasOwn(object, b)')}`],
  ['a long name that is taken', `${long}\nconst all = ${many('(({ [b]: c }: any) => c)(object)')}`],
  ['a call after a long comment', `const f = () => 1\nconst a = ${many(`/*${' '.repeat(500_000)}*/ f()`)}`],
  ['a text that becomes 18 times as long', `const a = '\ufdfa'.repeat(3_300_000).normalize('NFKD')`],
  ['a text whose marks are sorted', `const a = '\u0301\u0316'.repeat(500_000).normalize('NFD')`],
  ['a text of which letters become marks', `const a = '\u0301\uff9e'.repeat(500_000).normalize('NFKC')`],
  [
    'the declaration of names in a body',
    `function f() { return 1\n${numbered(20_000, index => `const a${index} = 1;`)} }\nconst a = ${many('f()')}`,
  ],
  [
    'the declaration of names in a block',
    `function f() { { return 1; const [${numbered(20_000, index => `a${index}`, ',')}] = [] } }\nconst a = ${many('f()')}`,
  ],
  [
    'the declaration of names in a switch',
    `function f() { switch (1) { case 1: return 1\n${numbered(9000, index => `case 2: const a${index} = 1;`)} } }
const a = ${many('f()')}`,
  ],
  ['clauses of a switch', `function f() { switch (1) { ${'default: '.repeat(20_000)} } }\nconst a = ${many('f()')}`],
  [
    'clauses without statements',
    `function f() { switch (1) { case 1: ${'case 2: '.repeat(20_000)} } }\nconst a = ${many('f()')}`,
  ],
  ['words before a declaration', `function f() { ${'export '.repeat(900)} const b = 1 }\nconst a = ${many('f()')}`],
  ['words before a function', `function f() { ${'export '.repeat(900)} function b() {} }\nconst a = ${many('f()')}`],
  [
    'an enum in a function',
    `function f() { enum E { ${numbered(5000, index => `a${index}`, ',')} } }\nconst a = ${many('f()')}`,
  ],
  ['an enum that refers to itself', `enum E { a, ${numbered(20_000, index => `b${index} = E.a`, ',')} }`],
  ['parameters', `const f = (${names}) => 1\nconst a = ${many('f()')}`],
  ['fields that are destructured', `const f = ({ ${names} }: any) => 1\nconst a = ${many('f({})')}`],
  ['items that are destructured', `const f = ([${names}]: any) => 1\nconst a = ${many('f([])')}`],
  ['items that are skipped', `const f = ([${','.repeat(5000)}]: any) => 1\nconst a = ${many('f([])')}`],
  ['the rest of a list', `const [${numbered(5000, index => `...a${index}`, ',')}] = Array.from({ length: 100_000 })`],
  [
    'the fields of a reply',
    `const o = { ${numbered(5000, index => `a${index}: 1`, ',')} }\nconst a = ${many("reply('x', o)")}`,
  ],
  [
    'the fields of a node',
    `const o = { ${numbered(5000, index => `a${index}: 1`, ',')} }\nconst a = ${many("node('ASK', o)")}`,
  ],
]

test.each(charged)('%s is counted', async (_, lines) => {
  const { problems } = await parseSource(`import { node, reply, scenario } from 'scenewright'
${lines}
export default scenario({})`)
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The evaluation (takes more than 500000 steps|makes or reads more than 10000000 characters)$/,
    ),
  ])
})

const comment = '// scenewright-ignore a/b: x'
const block = '/* scenewright-ignore a/b: x */'

// In quadratic time, each of these takes seconds or minutes.
const commented: readonly (readonly [name: string, text: string, count: number])[] = [
  ['comments before statements', numbered(20_000, index => `${comment}\nconst a${index} = 1\n`), 20_000],
  ['comments before one statement', `${comment}\n`.repeat(20_000), 20_000],
  ['comments on one line', `${block} `.repeat(20_000), 20_000],
  ['words in one comment', `${comment} ${'scenewright-ignore '.repeat(50_000)}\n`, 1],
  ['words in texts', `const a = [${"'scenewright-ignore', ".repeat(20_000)}]\n`, 0],
  ['spaces in a reason', `${comment}${' '.repeat(300_000)}y\n`, 1],
  ['spaces before a reason', `// scenewright-ignore a/b${' '.repeat(300_000)}y\n`, 1],
]

test.each(commented)('20,000 suppressions take linear time: %s', async (_, text, count) => {
  const { suppressions } = await parseSource(`${text}export default 1`)
  expect(suppressions.length).toBe(count)
})

test.each([
  ['a source', 'export '.repeat(36_000)],
  ['a source, with comments between', 'export/**/'.repeat(20_000)],
  ['a class', `class A { ${'static '.repeat(36_000)} }`],
  ['a type', `type A = { ${'readonly\n'.repeat(28_000)} }`],
])('words before a declaration that never comes are a finding in %s', async (_, text) => {
  const { problems } = await parseSource(text)
  expect(problems.map(({ message }) => message)).toEqual(['There are more than 1000 words such as "export" in a row'])
})

test('many declarations with a word before them are no problem', async () => {
  const text = numbered(2000, index => `export const a${index} = 'export'`, '\n')
  const { problems } = await parseSource(`${text}\nexport default 1`)
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('does not export a scenario')])
})
