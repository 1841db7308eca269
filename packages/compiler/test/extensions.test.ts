import { readFileSync } from 'node:fs'
import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { openProject } from '../src/index.ts'
import { compileAll } from './compile-all.ts'
import { projectFolder } from './project-folder.ts'

const header = 'title: t\ntrigger_description: d\nflow:\n'

/** Compiles one source under a config that declares ASK and KEYWORD with these schemas. */
async function compiled(flow: string, { ask, keyword = '{}' }: { ask: string; keyword?: string }) {
  const folder = projectFolder({
    'scenewright.config.yaml': `extensions:
  nodes:
    ASK: { waits: true, fields: ${ask} }
    FREE: {}
  conditions:
    KEYWORD: { fields: ${keyword} }
`,
    'scenarios/a.scenario.yaml': header + flow,
  })
  return compileAll(await openProject({ cwd: folder }))
}

/** Place, node and message of each finding. */
async function found(flow: string, schemas: { ask: string; keyword?: string }) {
  const { findings } = await compiled(flow, schemas)
  return findings.map(({ range: { start }, node, message, rule }) => {
    expect(rule).toBe('source/schema')
    return `${start.line}:${start.column} ${node ?? '-'} ${message}`
  })
}

/** What is said of a node ASK with this value of its field `a`, and where. */
async function saidOf(value: string, schema: string): Promise<readonly string[]> {
  const said = await found(`  nodes:\n    ask:\n      type: ASK\n      a: ${value}\n`, {
    ask: `{ properties: { a: ${schema} } }`,
  })
  return said.map(line => line.replace(' ask ', ' '))
}

test.each([
  ['true', 'string', '"A" is true; expected a text'],
  ['x', '[integer, "null"]', '"A" is the text "x"; expected a whole number'],
  ['x', '"null"', '"A" is the text "x"; expected null'],
])('a value %s for the type %s is at the value', async (value, type, message) => {
  expect(await saidOf(value, `{ type: ${type} }`)).toEqual([`7:10 ${message.replace('A', 'a')}`])
})

const keywords: readonly [value: string, schema: string, message: string][] = [
  ['rde', '{ enum: [red, 2] }', '"a" is the text "rde"; expected red, 2'],
  ['x', '{ const: { b: 1 } }', '"a" is the text "x"; expected {"b":1}'],
  ['3', '{ minimum: 4, maximum: 5 }', '"a" is 3; expected 4 to 5'],
  ['3', '{ exclusiveMinimum: 3 }', '"a" is invalid; expected more than 3'],
  ['3', '{ exclusiveMaximum: 3 }', '"a" is invalid; expected less than 3'],
  ['3', '{ multipleOf: 2 }', '"a" is invalid; expected a multiple of 2'],
  ["''", '{ minLength: 1 }', '"a" is empty'],
  ['x', '{ minLength: 2 }', '"a" is invalid; expected 2 or more characters'],
  ['𝒳𝒳', '{ maxLength: 1 }', '"a" has 2 characters; the maximum is 1'],
  ['xy', '{ pattern: "^x$" }', '"a" does not match the pattern ^x$'],
  ['[]', '{ minItems: 1 }', '"a" is empty'],
  ['[1]', '{ minItems: 2 }', '"a" is invalid; expected 2 or more items'],
  ['[1, 2]', '{ maxItems: 1 }', '"a" is invalid; expected at most 1 items'],
  ['[{ b: 1, c: 2 }, { c: 2, b: 1 }]', '{ uniqueItems: true }', '"a" contains an item twice'],
  ['[1]', '{ contains: { const: 2 } }', '"a" does not contain the required item'],
  ['{}', '{ minProperties: 1 }', '"a" is invalid; expected 1 or more fields'],
  ['{ b: 1, c: 2 }', '{ maxProperties: 1 }', '"a" is invalid; expected at most 1 fields'],
  ['{ B: 1 }', '{ propertyNames: { pattern: "^[a-z]$" } }', '"a" has a field named "B", which is not an allowed name'],
  ['{ b: 1 }', '{ dependencies: { b: [c] } }', '"a" has "b", which also requires c'],
  ['x', 'false', '"a" is not allowed here'],
  ['x', '{ not: { type: string } }', '"a" is not allowed here'],
  ['x', '{ anyOf: [{ type: number }, { type: array }] }', '"a" is the text "x"; expected a number or a list'],
  ['x', '{ anyOf: [{ type: number }, { maxLength: 0 }] }', '"a" matches none of the allowed forms'],
  ['x', '{ oneOf: [{ type: string }, { minLength: 1 }] }', '"a" matches more than one of the allowed forms'],
  ['x', '{ if: { type: string }, then: { minLength: 3 } }', '"a" is invalid; expected 3 or more characters'],
  ['x', '{ allOf: [{ type: number }, true] }', '"a" is the text "x"; expected a number'],
]

