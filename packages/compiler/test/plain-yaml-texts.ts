import fc from 'fast-check'

/** Small texts that hold every construct which the reader of plain YAML takes; mutations start here. */
export const samples: readonly string[] = [
  'a: 1\nb:\n  - x\n  - y: z\n    w: [p, { q: 0.5 }]\n\n# end\n',
  'text: >-\n  one\n  two\n\n  three\nmore: |\n  # no comment\n    deep\n  flat\nlast: end # why\n',
  "k:\n- \"a: b\"\n- 'it''s'\n- - 1\n  - ~\n-\n- \nj: {}\n",
  'a: some words\n  that go on\n\n  and on\nb:\n  all of it\n  below\nc: "x\\n\\u00e9"\n',
  '# first\nnodes:\n\n  one:\n    text: Hello, you # not me\n    next: [two, { to: three, priority: 0 }]\n  two: END\n',
  'a: 1\r\nb:\r\n  - x\r\n\r\nc: |\r\n  one\r\n\r\n  two\r\nd: >\r\n  one\r\n  two\r\n',
  '- a\n-   b: 1\n    c: 2\n- [x]\n- {y: [1, -1]}\n- |-\n  z\n',
  'a:   \n  # c\n  b:    # d\n    c: #e\n  f: 0x1F\n"g h": .5\n\'i\': 1e3\n',
]

const ordinary: readonly string[] = [
  ...[
    'a: b',
    'b:',
    'c:',
    'd: e # f',
    '- a',
    '- b: c',
    '-',
    'words',
    'more words',
    'e: |',
    'f: >-',
    'g: [h, i]',
    '',
    '# c',
  ],
]

const tricky: readonly string[] = [
  ...[
    'a:',
    'c:  ',
    '- ',
    '- a: b',
    '- a:',
    '- - x',
    '-  c: d',
    '-- x',
    '-5',
    'x',
    'yy',
    '}',
    'more: words here',
    "it's",
    '"',
    "'",
  ],
  ...[
    '#c',
    ' #',
    'a: b #c',
    'a: b# c',
    'a: # c',
    'a:# c',
    '- # c',
    '- #c',
    '"a" # c',
    '"a"# c',
    '"a"',
    ' ',
    '  ',
    '    ',
    'x: y\r',
    '\r',
  ],
  ...[
    'a: |',
    'a: >',
    'a: |-',
    'a: >-',
    'a: |+',
    'a: |2',
    'a: | # c',
    'a: |# c',
    'a: |-x',
    '- |',
    '- >-',
    '|',
    '>-',
    '- a: |',
  ],
  ...[
    'a: "b"',
    "a: 'b'",
    'a: "b',
    'a: "b" c',
    '"a": b',
    "'a': b",
    '"a" : b',
    'a : b',
    'a :b',
    '"a":b',
    'a: b"c',
    'b"',
    'a: \\',
  ],
  ...[
    'a: "\\x41"',
    'a: "\\u0041"',
    'a: "\\q"',
    'a: "\\',
    'a: "\\\\"',
    'a: "\\/\\t"',
    "a: 'b''",
    "a: ['b''', \"\\\"\"]",
    "a: ''",
  ],
  ...[
    'a: [b, c]',
    'a: [b',
    'c]',
    'a: [b, ]',
    'a: [, b]',
    'a: []',
    'a: { b: c }',
    'a: {b: c,d: e}',
    'a: {b}',
    'a: {b:}',
    'a: [-]',
  ],
  ...[
    'a: [b: c]',
    'a: [{b: c}, [d]]',
    '[a]: b',
    '{a: b}',
    '[a]',
    'a: [b]c',
    'a: [b] # c',
    'a: [b]#c',
    'a: [-, - b]',
    'a: [b c]',
  ],
  ...[
    'a: {b: c}: d',
    'a: {"b":c}',
    'a: {"b": "c"}',
    'a: [a#b, c #d]',
    'a: [http://x, a:b]',
    'a: [?x, :y]',
    'a: { b: c, b: d }',
  ],
  ...[
    '---',
    '...',
    '--- a',
    '---a',
    '--- a: b',
    '... a: b',
    '...: b',
    '---: b',
    '%a',
    '%a: b',
    '? a',
    ': a',
    '?',
    ':',
    '<<: a',
    '*a',
  ],
  ...[
    '&a b',
    '!a b',
    '!!str a',
    'a: *b',
    'a: &b c',
    'a: !x c',
    'a: @b',
    'a: `b',
    'a: %b',
    'a: ,b',
    'a: ]',
    'a: }',
    'a: ? b',
    'a: - b',
  ],
  ...[
    'a: : b',
    'a: ::',
    'a: b: c',
    'a: b:',
    'a::',
    'a: b:c',
    'a: ~',
    'a: null',
    'a: True',
    'a: FALSE',
    'a: yes',
    '1: b',
    '~: b',
  ],
  ...[
    'a: 0o17',
    'a: 0x1F',
    'a: 9007199254740993',
    'a: 0x20000000000001',
    '- [9007199254740992, -1234567890123456800]',
    'a: 1_000',
    'a: +1',
    'a: -0',
    'a: .5',
    'a: 5.',
    'a: 1e3',
    'a: 1e999',
    'a: .inf',
    'a: -.INF',
    'a: .nan',
  ],
  ...[
    'a: 123456789012345678901',
    'a: 0o8',
    'a: 08',
    'a: 0b1',
    'a: -0x1',
    'a: .',
    'a: 1.2.3',
    '__proto__: b',
    'constructor: b',
    'a-b: c-d',
  ],
  ...[
    'a\tb: c',
    'a:\tb',
    '\ta: b',
    'a: b\t',
    'a: \u00a0',
    '\u00a0: a',
    'a: \u2028b',
    'a: \u0085',
    'a: \ufeff',
    '\ufeffa: b',
    'a, b: c',
  ],
  ...['a: \u{1f600}', '\u{1f600}', 'a: \ud83d', '# scenewright-ignore x: y', 'a: scenewright-ignore'],
]

