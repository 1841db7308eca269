import { expect, test } from 'vitest'
import { compileText, openProject } from '../../src/index.ts'
import { compileAll } from '../compile-all.ts'
import { projectFolder, soundSource } from '../project-folder.ts'

const file = 'scenarios/a.test.ts'
const compile = (text: string) => compileText({ file, key: 'a', text })

const typescript = `import { tests } from 'scenewright'

const refund = 'billing/refund'
const asked = (user: string) => ({ user, expect: { starts: refund, replies: [{ contains: 'a week' }] } })

export default tests({
  conversations: [{ name: 'asks for the money', tags: ['smoke'], turns: [asked("where's my refund?"), { user: 'thanks' }] }],
  triggers: [
    { starts: refund, messages: ['refund'] },
  ],
})
`
const yaml = `conversations:
  - name: asks for the money
    tags: [smoke]
    turns:
      - user: where's my refund?
        expect: { starts: billing/refund, replies: [{ contains: a week }] }
      - user: thanks
triggers:
  - starts: billing/refund
    messages: [refund]
`

test('tests in TypeScript equal those in YAML, except for their places', async () => {
  const { tests, findings, isBound, scenarios } = await compile(typescript)
  const other = await compileText({ file: 'scenarios/a.test.yaml', key: 'a', text: yaml })
  expect([findings, isBound, scenarios]).toEqual([[], true, []])
  expect(JSON.stringify(tests, withoutPlaces)).toBe(JSON.stringify(other.tests, withoutPlaces))
  const [table] = tests?.tables ?? []
  expect(table?.messages[0]?.place.range.start).toEqual({ line: 9, column: 34 })
  expect(table?.places.starts?.range.start).toEqual({ line: 3, column: 16 })
  expect(tests?.conversations[0]?.turns.map(({ place }) => place.range.start.line)).toEqual([7, 7])
})

const imported = "import { tests } from 'scenewright'\n"

test.each([
  ['nothing', imported, 'source/schema 1'],
  ['a scenario', "import { scenario, tests } from 'scenewright'\nexport default scenario({})\n", 'source/schema 1'],
  ['tests under a name', `${imported}export const a = tests({ triggers: [] })\n`, 'source/schema 1'],
  ['a misspelled field', `${imported}export default tests({ trigers: [] })\n`, 'source/schema 2'],
  ['a value that is not an object', `${imported}export default tests('x')\n`, 'source/not-static 2'],
  ['a value that is known only at run time', `${imported}export default tests(process.env)\n`, 'source/not-static 2'],
  ['invalid TypeScript', `${imported}export default tests({\n`, 'source/syntax 3'],
])('a file that exports %s is a finding', async (_what, text, found) => {
  const { findings, isBound } = await compile(text)
  expect(findings.map(({ rule, range }) => `${rule} ${range.start.line}`)).toEqual([found])
  expect(isBound).toBe(found === 'source/schema 2')
})

test.each([
  ['YAML', 'scenarios/a.test.yaml', yaml.replace('{ contains: a week }', "{ matches: '(' }"), '6:64'],
  ['TypeScript', file, typescript.replace("{ contains: 'a week' }", "{ matches: 'a'.repeat(6000) }"), '7:74'],
])('an unusable pattern is a finding at its place, in %s', async (_language, name, text, at) => {
  const { findings } = await compileText({ file: name, key: 'a', text })
  const [finding, ...others] = findings
  expect([finding?.rule, others]).toEqual(['source/schema', []])
  expect(`${finding?.range.start.line}:${finding?.range.start.column}`).toBe(at)
})

test('a scenario file that exports tests contains no scenario', async () => {
  const { findings } = await compileText({ file: 'a.scenario.ts', key: 'a', text: typescript })
  expect(findings.map(({ rule }) => rule)).toEqual(['source/schema'])
})

test('of files with the name of unit tests, only those that import `tests` are sources', async () => {
  const folder = projectFolder({
    'scenarios/a.scenario.yaml': soundSource,
    'scenarios/ours.test.ts': "import {\n  tests,\n} from 'scenewright'\nexport default tests({})\n",
    'scenarios/vitest.test.ts': "import { test } from 'vitest'\nimport { tests } from './ours.test.ts'\n",
    'scenarios/rule.test.ts': "import { ruleTests as tests } from 'scenewright/rule-tester'\n",
    'scenarios/authoring.test.ts': "import { scenario } from 'scenewright'\n",
    'scenarios/broken.test.ts': '(((',
    'scenarios/bytes.test.ts': Buffer.from([0x74, 0xff]),
    'scenarios/folder.test.ts/inner.scenario.yaml': soundSource,
  })
  const { sources, findings } = await compileAll(await openProject({ cwd: folder }))
  expect(sources.map(source => source.file)).toEqual(['scenarios/a.scenario.yaml', 'scenarios/ours.test.ts'])
  expect(findings).toEqual([])
})

function withoutPlaces(name: string, value: unknown): unknown {
  return /^(?:places?|keyLiterals)$/.test(name) ? undefined : value
}