test.each(keywords)('%s is validated with %s', async (value, schema, message) => {
  expect(await saidOf(value, schema)).toEqual([`7:10 ${message}`])
})

test.each([
  ['text', 'a format that is a note', '{ format: no-such-format }'],
  ['2', 'a default, which is not filled in', '{ default: 3 }'],
  ['x', 'the schema true', 'true'],
  ['[1, x]', 'a list of kinds', '{ items: [{ type: number }, { type: string }], additionalItems: false }'],
  ['{ b: { b: {} } }', 'a schema that refers to itself', '{ $ref: "#/properties/a", x-own: 1 }'],
])('%s passes %s', async (value, _name, schema) => {
  const whole = schema.includes('#/') ? '{ type: object, additionalProperties: { $ref: "#/properties/a" } }' : schema
  expect(await saidOf(value, whole)).toEqual([])
})

const flow = `  nodes:
    first:
      type: ASK
      txt: What is it?
      answers: [yes, 1]
      title: First
      next:
        - to: second
          condition: { type: KEYWORD, wrods: [a] }
    second: { type: ASK, extra: { next: 7, color: red }, text: x, __proto__: 1 }
    third: { type: FREE, any: thing, next: { to: first, condition: { type: OTHER, any: thing } } }
    fourth: { type: UNKNOWN, any: thing }
`
const ask =
  '{ required: [text], additionalProperties: false, properties: { text: {}, answers: { items: { type: string } } } }'
const keyword = '{ required: [words], additionalProperties: false, properties: { words: { type: array } } }'

test('each mistake is reported at its field, in nodes and in conditions; a misspelled field is not also reported as missing', async () => {
  expect(await found(flow, { ask, keyword })).toEqual([
    '7:7 first "txt" is not a field of node "first"',
    '8:22 first Item 2 of "answers" is the number 1; expected a text',
    '12:39 first "wrods" is not a field of the condition "KEYWORD"',
    '13:35 second "next" is not a field of node "second"',
    '13:67 second "__proto__" is not a field of node "second"',
  ])
})

test('a missing field is reported at its node or condition, also in edges', async () => {
  const edges = `  nodes:
    first: { type: ASK, extra: { text: x } }
  edges:
    - { source: first, target: first, condition: { type: KEYWORD } }
`
  expect(await found(edges, { ask, keyword })).toEqual([
    '5:5 first Node "first" has no "text"',
    '7:50 - The condition "KEYWORD" has no "words"',
  ])
})

test('an invalid node is copied unchanged', async () => {
  const { scenarios } = await compiled(flow, { ask, keyword })
  const [first, second] = scenarios[0]?.document.scenario.definition.nodes ?? []
  expect(first).toEqual({ id: 'first', type: 'ASK', title: 'First', txt: 'What is it?', answers: ['yes', 1] })
  expect(JSON.stringify(second)).toBe(
    '{"id":"second","type":"ASK","title":"second","text":"x","__proto__":1,"next":7,"color":"red"}',
  )
})

test('a field of the name of one that every object has is a field like any other', async () => {
  const node = '  nodes:\n    a: { type: ASK, toString: 1 }\n'
  expect(await found(node, { ask: '{ properties: { toString: { type: string } }, required: [valueOf] }' })).toEqual([
    '5:5 a Node "a" has no "valueOf"',
    '5:31 a "toString" is the number 1; expected a text',
  ])
})

