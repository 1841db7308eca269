import { expect, test } from 'vitest'
import { setInConfig } from '../src/index.ts'

const lineage = { holder: ['environments', 'prod'], name: 'lineage', value: '9b1c-42', after: 'bot' }
const ref = { holder: ['environments', 'prod', 'state'], name: 'ref', value: 'refs/heads/state/a%20b', after: 'type' }

const edits: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    'behind its neighbor, with every comment',
    '# ours\nenvironments:\n    prod:   # live\n        bot: b # the bot\n        url: https://a.example\n# end\n',
    '# ours\nenvironments:\n    prod:   # live\n        bot: b # the bot\n        lineage: 9b1c-42\n        url: https://a.example\n# end\n',
  ],
  [
    'at the end of a file without a last line feed',
    'environments:\n  prod:\n    url: u\n    bot: "b"',
    'environments:\n  prod:\n    url: u\n    bot: "b"\n    lineage: 9b1c-42\n',
  ],
  [
    'in brackets',
    'environments: { prod: { bot: b, url: u } }\n',
    'environments: { prod: { bot: b, lineage: 9b1c-42, url: u } }\n',
  ],
  [
    'in place of another value',
    "environments:\n  prod:\n    lineage: 'old' # pinned\n    bot: b\n",
    'environments:\n  prod:\n    lineage: 9b1c-42 # pinned\n    bot: b\n',
  ],
  [
    'with the line ends of the file',
    'environments:\r\n  prod:\r\n    bot: b\r\n    url: u\r\n',
    'environments:\r\n  prod:\r\n    bot: b\r\n    lineage: 9b1c-42\r\n    url: u\r\n',
  ],
  [
    'next to another environment of the same bot',
    'environments:\n  test:\n    bot: b\n  prod:\n    bot: b\nsources: [a]\n',
    'environments:\n  test:\n    bot: b\n  prod:\n    bot: b\n    lineage: 9b1c-42\nsources: [a]\n',
  ],
]

test.each(edits)('a field is set %s', async (_name, before, after) => {
  expect(await setInConfig(before, [lineage])).toBe(after)
})

test('several fields are set, also nested ones', async () => {
  const before = 'environments:\n  prod:\n    bot: b\n    state: { type: git }\n'
  expect(await setInConfig(before, [lineage, ref])).toBe(
    'environments:\n  prod:\n    bot: b\n    lineage: 9b1c-42\n    state: { type: git, ref: refs/heads/state/a%20b }\n',
  )
})

test.each([
  ['the environment does not exist', 'environments:\n  test: { bot: b }\n'],
  ['the environment is an alias', 'environments:\n  test: &a { bot: b }\n  prod: *a\n'],
  ['its fields are merged from elsewhere', 'x: &a { bot: b }\nenvironments:\n  prod:\n    <<: *a\n'],
  ['the text is not YAML', 'environments: {\n'],
  ['it is empty', ''],
])('nothing is set if %s', async (_name, text) => {
  expect(await setInConfig(text, [lineage])).toBeUndefined()
})