const marks: readonly string[] = [
  ...' \n:-#"\'[]{}|>&*!%@`?,~0159+.eExo_ab\t\r\\/=<',
  ...[
    '\u0085',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u00a0',
    '\u{1f600}',
    '\ud83d',
    '\0',
    '\u007f',
    '\u001f',
    '  ',
    '\n  ',
    ': ',
    '- ',
    ' #',
  ],
  ...[
    '\n\n',
    '\r\n',
    '---\n',
    '...\n',
    '# c\n',
    '\n- ',
    '\n  - ',
    ': |\n',
    ': >-\n',
    ': >\n   ',
    '"a"',
    "''",
    '[]',
    '{ }',
    'null',
    '1e5',
  ],
]

const line = fc.record({
  indent: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 0, 2, 4) }, fc.nat(6)),
  content: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ordinary) }, fc.constantFrom(...tricky)),
  end: fc.oneof({ weight: 20, arbitrary: fc.constant('\n') }, fc.constantFrom('\r\n', ' \n', '', '\n\n')),
})

/** Lines of all kinds, one below the other, as indented as chance has it. */
export const soups = fc
  .array(line, { minLength: 1, maxLength: 7 })
  .map(lines => lines.map(({ indent, content, end }) => `${' '.repeat(indent)}${content}${end}`).join(''))

const edit = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'replace', 'delete', 'double', 'swap', 'cut'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 6 }),
  mark: fc.constantFrom(...marks),
})

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

/** Texts with a few characters too many, too few or in the wrong place. */
export function mutations(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([text, edits]) => edits.reduce(changed, text))
}

function changed(text: string, { kind, at: share, length, mark }: Edit): string {
  const at = Math.floor(share * text.length)
  const before = text.slice(0, at)
  const piece = text.slice(at, at + length)
  const behind = text.slice(at + length)
  switch (kind) {
    case 'insert':
      return before + mark + piece + behind
    case 'replace':
      return before + mark + behind
    case 'delete':
      return before + behind
    case 'double':
      return before + piece + piece + behind
    case 'swap':
      return before + behind.slice(0, length) + piece + behind.slice(length)
    default:
      return before
  }
}