test('the config and the source on the format page work together', async () => {
  const page = readFileSync(new URL('../../../docs/source-format.md', import.meta.url), 'utf8')
  const config = /^```yaml config\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  const source = /^```yaml\n(title: Where is my parcel[\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  const findingsOf = async (text: string) => {
    const folder = projectFolder({ 'scenewright.config.yaml': config, 'scenarios/a.scenario.yaml': text })
    return (await compileAll(await openProject({ cwd: folder }))).findings.map(({ message }) => message)
  }
  expect(await findingsOf(source)).toEqual([])
  expect(await findingsOf(source.replace('answers', 'anwsers').replace('[number]', '[]'))).toEqual([
    '"anwsers" is not a field of node "ask"',
    '"words" is empty',
  ])
})

const used = '  nodes:\n    a: { type: ASK, b: 1 }\n'
const wrongSchemas: readonly [name: string, schema: string, place: string, message: string][] = [
  ['a misspelled keyword', '{ propertes: {} }', '3:35', '"propertes" is not a supported keyword'],
  [
    'a keyword of another draft',
    '{ allOf: [{ unevaluatedProperties: false }] }',
    '3:45',
    '"unevaluatedProperties" is not a supported keyword',
  ],
  ['a keyword of the wrong kind', '{ properties: { b: { minimum: x } } }', '3:54', 'minimum must be number'],
  ['an unknown type', '{ properties: { b: { type: text } } }', '3:54', 'type must be'],
  ['a reference to another document', '{ $ref: "https://example.com/a.json" }', '3:35', 'refers to another schema'],
  ['a reference to a file', '{ properties: { b: { $ref: "./b.json" } } }', '3:54', 'refers to another schema'],
  ['a reference to an unknown path', '{ $ref: "#/definitions/b" }', '3:35', 'which does not exist'],
  ['a reference to something that is not a schema', '{ $ref: "#/title", title: x }', '3:35', 'which does not exist'],
  ['an anchor', '{ $id: "#a" }', '3:35', '"$id" is not a supported keyword'],
  ['an asynchronous schema', '{ $async: true }', '3:35', '"$async" is not a supported keyword'],
  ['another draft', '{ $schema: "https://json-schema.org/draft/2020-12/schema" }', '3:35', 'draft 7'],
  ['a pattern with look-ahead', '{ properties: { b: { pattern: "(?=a)" } } }', '3:54', 'The pattern (?=a) is invalid'],
  ['an invalid pattern of names', '{ patternProperties: { "(": {} } }', '3:56', 'The pattern ( is invalid'],
  ['a reference to itself', '{ $ref: "#" }', '3:25', 'refers to itself endlessly'],
  [
    'circular references',
    '{ allOf: [{ $ref: "#/definitions/a" }], definitions: { a: { $ref: "#" } } }',
    '3:25',
    'endlessly',
  ],
]

test.each(wrongSchemas)(
  '%s in a schema is an error of the config at its place',
  async (_name, schema, place, message) => {
    const error = await compiled(used, { ask: schema }).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(OperationError)
    expect(error).toMatchObject({
      code: 'config',
      message: expect.stringMatching(new RegExp(`^scenewright.config.yaml:${place}: The schema of "ASK" is invalid`)),
    })
    expect(String(error)).toContain(message)
  },
)

test('a schema that no source uses is not looked at', async () => {
  expect(await found('  nodes:\n    a: { type: FREE }\n', { ask: '{ $ref: nowhere }' })).toEqual([])
})

/** Definitions of which each is held twice against the next: 2 to the power of 60. */
const doubling = Array.from({ length: 60 }, (_, index) => {
  const next = `{ $ref: "#/definitions/d${index + 1}" }`
  return `d${index}: { allOf: [${next}, ${next}] }`
}).join(', ')
const deep = `${'{ b: '.repeat(50)}1${' }'.repeat(50)}`
const many = Array.from({ length: 3000 }, (_, index) => index)
/** Their product is beyond the budget of a million steps. */
const some = many.slice(0, 1100)

const hostile: readonly [name: string, value: string, schema: string, said: RegExp | undefined][] = [
  ['a pattern with exponential backtracking', `${'a'.repeat(50_000)}!`, '{ pattern: "^(a+)+$" }', /does not match/],
  ['a pattern of many states on a long text', 'a'.repeat(1_000_000), '{ pattern: "(a|b|.){900}x" }', /more than/],
  [
    'a pattern of property names',
    `{ ${'a'.repeat(900)}!: 1 }`,
    '{ patternProperties: { "^(a+)+$": false } }',
    undefined,
  ],
  [
    'a reference that doubles',
    '1',
    `{ $ref: "#/definitions/d0" }, }, definitions: { ${doubling}, d60: {}`,
    /more than/,
  ],
  [
    'a reference that doubles at each level',
    deep,
    '{ allOf: [{ $ref: "#/definitions/n" }, { $ref: "#/definitions/n" }] } }, definitions: { n: { properties: { b: { $ref: "#/properties/a" } } }',
    /more than/,
  ],
  [
    'many items that must differ',
    `[${many.map(index => `{ b: ${index} }`).join(', ')}]`,
    '{ uniqueItems: true }',
    undefined,
  ],
  [
    'many items validated with many parts',
    `[${some.join(', ')}]`,
    `{ items: { allOf: [${some.map(() => '{ type: string }').join(', ')}] } }`,
    /more than/,
  ],
  ['many values that are taken', `[${many.join(', ')}]`, `{ items: { enum: [${many.join(', ')}] } }`, /more than/],
]

// Without the budgets most of these take longer than the time-out of the tests.
test.each(hostile)('%s terminates', async (_name, value, schema, said) => {
  const findings = await saidOf(value, schema)
  if (said === undefined) expect(findings).toEqual([])
  else expect(findings).toEqual([expect.stringMatching(said)])
})
