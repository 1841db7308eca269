import { expect, test } from 'vitest'
import { addConversation } from '../src/format/add-conversation.ts'
import { formatYaml } from '../src/format/format-yaml.ts'
import { printTests } from '../src/format/print-tests.ts'
import { compileText } from '../src/index.ts'

const file = 'a.test.yaml'
const added = { name: 'new', turns: [{ user: 'hello: there', expect: { starts: 'greeting', ends: true } }] }
const addedText =
  '  - name: new\n    turns:\n      - user: "hello: there"\n        expect:\n          starts: greeting\n          ends: true\n'

const one = '  - name: old # kept\n    turns:\n      - user: a\n        expect: { starts: none } # why\n'
const table = 'triggers:\n  - starts: none\n    messages: [a]\n'

test.each([
  ['behind the conversations that are there', `conversations:\n${one}`, `conversations:\n${one}${addedText}`],
  [
    'before what follows them, with every comment',
    `# head\n\n# about them\nconversations:\n${one}\n# tables\n${table}# end\n`,
    `# head\n\n# about them\nconversations:\n${one}${addedText}\n# tables\n${table}# end\n`,
  ],
  ['to a file of tables', `# head\n\n${table}`, `# head\n\nconversations:\n${addedText}${table}`],
  [
    'to conversations on one line',
    'conversations: [{ name: old, turns: [{ user: a, expect: { starts: none } }] }]\n',
    `conversations:\n  - { name: old, turns: [{ user: a, expect: { starts: none } }] }\n${addedText}`,
  ],
])('a conversation is added %s', async (_where, text, expected) => {
  const formatting = await addConversation(file, text, added)
  expect(formatting).toEqual({ ok: true, text: expected })
  expect(await formatYaml(file, expected)).toEqual({ ok: true, text: expected })
})

const wide = `# my tests
conversations:
    - name:   'old'      # kept
      turns: [ {user: "a", expect: { starts: none }} ] # why

`

test.each([
  ['at the end', wide, `${wide.trimEnd()}\n${addedText.replaceAll(/^/gm, '  ').trimEnd()}\n\n`],
  [
    'before what follows',
    `${wide}# tables\ntriggers:\n  -   starts:  none\n      messages: [ a ]\n`,
    `${wide.trimEnd()}\n${addedText.replaceAll(/^/gm, '  ').trimEnd()}\n\n# tables\ntriggers:\n  -   starts:  none\n      messages: [ a ]\n`,
  ],
  [
    'below items without indentation, and without a line end',
    `conversations:\n-   name: old\n    turns: [ {user: a, expect: {starts: none}} ]`,
    `conversations:\n-   name: old\n    turns: [ {user: a, expect: {starts: none}} ]\n${addedText.replaceAll(/^ {2}/gm, '').trimEnd()}`,
  ],
  [
    'below tables',
    '# my tests\ntriggers:\n  -   starts:  none\n      messages: [ a ]\n',
    `# my tests\ntriggers:\n  -   starts:  none\n      messages: [ a ]\nconversations:\n${addedText}`,
  ],
])(
  'to a file in another form, a conversation is added %s, and nothing else changes',
  async (_where, text, expected) => {
    expect(await addConversation(file, text, added)).toEqual({ ok: true, text: expected })
    const crlf = (each: string) => each.replaceAll('\n', '\r\n')
    expect(await addConversation(file, crlf(text), added)).toEqual({ ok: true, text: crlf(expected) })
  },
)

test.each([
  ['in brackets', 'conversations:   [ {name: old, turns: [ {user: a, expect: {starts: none}} ]} ]\n'],
  ['in one mapping', '{ conversations: [ {name: old, turns: [ {user: a, expect: {starts: none}} ]} ] }\n'],
  ['of an anchor', `conversations: &all\n-   name: old\n    turns: [ {user: a, expect: {starts: none}} ]\n`],
])('a file with conversations %s is formatted where lines cannot be added', async (_form, text) => {
  const formatting = await addConversation(file, text, added)
  const written = formatting.ok ? formatting.text : ''
  expect((await compileText({ file, key: 'a', text: written })).tests?.conversations).toHaveLength(2)
})

test('added to a file that was just printed, it is as if both had been printed', async () => {
  const formatting = await addConversation(file, printTests({ conversations: [added] }), added)
  expect(formatting).toEqual({ ok: true, text: printTests({ conversations: [added, added] }) })
})

test('a conversation is added with the line ends of the file', async () => {
  const crlf = (text: string) => text.replaceAll('\n', '\r\n')
  const formatting = await addConversation(file, crlf(`conversations:\n${one}`), added)
  expect(formatting).toEqual({ ok: true, text: crlf(`conversations:\n${one}${addedText}`) })
})

test.each([
  ['does not parse', 'conversations: [\n'],
  ['violates the schema', 'conversations: 1\n'],
  ['has an unknown field', `conversation: []\n${table}`],
  ['is empty', ''],
])('a file that %s is not written to', async (_why, text) => {
  const formatting = await addConversation(file, text, added)
  expect(formatting.ok ? [] : formatting.findings).not.toEqual([])
})
