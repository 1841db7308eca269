import { expect, test } from 'vitest'
import { type Files, parseSource, placesOf } from './front-end.ts'

const begin = `import { end, reply, scenario } from 'scenewright'\n`

const accepted: readonly (readonly [name: string, imports: string, files: Files, value: unknown])[] = [
  ['a named import', `import { a as value } from '../shared/w.ts'`, { 'shared/w.ts': 'export const a = 1' }, 1],
  ['a default import', `import value from './w.ts'`, { 'scenarios/w.ts': 'export default 1' }, 1],
  [
    'a default function',
    `import f from './w.ts'\nconst value = f()`,
    { 'scenarios/w.ts': 'export default function () { return 1 }' },
    1,
  ],
  [
    'a namespace import',
    `import * as w from './w.ts'\nconst value = w.a + w.b`,
    { 'scenarios/w.ts': 'export const a = 1, b = 2' },
    3,
  ],
  ['the suffix .js', `import { value } from './w.js'`, { 'scenarios/w.ts': 'export const value = 1' }, 1],
  ['no suffix', `import { value } from './w'`, { 'scenarios/w.ts': 'export const value = 1' }, 1],
  ['a folder', `import { value } from './w'`, { 'scenarios/w/index.ts': 'export const value = 1' }, 1],
  [
    'a re-exported name',
    `import { value } from './w.ts'`,
    { 'scenarios/w.ts': `export { a as value } from './v.ts'`, 'scenarios/v.ts': 'export const a = 1' },
    1,
  ],
  [
    'a name that is imported and exported',
    `import { value } from './w.ts'`,
    { 'scenarios/w.ts': `import a from './v.ts'\nexport { a as value }`, 'scenarios/v.ts': 'export default 1' },
    1,
  ],
  [
    'an `export *`',
    `import { value } from './w.ts'`,
    { 'scenarios/w.ts': `export * from './v.ts'`, 'scenarios/v.ts': 'export const value = 1' },
    1,
  ],
  [
    'a re-exported namespace',
    `import { v } from './w.ts'\nconst value = v.a`,
    { 'scenarios/w.ts': `export * as v from './v.ts'`, 'scenarios/v.ts': 'export const a = 1' },
    1,
  ],
  [
    'types from any module',
    `import type { A } from 'elsewhere'\nimport { type B } from '@x/y'\nconst value: A | B = 1`,
    {},
    1,
  ],
  [
    'a type that is not marked as one',
    `import { T, a } from './w.ts'\nconst value: T = a`,
    { 'scenarios/w.ts': 'export interface T { a: 1 }\nexport const a = 1' },
    1,
  ],
  [
    'a namespace of types',
    `import { N, a } from './w.ts'\nnamespace M { export interface T { a: N.T } }\nconst value: N.T = a`,
    { 'scenarios/w.ts': `export namespace N { export type T = 1; namespace O.P {} }\nexport const a = 1` },
    1,
  ],
  [
    'files that import each other',
    `import { value } from './w.ts'`,
    {
      'scenarios/w.ts': `import { b } from './v.ts'\nexport const a = 1\nexport const value = b()`,
      'scenarios/v.ts': `import { a } from './w.ts'\nexport const b = () => a`,
    },
    1,
  ],
  [
    'a file that imports the source',
    `import { f } from './w.ts'\nexport const own = 1\nconst value = f()`,
    { 'scenarios/w.ts': `import { own } from './a.scenario.ts'\nexport const f = () => own` },
    1,
  ],
]

test.each(accepted)('%s is followed', async (_, imports, files, value) => {
  const { roots, problems } = await parseSource(`${begin}${imports}\nexport default scenario({ value })`, files)
  expect(problems).toEqual([])
  expect(roots.map(({ node }) => node.value)).toEqual([{ value }])
})

