import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '@scenewright/model'
import { noTests } from '@scenewright/model/conversation-tests'
import { expect, test } from 'vitest'
import { formatFiles } from '../src/format/format-files.ts'
import { compileText, deriveSources, openProject } from '../src/index.ts'
import { compileAll } from './compile-all.ts'
import { projectFolder, soundSource } from './project-folder.ts'

const file = 'scenarios/billing/refund.test.yaml'

const compile = (text: string) => compileText({ file, key: 'billing/refund', text })

const sound = `# what customers ask most
conversations:
  - name: asks for the money
    tags: [billing, smoke]
    turns:
      - user: where's my refund?
        expect:
          starts: billing/refund
          walk: [wait, done]
          replies: [{ contains: a week }, It takes a week.]
          exactly: true
          ends: true
          confidence: { at_least: 80 }
      - user: thanks
triggers:
  - clarifies: [billing/refund, billing/request]
    messages: [refund, "money"]
  - starts: none
    tags: [smoke]
    messages:
      - what is the weather
`

test('a file of conversation tests has tests, each name at its place, and no scenario', async () => {
  const { tests, ...source } = await compile(sound)
  expect(source).toEqual({
    file,
    key: 'billing/refund',
    scenarios: [],
    isBound: true,
    suppressions: [],
    findings: [],
    dependencies: [],
  })
  expect(JSON.parse(JSON.stringify(tests, shortPlaces))).toEqual({
    conversations: [
      {
        name: 'asks for the money',
        place: '3:5-14:21',
        tags: ['billing', 'smoke'],
        turns: [
          {
            user: "where's my refund?",
            place: '6:9-13:39',
            expect: {
              starts: 'billing/refund',
              walk: ['wait', 'done'],
              replies: [{ contains: 'a week' }, 'It takes a week.'],
              exactly: true,
              ends: true,
              confidence: { at_least: 80 },
            },
            places: { expect: '8:11-13:39', starts: '8:19-8:33', walk: ['9:18-9:22', '9:24-9:28'] },
          },
          { user: 'thanks', place: '14:9-14:21', places: {} },
        ],
      },
    ],
    tables: [
      {
        place: '16:5-17:32',
        tags: [],
        clarifies: ['billing/refund', 'billing/request'],
        messages: [
          { text: 'refund', place: '17:16-17:22' },
          { text: 'money', place: '17:24-17:31' },
        ],
        places: { clarifies: ['16:17-16:31', '16:33-16:48'] },
      },
      {
        place: '18:5-21:28',
        tags: ['smoke'],
        starts: 'none',
        messages: [{ text: 'what is the weather', place: '21:9-21:28' }],
        places: { starts: '18:13-18:17' },
      },
    ],
    keyLiterals: ['8:19-8:33', '16:17-16:31', '16:33-16:48', '18:13-18:17'],
  })
})

const turn = 'conversations: [{ name: n, turns: [{ user: u, expect: '

test.each<[string, string, string, boolean]>([
  ['an empty file', '', 'source/syntax 1:1', false],
  ['comments alone', '# later\n', 'source/syntax 1:1', false],
  ['a list', '- user: u\n', 'source/schema 1:1', false],
  ['a misspelled field', 'conversatoins: []\n', 'source/schema 1:1 Did you mean "conversations"?', true],
  ['a conversation without a name', 'conversations: [{ turns: [{ user: u }] }]', 'source/schema 1:17', false],
  ['a conversation without turns', 'conversations: [{ name: n, turns: [] }]', 'source/schema 1:35', false],
  ['a misspelled expectation', `${turn}{ strats: a } }] }]`, 'source/schema 1:57 Did you mean "starts"?', true],
  ['an empty expectation', `${turn}} ] }]`, 'source/schema 1:55', false],
  ['a key that is a number', `${turn}{ starts: 7 } }] }]`, 'source/schema 1:65 Put it in quotes: "7".', false],
  ['a confidence above 100', `${turn}{ confidence: { at_least: 101 } } }] }]`, 'source/schema 1:81', true],
  [
    'a reply with two kinds of match',
    `${turn}{ replies: [{ contains: a, matches: b }] } }] }]`,
    'source/schema 1:67',
    false,
  ],
  [
    'a misspelled form of a reply',
    `${turn}{ replies: [{ contians: a }] } }] }]`,
    'source/schema 1:69 Did you mean "contains"?',
    true,
  ],
  ['a table without messages', 'triggers: [{ starts: none }]', 'source/schema 1:12', false],
  ['a scenario', soundSource, 'source/schema 1:1', true],
  ['a field twice', 'triggers: []\ntriggers: []\n', 'source/syntax 2:1', false],
  ['an alias bomb', bomb(), 'source/syntax 5:35', false],
  ['a merge conflict', '<<<<<<< a\ntriggers: []\n=======\n>>>>>>> b\n', 'source/syntax 1:1', false],
])('%s is a finding at its place, and of no scenario', async (_name, text, expected, isBound) => {
  const source = await compile(text)
  const [first] = source.findings
  const { line, column } = first?.range.start ?? {}
  const guess = /^(?:Did|Put).*/.exec(first?.help ?? '')?.[0] ?? ''
  expect(`${first?.rule} ${line}:${column} ${guess}`.trim()).toBe(expected)
  expect([source.isBound, first?.scenario, source.scenarios]).toEqual([isBound, null, []])
  if (!isBound) expect(source.tests).toEqual(noTests)
})

