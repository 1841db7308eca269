import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../model/test/any-character.ts'
import { formatYaml } from '../src/format/format-yaml.ts'
import { printTests, type TestsToPrint } from '../src/format/print-tests.ts'
import { compileText } from '../src/index.ts'

test('prints idiomatic sources', () => {
  const tests: TestsToPrint = {
    conversations: [
      {
        name: 'asks for the money',
        tags: ['smoke'],
        turns: [
          {
            user: "where's my refund?",
            expect: {
              starts: 'billing/refund',
              walk: ['a', 'b'],
              replies: ['Yes: soon.', { contains: '3' }],
              ends: true,
            },
          },
          { user: 'thanks' },
        ],
      },
    ],
    triggers: [{ clarifies: ['a', 'b'], messages: ['refund'] }],
  }
  expect(printTests(tests)).toBe(`conversations:
  - name: asks for the money
    tags: [smoke]
    turns:
      - user: where's my refund?
        expect:
          starts: billing/refund
          walk: [a, b]
          replies:
            - "Yes: soon."
            - { contains: "3" }
          ends: true
      - user: thanks
triggers:
  - clarifies: [a, b]
    messages:
      - refund
`)
})

const text = fc.oneof(
  fc.string({ minLength: 1, unit: anyCharacter }),
  fc.constantFrom(
    'a: b',
    '- x',
    '# no comment',
    'null',
    '12',
    ' \n x',
    `long ${'word '.repeat(40)}`,
    '{ a }',
    '__proto__',
  ),
)
const texts = fc.array(text, { minLength: 1, maxLength: 3 })
const reply = fc.oneof(text, fc.record({ contains: text }), fc.record({ matches: text }))
const expectation = fc.record(
  {
    starts: text,
    clarifies: texts,
    walk: texts,
    replies: fc.array(reply, { minLength: 1, maxLength: 3 }),
    exactly: fc.boolean(),
    ends: fc.boolean(),
    confidence: fc.record({ at_least: fc.integer({ min: 0, max: 100 }) }),
  },
  { requiredKeys: [] },
)
const turn = fc.record({ user: text, expect: expectation }, { requiredKeys: ['user'] })
const tests = fc.record({
  conversations: fc.array(
    fc.record(
      { name: text, tags: texts, turns: fc.array(turn, { minLength: 1, maxLength: 2 }) },
      { requiredKeys: ['name', 'turns'] },
    ),
    { minLength: 1, maxLength: 2 },
  ),
  triggers: fc.array(fc.record({ starts: text, messages: texts }), { maxLength: 2 }),
})

test('printed tests always have the same meaning and are formatted', async () => {
  await fc.assert(
    fc.asyncProperty(tests, async given => {
      const printed = printTests(given)
      expect(await formatYaml('a.test.yaml', printed)).toEqual({ ok: true, text: printed })
      const { tests: read, findings } = await compileText({ file: 'a.test.yaml', key: 'a', text: printed })
      expect(findings).toEqual([])
      expect(read?.conversations.map(({ name, tags }) => ({ name, tags }))).toEqual(
        given.conversations.map(({ name, tags = [] }) => ({ name, tags })),
      )
      expect(
        read?.conversations.flatMap(({ turns }) => turns.map(({ user, expect: must }) => ({ user, must }))),
      ).toEqual(given.conversations.flatMap(({ turns }) => turns.map(({ user, expect: must }) => ({ user, must }))))
      expect(read?.tables.map(({ starts, messages }) => [starts, messages.map(message => message.text)])).toEqual(
        given.triggers.map(({ starts, messages }) => [starts, messages]),
      )
    }),
    { numRuns: 150 },
  )
})
