import { readFileSync } from 'node:fs'
import { type Language, languages } from '@scenewright/model/config'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { classifyMessage } from '../../src/answering/classify-message.ts'
import { type Agent, idleAgent } from '../../src/resources/agents/agent.ts'

const agent: Agent = {
  ...idleAgent,
  greeting_message: 'Hello!',
  greeting_message_is_enabled: true,
  classify_greeting_is_enabled: true,
  closing_message: 'Bye!',
  closing_message_is_enabled: true,
  classify_closing_is_enabled: true,
  classify_operator_is_enabled: true,
  classify_spam_is_enabled: true,
  spam_fallback_message: 'No.',
}

type Kinds = Readonly<Record<string, readonly string[]>>
const table: Readonly<Record<Language, Kinds>> = parse(readFileSync(new URL('messages.yaml', import.meta.url), 'utf8'))
const rows = Object.entries(table).flatMap(([language, kinds]) =>
  Object.entries(kinds).flatMap(([kind, texts]) => texts.map(text => [language as Language, text, kind] as const)),
)

describe('messages as a whole', () => {
  test('are tried in every language', () => {
    expect(Object.keys(table).sort()).toEqual([...languages].sort())
    expect(rows.length).toBeGreaterThanOrEqual(150)
  })

  test.each(rows)('%s: %j is %s', (language, text, kind) => {
    expect(classifyMessage(agent, language, text).kind).toBe(kind)
  })

  test('an agent in which everything is disabled classifies nothing', () => {
    for (const [language, text] of rows)
      expect(classifyMessage(idleAgent, language, text)).toEqual({ kind: 'ordinary' })
  })

  test.each<[string, string, Partial<Agent>]>([
    ['Hello', 'Hello!', {}],
    ['Thanks', 'Bye!', {}],
    ['Hello', '', { greeting_message_is_enabled: false }],
    ['Hello', '', { classify_greeting_is_enabled: false }],
    ['Hello', '', { greeting_message: ' ' }],
    ['Thanks', '', { closing_message_is_enabled: false }],
    ['Thanks', '', { classify_closing_is_enabled: false }],
    ['a'.repeat(40), 'No.', {}],
    ['a'.repeat(40), '', { classify_spam_is_enabled: false }],
    ['a'.repeat(40), '', { spam_fallback_message: '' }],
  ])('%j is answered with %j by an agent with %j', (text, said, changes) => {
    expect(classifyMessage({ ...agent, ...changes }, 'en', text).text ?? '').toBe(said)
  })
})

describe('filters', () => {
  const filtered: Agent = {
    ...idleAgent,
    greeting_message: 'Hello!',
    greeting_message_is_enabled: true,
    greeting_filter: 'Ahoy\nup and running *\n* reporting in',
    greeting_filter_is_enabled: true,
    closing_message: 'Bye!',
    closing_message_is_enabled: true,
    closing_filter: 'over and out',
    closing_filter_is_enabled: true,
    spam_filter: 'buy * followers\ncasino\n\n***\n',
    spam_filter_is_enabled: true,
    spam_fallback_message: 'No.',
  }
  test.each([
    ['ahoy!', 'greeting'],
    ['Up and running', 'greeting'],
    ['up and running, captain Smith', 'greeting'],
    ['Smith reporting in', 'greeting'],
    ['ahoy, where is my order', 'ordinary'],
    ['Over, and out.', 'closing'],
    ['over and over and out', 'ordinary'],
    ['Best CASINO in town', 'spam'],
    ['casinos', 'ordinary'],
    ['you can buy 10 000 cheap followers here', 'spam'],
    ['followers buy', 'ordinary'],
    ['hello', 'ordinary'],
    ['', 'ordinary'],
  ])('%j is %s', (text, kind) => {
    expect(classifyMessage(filtered, 'en', text).kind).toBe(kind)
  })

  test('apply while they are active', () => {
    const off = { ...filtered, greeting_filter_is_enabled: false, spam_filter_is_enabled: false }
    expect(classifyMessage(off, 'en', 'ahoy').kind).toBe('ordinary')
    expect(classifyMessage(off, 'en', 'casino').kind).toBe('ordinary')
  })
})

test.each(['http://a.example http://b.example http://c.example', 'WIN WIN WIN WIN WIN WIN WIN WIN', '!'.repeat(30)])(
  '%j is spam by its form',
  text => {
    expect(classifyMessage(agent, 'en', text)).toEqual({ kind: 'spam', text: 'No.' })
  },
)

test.each(['https://shop.example/item/5', '???', 'no no no', 'I compared https://a.example and https://b.example'])(
  '%j has no kind',
  text => {
    expect(classifyMessage(agent, 'en', text).kind).toBe('ordinary')
  },
)

test.each([
  ['words', 'hello '],
  ['letters', 'a'],
  ['two letters', 'ab'],
  ['asterisks', '* '],
  ['apostrophes', "l'"],
  ['marks', 'a\u0301\u0302'],
])('a long message of %s does not match a filter of the same', (_name, part) => {
  const text = part.repeat(32_768 / part.length)
  const lines = `${part.repeat(5)}*${part}*${part}x\n`.repeat(500)
  const strict: Agent = { ...agent, spam_filter: lines, spam_filter_is_enabled: true, classify_spam_is_enabled: false }
  // How long it takes is a row of `npm run bench`.
  expect(classifyMessage(strict, 'en', text).kind).toBe('ordinary')
})

test('any text has a kind, and words after a greeting make it ordinary', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom(...languages), (text, language) => {
      expect(['greeting', 'closing', 'spam', 'operator', 'ordinary']).toContain(
        classifyMessage(agent, language, text).kind,
      )
      expect(classifyMessage(agent, 'en', `Hello ${text} parcel`).kind).not.toBe('greeting')
    }),
    { numRuns: 200 },
  )
})