test('a reply of an unknown form is left out, since it is reported', async () => {
  const { tests } = await compile(`${turn}{ replies: [{ contians: a }, b] } }] }]`)
  expect(tests?.conversations[0]?.turns[0]?.expect).toEqual({ replies: ['b'] })
})

test('an alias has the value of its anchor, at its own place', async () => {
  const { tests, findings } = await compile(
    'triggers:\n  - starts: &key a/b\n    messages: [m]\n  - starts: *key\n    messages: [n]\n',
  )
  expect(findings).toEqual([])
  expect(tests?.tables.map(({ starts, places }) => [starts, places.starts?.range.start.line])).toEqual([
    ['a/b', 2],
    ['a/b', 4],
  ])
})

test('a comment also suppresses findings in a file of tests', async () => {
  const { suppressions, isBound } = await compile(`# scenewright-ignore test/unknown-reference: to come\n${sound}`)
  expect(isBound).toBe(true)
  expect(suppressions.map(({ rule, line }) => [rule, line])).toEqual([['test/unknown-reference', 3]])
})

test('an unreadable file of tests is a finding that names it', async () => {
  const folder = projectFolder({
    'scenarios/a.scenario.yaml': soundSource,
    'scenarios/a.test.yaml': sound,
    'scenarios/b.test.yml': 'triggers: []\n',
    'scenarios/large.test.yaml': Buffer.alloc(3_000_000, 'a'),
    'scenarios/bytes.test.yaml': Buffer.from([0x74, 0xff]),
    'scenarios/node_modules/ignored.test.yaml': 'ignored',
  })
  mkdirSync(join(folder, 'scenarios/folder.test.yaml'))
  symlinkSync('/etc/hostname', join(folder, 'scenarios/out.test.yaml'))
  symlinkSync('nowhere', join(folder, 'scenarios/broken.test.yaml'))
  symlinkSync('a.test.yaml', join(folder, 'scenarios/linked.test.yaml'))
  const { sources, findings } = await compileAll(await openProject({ cwd: folder }))
  expect(findings.map(found => `${found.file} ${found.rule} ${found.scenario}`)).toEqual([
    'scenarios/broken.test.yaml source/syntax null',
    'scenarios/bytes.test.yaml source/syntax null',
    'scenarios/folder.test.yaml source/syntax null',
    'scenarios/large.test.yaml source/syntax null',
    'scenarios/out.test.yaml source/syntax null',
  ])
  const read = sources.filter(({ isBound }) => isBound)
  expect(read.map(source => [source.key, source.tests?.tables.length])).toEqual([
    ['a', undefined],
    ['a', 2],
    ['b', 0],
    ['linked', 2],
  ])
})

test('operations on scenarios read no tests', async () => {
  const folder = projectFolder({ 'scenarios/a.scenario.yaml': soundSource, 'scenarios/a.test.yaml': 'triggers: [' })
  const project = await openProject({ cwd: folder })
  const names = { name: 'names', of: ({ file }: { readonly file: string }) => file }
  expect((await deriveSources(project, names)).values()).toHaveLength(2)
  expect((await deriveSources(project, { ...names, skipsTests: true })).values()).toEqual(['scenarios/a.scenario.yaml'])
})

test('fmt formats a file of tests, and keeps the order of its fields', async () => {
  const folder = projectFolder({
    'scenarios/a.test.yaml': "triggers:\n- messages: [ 'a','b' ] # two\n  starts: 'none'\nconversations:   []\n",
  })
  const [formatted] = await formatFiles(await openProject({ cwd: folder }), [], { write: true })
  expect(formatted).toEqual({ file: 'scenarios/a.test.yaml', isChanged: true })
  expect(readFileSync(join(folder, 'scenarios/a.test.yaml'), 'utf8')).toBe(
    'triggers:\n  - messages: [a, b] # two\n    starts: none\nconversations: []\n',
  )
})

function shortPlaces(_key: string, value: unknown): unknown {
  return isPlace(value) ? shortPlace(value) : value
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'range' in value
}

function shortPlace({ range: { start, end } }: Place): string {
  return `${start.line}:${start.column}-${end.line}:${end.column}`
}

/** Ten levels, each of which stands for nine of the one above. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const items =
      level === 0
        ? 'lol'
        : Array(9)
            .fill(`*a${level - 1}`)
            .join(', ')
    return `a${level}: &a${level} [${items}]\n`
  })
  return `${levels.join('')}triggers: *a8\n`
}
