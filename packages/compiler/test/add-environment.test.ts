import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { anyCharacter } from '../../model/test/any-character.ts'
import { addEnvironment } from '../src/index.ts'

const local = { name: 'local', url: 'http://127.0.0.1:4600', bot: 'b-1' }
const block = '  local:\n    url: http://127.0.0.1:4600\n    bot: b-1\n'

const edits: readonly (readonly [name: string, before: string, after: string])[] = [
  ['to an empty file', '', `environments:\n${block}`],
  ['to comments alone', '# ours\n', `# ours\n\nenvironments:\n${block}`],
  [
    'at the end if there are no environments',
    'bot:\n  primary_language: en # ours\n\n# environments:\n#   production: …\n',
    `bot:\n  primary_language: en # ours\n\n# environments:\n#   production: …\n\nenvironments:\n${block}`,
  ],
  ['if the last line has no line end', 'sources: [a]', `sources: [a]\n\nenvironments:\n${block}`],
  [
    'with the line ends of the file',
    'sources: [a]\r\n',
    `sources: [a]\r\n\r\nenvironments:\n${block}`.replace(/\r?\n/g, '\r\n'),
  ],
  [
    'if `environments` has no value',
    'environments: # soon\n\nsources: [a]\n',
    `environments: # soon\n${block}\nsources: [a]\n`,
  ],
  [
    'behind the others and their comments',
    'environments:\n  prod:\n    url: u # live\n    bot: b\n    # strategy: replace\n  # staging comes in May\n\nsources: [a] # ours\n',
    `environments:\n  prod:\n    url: u # live\n    bot: b\n    # strategy: replace\n${block}  # staging comes in May\n\nsources: [a] # ours\n`,
  ],
  [
    'with the indentation of the others',
    'environments:\n    prod:\n        state:\n            type: git\n        url: u\n        bot: b',
    'environments:\n    prod:\n        state:\n            type: git\n        url: u\n        bot: b\n    local:\n      url: http://127.0.0.1:4600\n      bot: b-1\n',
  ],
  [
    'behind an environment in braces',
    'environments:\n  prod: { url: u, bot: b } # live\n',
    `environments:\n  prod: { url: u, bot: b } # live\n${block}`,
  ],
  [
    'into empty braces',
    'environments: {}\n',
    'environments: { "local": { url: "http://127.0.0.1:4600", bot: "b-1" } }\n',
  ],
  [
    'into braces',
    'environments: { prod: { url: u, bot: b } } # live\n',
    'environments: { prod: { url: u, bot: b }, "local": { url: "http://127.0.0.1:4600", bot: "b-1" } } # live\n',
  ],
]

test.each(edits)('an environment is added %s', async (_where, before, after) => {
  expect(await addEnvironment(before, local)).toBe(after)
})

test.each([
  ['an environment of that name exists', 'environments:\n  local: { url: u, bot: b }\n'],
  ['the environments are an alias', 'x: &a { prod: { url: u, bot: b } }\nenvironments: *a\n'],
  ['they are a list', 'environments: [a]\n'],
  ['the root is in braces', '{ sources: [a] }\n'],
  ['the text is not YAML', 'environments: {\n'],
  ['the text ends before the file does', 'sources: [a]\n...\n'],
])('nothing is added where %s', async (_why, text) => {
  expect(await addEnvironment(text, local)).toBeUndefined()
})

test('any name is either added unchanged or not at all', async () => {
  const texts = edits.map(([, before]) => before)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.string({ unit: anyCharacter }),
      fc.string(),
      async (text, name, bot) => {
        const edited = await addEnvironment(text, { name, url: 'https://a.example', bot })
        if (edited === undefined) return
        const { environments, ...rest } = parse(edited)
        const { environments: present, ...others } = parse(text) ?? {}
        expect(rest).toEqual(others)
        expect(environments).toEqual({ ...present, [name]: { url: 'https://a.example', bot } })
      },
    ),
  )
})
