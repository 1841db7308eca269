import { validate } from '@scenewright/schemas/validate/conversation-test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileText } from '../src/index.ts'

const text = fc.constantFrom('a', 'none', 'where is it?', '', '__proto__', '\ud83d\ude00')

/** Mostly what the schema asks for, and now and then anything else in its place. */
function mostly(sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: sound }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
}

function listOf(item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return mostly(fc.array(item, { minLength: 1, maxLength: 3 }))
}

function recordOf(fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []): fc.Arbitrary<unknown> {
  const sound = fc.record(fields, { requiredKeys })
  return mostly(
    fc.oneof(
      { weight: 20, arbitrary: sound },
      sound.map(record => ({ ...record, strange: 1 })),
    ),
  )
}

const reply = mostly(fc.oneof(text, fc.record({ contains: text }), fc.record({ matches: text })))

const expectation = recordOf({
  starts: mostly(text),
  clarifies: listOf(text),
  replies: listOf(reply),
  exactly: mostly(fc.boolean()),
  walk: listOf(text),
  ends: mostly(fc.boolean()),
  confidence: recordOf({ at_least: mostly(fc.integer({ min: -5, max: 105 })) }, ['at_least']),
})

const turn = recordOf({ user: mostly(text), expect: expectation }, ['user'])
const conversation = recordOf({ name: mostly(text), tags: listOf(text), turns: listOf(turn) }, ['name', 'turns'])
const table = recordOf({ starts: text, clarifies: listOf(text), tags: listOf(text), messages: listOf(text) }, [
  'messages',
])
const file = recordOf({ conversations: listOf(conversation), triggers: listOf(table) })

test('any file of tests yields its tests or findings at places in the file', async () => {
  let bound = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(file, async value => {
      const written = JSON.stringify(value, null, 2)
      const { tests, isBound, findings } = await compileText({ file: 'a.test.yaml', key: 'a', text: written })
      const lines = written.split('\n')
      for (const { range } of findings) expect(range.start.line).toBeLessThanOrEqual(lines.length)
      if (isBound) bound += 1
      else refused += 1
      // What fits the schema has no finding; what does not has one, whether or not it binds.
      expect(findings.length === 0).toBe(validate(JSON.parse(written)))
      expect(tests).toBeDefined()
      if (!isBound) expect(findings).not.toEqual([])
      expect(JSON.parse(JSON.stringify(tests))).toEqual(tests)
    }),
    { numRuns: 500 },
  )
  expect([bound > 50, refused > 50]).toEqual([true, true])
})

test('a file that matches the schema is read completely', async () => {
  await fc.assert(
    fc.asyncProperty(file, async value => {
      fc.pre(validate(value))
      const { tests } = await compileText({ file: 'a.test.yaml', key: 'a', text: JSON.stringify(value) })
      expect(withoutPlaces(tests)).toEqual(defaulted(value))
    }),
    { numRuns: 500 },
  )
})

function withoutPlaces(tests: unknown): unknown {
  return JSON.parse(JSON.stringify(tests, (key, value) => (/^(?:places?|keyLiterals)$/.test(key) ? undefined : value)))
}

/** A file's plain value in the model's words: lists that may be left out are there, and a message is a text with a place. */
function defaulted(value: unknown): unknown {
  // The value fits the schema.
  const { conversations = [], triggers = [] } = value as Record<string, Record<string, unknown>[]>
  const tables = triggers.map(({ messages, ...rest }) => ({
    tags: [],
    ...rest,
    messages: (messages as string[]).map(message => ({ text: message })),
  }))
  return JSON.parse(JSON.stringify({ conversations: conversations.map(each => ({ tags: [], ...each })), tables }))
}
