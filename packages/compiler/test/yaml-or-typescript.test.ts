import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileText, openProject } from '../src/index.ts'
import { globals } from '../src/parse/typescript/builtin/globals.ts'
import { mathMembers } from '../src/parse/typescript/builtin/number.ts'
import { objectMembers } from '../src/parse/typescript/builtin/object.ts'
import { listMethods } from '../src/parse/typescript/methods/list-methods.ts'
import { numberMethods } from '../src/parse/typescript/methods/number-methods.ts'
import { textMethods } from '../src/parse/typescript/methods/text-methods.ts'
import { compileAll } from './compile-all.ts'
import { projectFolder } from './project-folder.ts'

const page = ['yaml-or-typescript', 'typescript-sources']
  .map(name => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n')
const blocks = (language: string) => {
  return [...page.matchAll(/^```([\w ]+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
}

test('the scenario that the page shows twice is one document', async () => {
  const [yaml = ''] = blocks('yaml')
  const [typescript = ''] = blocks('ts')
  const compiled = [
    await compileText({ file: 'refund-status.scenario.yaml', key: 'refund-status', text: yaml }),
    await compileText({ file: 'refund-status.scenario.ts', key: 'refund-status', text: typescript }),
  ]
  expect(compiled.flatMap(({ findings }) => findings)).toEqual([])
  const [one, other] = compiled.map(({ scenarios }) => scenarios[0]?.document)
  expect(one?.scenario.definition.nodes).toHaveLength(3)
  expect(other).toEqual(one)
})

test.each(blocks('ts'))('example %# in TypeScript compiles', async text => {
  const { scenarios, findings } = await compileText({ file: 'a.scenario.ts', key: 'a', text })
  expect(findings).toEqual([])
  expect(scenarios[0]?.document.scenario.definition.nodes.length).toBeGreaterThan(1)
})

test('the scenarios that share compile', async () => {
  const [shared = ''] = blocks('ts file')
  const [source = ''] = blocks('ts sharing')
  const root = projectFolder({ 'scenarios/shared/contact.ts': shared, 'scenarios/delivery.scenario.ts': source })
  const { scenarios, findings } = await compileAll(await openProject({ cwd: root }))
  expect(findings).toEqual([])
  expect(scenarios[0]?.document.scenario.definition.nodes.map(({ text }) => text)).toEqual([
    'A delivery takes 2 to 4 business days.',
    'If nothing has come after a week, write to us.',
    undefined,
  ])
})

test.each<[string, object, readonly string[]]>([
  ['of texts', textMethods, ['length']],
  ['of lists', listMethods, ['length']],
  ['of numbers', numberMethods, []],
  [
    'global',
    { ...globals, ...mathMembers, ...objectMembers },
    ['Array.from', 'Array.isArray', 'Array.of', 'JSON.stringify'],
  ],
])('the members listed as "%s" are the existing ones', (row, known, others) => {
  const cell = page.split(`\n| ${row} |`)[1]?.split('\n')[0] ?? ''
  const listed = [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name.replace('Object.', ''))
  // What needs no word, and what stands there with its members.
  const unsaid = ['toString', 'Array', 'Object', 'JSON', 'Infinity', 'NaN', 'undefined']
  expect(listed.filter(name => !Object.hasOwn(known, name) && !others.includes(name))).toEqual([])
  expect(Object.keys(known).filter(name => !listed.includes(name) && !unsaid.includes(name))).toEqual([])
})