const refused: readonly (readonly [name: string, imports: string, files: Files, places: readonly string[]])[] = [
  [
    'a name that is not exported',
    `import { a } from './w.ts'`,
    { 'scenarios/w.ts': 'const a = 1' },
    ['source/not-static 2:10'],
  ],
  [
    'a default that is not exported',
    `import a from './w.ts'`,
    { 'scenarios/w.ts': 'export const a = 1' },
    ['source/not-static 2:8'],
  ],
  [
    'a name that the authoring module does not have',
    `import { replay } from 'scenewright'\nconst a = replay('x')`,
    {},
    ['source/not-static 3:11'],
  ],
  [
    'a name that two modules export',
    `import { a } from './w.ts'`,
    {
      'scenarios/w.ts': `export * from './u.ts'\nexport * from './v.ts'`,
      'scenarios/u.ts': 'export const a = 1',
      'scenarios/v.ts': 'export const a = 2',
    },
    ['source/not-static 2:10'],
  ],
  [
    'a value used before its definition',
    `import { b } from './w.ts'\nexport const a = 1`,
    { 'scenarios/w.ts': `import { a } from './a.scenario.ts'\nexport const b = a` },
    ['source/not-static scenarios/w.ts 2:18'],
  ],
  [
    'a mistake in a file, whether or not it is used',
    `import { a } from './w.ts'`,
    { 'scenarios/w.ts': 'export const a = 1\nprocess.exit()\nlet b = 2' },
    ['source/not-static scenarios/w.ts 2:1', 'source/not-static scenarios/w.ts 3:1'],
  ],
  [
    'a mistake in a file that an import imports',
    `import { a } from './w.ts'`,
    { 'scenarios/w.ts': `export * from './v.ts'`, 'scenarios/v.ts': 'export const a = process' },
    ['source/not-static scenarios/v.ts 1:18'],
  ],
  [
    'a file with a mistake that two files import',
    `import { a } from './w.ts'\nimport { b } from './v.ts'`,
    { 'scenarios/w.ts': `export { b as a } from './v.ts'`, 'scenarios/v.ts': 'export const b = [' },
    ['source/syntax scenarios/v.ts 1:19'],
  ],
  [
    'an unfinished merge',
    `import { a } from './w.ts'`,
    { 'scenarios/w.ts': '<<<<<<< a\n=======\n>>>>>>> b\n' },
    ['source/syntax scenarios/w.ts 1:1'],
  ],
  [
    'a mistake in a body, at the call',
    `import { f } from './w.ts'\nconst a = f()`,
    { 'scenarios/w.ts': 'export const f = () => process' },
    ['source/not-static scenarios/w.ts 1:24'],
  ],
  ['a file outside of the project', `import { a } from '../../a.ts'`, {}, ['source/not-static 2:19']],
  [
    'a file outside of the project whose path begins with that of the project',
    `import { a } from './../scenarios/../../a.ts'`,
    {},
    ['source/not-static 2:19'],
  ],
]

test.each(refused)('%s is rejected', async (_, imports, files, places) => {
  expect(await placesOf(`${begin}${imports}\nexport default scenario({})`, files)).toEqual(places)
})

test('the body of a function that is not called is not checked', async () => {
  const files = { 'scenarios/w.ts': 'export const f = () => process, a = 1' }
  const { problems } = await parseSource(`${begin}import { a } from './w.ts'\nexport default scenario({ a })`, files)
  expect(problems).toEqual([])
})

test('an error in a body includes the place of the call', async () => {
  const text = `${begin}import { f } from './w.ts'\nexport default scenario({ a: f() })`
  const { problems } = await parseSource(text, { 'scenarios/w.ts': 'export const f = () => process' })
  expect(
    problems.map(({ places, related }) => [places?.file, related?.map(({ span }) => text.slice(span.start, span.end))]),
  ).toEqual([['scenarios/w.ts', ['f()']]])
})

test('each requested file is listed, existing or not, with its own requests', async () => {
  const files = { 'shared/w.ts': `export * from './v'`, 'shared/v/index.ts': 'export const a = 1' }
  const text = `${begin}import { a } from '../shared/w.ts'\nimport { b } from './b.ts'\nexport default scenario({})`
  const { dependencies } = await parseSource(text, files)
  expect(dependencies).toEqual(['shared/w.ts', 'scenarios/b.ts', 'shared/v.ts', 'shared/v/index.ts'])
})

test('a scenario of another file can be exported again', async () => {
  const files = { 'scenarios/b.scenario.ts': `${begin}export const one = scenario({ title: 'b' })` }
  const { roots } = await parseSource(`export { one } from './b.scenario.ts'`, files)
  expect(roots).toMatchObject([{ name: 'one', node: { value: { title: 'b' }, start: 9, end: 12 } }])
})
