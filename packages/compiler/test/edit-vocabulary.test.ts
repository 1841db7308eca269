import type { Change, DocumentPath, JsonValue } from '@scenewright/model/compilation'
import { describe, expect, test } from 'vitest'
import { compileText } from '../src/index.ts'
import { edited } from './edited.ts'

const head = 'title: T\ntrigger_description: W\n'
const flow =
  'flow:\n  nodes:\n    # first\n    a:\n      text: Hello # why\n      next: b\n\n    # second\n    b: END\n'
const source = `${head}${flow}`
const node = (index: number, field?: string): DocumentPath =>
  field === undefined ? ['scenario', 'definition', 'nodes', index] : ['scenario', 'definition', 'nodes', index, field]
const edge = (...rest: (string | number)[]): DocumentPath => ['scenario', 'definition', 'edges', ...rest]

/** The edited text, or the reason why it is refused. An inverse that does not restore the text fails. */
async function edit(text: string, change: Change | readonly Change[], file = 'a.scenario.yaml'): Promise<string> {
  const { scenarios, findings } = await compileText({ file, key: 'a', text })
  if (scenarios[0] === undefined) throw new Error(findings[0]?.message)
  const result = scenarios[0].map.edit(change)
  if ('refused' in result) return result.refused
  const after = edited(text, result.edits)
  expect(edited(after, result.inverse)).toBe(text)
  return after
}

describe('a scalar is set', () => {
  test.each<[string, Change, string, string]>([
    ['a text', { kind: 'set', path: node(0, 'text'), value: 'Hi: you' }, 'text: Hello', 'text: "Hi: you"'],
    ['a title', { kind: 'set', path: node(0, 'title'), value: 'One' }, '      text', '      title: One\n      text'],
    [
      'the title of an END',
      { kind: 'set', path: node(1, 'title'), value: 'Bye' },
      'b: END',
      'b: { type: END, title: Bye }',
    ],
    ['a priority', { kind: 'set', path: edge(0, 'priority'), value: 3 }, 'next: b', 'next: { to: b, priority: 3 }'],
    ['a boolean', { kind: 'set', path: ['is_active'], value: false }, 'title: T', 'is_active: false\ntitle: T'],
    [
      'a field of a condition',
      { kind: 'set', path: edge(0, 'condition', 'type'), value: 'X' },
      'next: b',
      'next: { to: b, condition: { type: X } }',
    ],
    [
      'the start',
      { kind: 'set', path: ['scenario', 'definition', 'start_node_id'], value: 'b' },
      '  nodes:',
      '  start: b\n  nodes:',
    ],
  ])('%s', async (_, change, before, after) => {
    expect(await edit(source, change)).toBe(source.replace(before, after))
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    expect(await edit(crlf(source), change)).toBe(crlf(source.replace(before, after)))
  })

  test.each([
    ['|-\n        Hello\n        you', 'One\ntwo', '|-\n        One\n        two'],
    ['| # why\n        Hello', 'One', 'One # why'],
    ['>-\n        Hello', 'One more\ntwo', '>-\n        One more\n\n        two'],
  ])('as a block text: %j, %j', async (before, value, after) => {
    const text = (written: string) => source.replace('Hello # why', written)
    expect(await edit(text(before), { kind: 'set', path: node(0, 'text'), value })).toBe(text(after))
  })
})

describe('a part is inserted', () => {
  const end = { id: 'c', type: 'END', title: 'c' }
  test.each<[string, Change, string, string]>([
    ['a node at the end', { kind: 'insert', path: node(2), value: end }, '    b: END\n', '    b: END\n\n    c: END\n'],
    [
      'a node between two',
      { kind: 'insert', path: node(1), value: end },
      '      next: b\n',
      '      next: b\n\n    c: END\n',
    ],
    [
      'a reply with its edge',
      { kind: 'insert', path: node(1), value: { id: 'c', type: 'FIXED_REPLY', text: 'one\ntwo', next: 'b' } },
      '      next: b\n',
      '      next: b\n\n    c:\n      text: |-\n        one\n        two\n      next: b\n',
    ],
    [
      'a node at the start, which stays the start',
      { kind: 'insert', path: node(0), value: end },
      '  nodes:\n    # first',
      '  start: a\n  nodes:\n    c: END\n\n    # first',
    ],
    ['an edge', { kind: 'insert', path: edge(), value: { source: 'a', target: 'a' } }, 'next: b', 'next: [b, a]'],
    [
      'an edge before another',
      { kind: 'insert', path: edge(0), value: { source: 'a', target: 'a' } },
      'next: b',
      'next: [a, b]',
    ],
    [
      'a list',
      { kind: 'insert', path: ['scenario', 'examples'], value: ['x', 'y: z'] },
      'flow:',
      'examples:\n  - x\n  - "y: z"\nflow:',
    ],
  ])('%s', async (_, change, before, after) => {
    expect(await edit(source, change)).toBe(source.replace(before, after))
  })

  test.each([
    ['examples:\n  # one\n  - a # a\n  # two\n  - b\n', 0, 'examples:\n  - new\n  # one\n  - a # a\n  # two\n  - b\n'],
    ['examples:\n  # one\n  - a # a\n  # two\n  - b\n', 1, 'examples:\n  # one\n  - a # a\n  - new\n  # two\n  - b\n'],
    ['examples: [a, b] # c\n', 0, 'examples: [new, a, b] # c\n'],
    ['examples: [a, b] # c\n', 1, 'examples: [a, new, b] # c\n'],
    ['examples: [\n  a, # a\n  b\n]\n', 0, 'examples: [\n  new,\n  a, # a\n  b\n]\n'],
  ])('an item, above the comments of the next one: %j, %j', async (fields, index, wanted) => {
    const change: Change = { kind: 'insert', path: ['scenario', 'examples', index], value: 'new' }
    expect(await edit(`${head}${fields}${flow}`, change)).toBe(`${head}${wanted}${flow}`)
  })
})

describe('a node between others in a flow that lists its edges', () => {
  const insert = (next: JsonValue): Change => ({
    kind: 'insert',
    path: node(1),
    value: { id: 'c', type: 'FIXED_REPLY', text: 'C', next },
  })
  const put: Change = { kind: 'set', path: edge(0, 'target'), value: 'c' }

  test.each<[string, JsonValue, string, string]>([
    ['lines', 'b', '  edges:\n    - source: a\n      target: b\n', '    - source: c\n      target: b\n'],
    ['lines of braces', 'b', '  edges:\n    - { source: a, target: b }\n', '    - source: c\n      target: b\n'],
    [
      'lines, with two edges',
      ['b', { to: 'a', priority: 2 }],
      '  edges:\n    - { source: a, target: b }\n',
      '    - source: c\n      target: b\n    - source: c\n      target: a\n      priority: 2\n',
    ],
  ])('in %s', async (_, next, edges, added) => {
    const text = `${head}flow:\n  nodes:\n    a: { text: A }\n    b: END\n${edges}`
    const after = await edit(text, [insert(next), put])
    expect(after).toBe(
      `${text.replace('    b:', '    c:\n      text: C\n    b:').replace('target: b', 'target: c')}${added}`,
    )
    expect((await compileText({ file: 'a.scenario.yaml', key: 'a', text: after })).findings).toEqual([])
  })

  test('in brackets', async () => {
    const text = `${head}flow: { nodes: { a: { text: A }, b: END }, edges: [{ source: a, target: b }] }\n`
    expect(await edit(text, [insert('b'), put])).toBe(
      `${head}flow: { nodes: { a: { text: A }, c: { text: C }, b: END }, edges: [{ source: a, target: c }, { source: c, target: b }] }\n`,
    )
  })
})

test.each<[string, Change]>([
  ['a node', { kind: 'insert', path: node(1.5), value: { id: 'c', type: 'END' } }],
  ['an edge', { kind: 'insert', path: edge(0.5), value: { source: 'a', target: 'a' } }],
  ['an item', { kind: 'insert', path: ['scenario', 'examples', 0.5], value: 'new' }],
])('%s is not inserted at an index that is no whole number', async (_, change) => {
  expect(await edit(`${head}examples: [a, b]\n${flow}`, change)).toBe('absent')
})

describe('a list with a constant', () => {
  const list = (items: string) =>
    `import { scenario } from 'scenewright'\nconst usual = 'a'\nexport default scenario({\n  title: 'T',\n  trigger_description: 'W',\n  examples: [${items}],\n  flow: { nodes: { b: 'END' } },\n})\n`
  const path = (index: number): DocumentPath => ['scenario', 'examples', index]

  test('is edited between its own items', async () => {
    const source = list("usual, 'b', 'c', 'd', usual")
    const done = (change: Change) => edit(source, change, 'a.scenario.ts')
    expect(await done({ kind: 'remove', path: path(2) })).toBe(list("usual, 'b', 'd', usual"))
    expect(await done({ kind: 'insert', path: path(2), value: 'x' })).toBe(list("usual, 'b', 'x', 'c', 'd', usual"))
    expect(await done({ kind: 'move', path: path(1), to: 2 })).toBe(list("usual, 'c', 'b', 'd', usual"))
    expect(await done({ kind: 'remove', path: path(0) })).toBe('computed')
    expect(await done({ kind: 'move', path: path(1), to: 4 })).toBe('computed')
    expect(await done({ kind: 'insert', path: path(5), value: 'x' })).toBe('computed')
  })
})

describe('comments of a removed part', () => {
  test.each([
    ['text: "a # b" # c\n      title: x', '# c\n      title: x'],
    ["text: 'a # b'\n      title: x", 'title: x'],
    ['text: | # c\n        a # b\n        # d\n      title: x', '# c\n      title: x'],
    ['text: >- # c\n        a # b\n      title: x', '# c\n      title: x'],
    ['text: a#b # c\n      title: x', '# c\n      title: x'],
    ['text: !!str "a # b" # c\n      title: x', '# c\n      title: x'],
  ])('%j', async (before, after) => {
    const text = (written: string) => source.replace('text: Hello # why', written)
    expect(await edit(text(before), { kind: 'remove', path: node(0, 'text') })).toBe(text(after))
  })
})

describe('a part is removed', () => {
  const loop =
    'flow:\n  nodes:\n    a:\n      text: A\n      next: [b, c]\n    b: # why\n      text: B # so\n      next: c\n    c: END\n'
  test('a node, with its edges and without its comments', async () => {
    expect(await edit(`${head}${loop}`, { kind: 'remove', path: node(1) })).toBe(
      `${head}flow:\n  nodes:\n    a:\n      text: A\n      next: [c]\n    # why\n    # so\n    c: END\n`,
    )
  })

  test('the only edge of a node, with its field', async () => {
    expect(await edit(source, { kind: 'remove', path: edge(0) })).toBe(source.replace('      next: b\n', ''))
  })

  test.each<[string, Change, string]>([
    ['the start', { kind: 'remove', path: node(0) }, 'start'],
    ['an absent node', { kind: 'remove', path: node(9) }, 'absent'],
    ['an absent field', { kind: 'remove', path: ['scenario', 'description'] }, 'absent'],
  ])('but not %s', async (_, change, reason) => {
    expect(await edit(source, change)).toBe(reason)
  })
})

describe('a name is changed', () => {
  test('a node and all references to it', async () => {
    const text = `${head}flow:\n  start: a\n  nodes:\n    a: # why\n      text: A\n      next:\n        - b\n        - { to: "a" }\n    b: END\n`
    expect(await edit(text, { kind: 'renameKey', path: node(0), to: 'x y' })).toBe(
      text.replace('start: a', 'start: x y').replace('    a: #', '    x y: #').replace('"a"', '"x y"'),
    )
  })

  test('a node in a list of edges', async () => {
    const text = `${head}flow: { nodes: { a: { text: A }, b: END }, edges: [{ source: a, target: b }] }\n`
    expect(await edit(text, { kind: 'renameKey', path: node(1), to: 'c' })).toBe(
      text.replace('b: END', 'c: END').replace('target: b', 'target: c'),
    )
  })

  test('the key, where it is written', async () => {
    expect(await edit(`key: x # why\n${source}`, { kind: 'renameKey', path: ['key'], to: 'y' })).toBe(
      `key: y # why\n${source}`,
    )
    expect(await edit(source, { kind: 'renameKey', path: ['key'], to: 'y' })).toBe('absent')
  })

  test.each<[string, string, Change, string]>([
    ['a name that is used', source, { kind: 'renameKey', path: node(0), to: 'b' }, 'present'],
    [
      'an id of two nodes',
      source.replace('b: END', 'a: END'),
      { kind: 'renameKey', path: node(0), to: 'c' },
      'repeated',
    ],
    [
      'a reference by an alias',
      source.replace('next: b', 'next: &x b\n      title: *x'),
      { kind: 'renameKey', path: node(1), to: 'c' },
      'meaning',
    ],
  ])('but not to or of %s', async (_, text, change, reason) => {
    expect(await edit(text, change)).toBe(reason)
  })
})

describe('a part is moved', () => {
  test('a node with the comment above it, and the flow keeps its start', async () => {
    expect(await edit(source, { kind: 'move', path: node(1), to: 0 })).toBe(
      `${head}flow:\n  start: a\n  nodes:\n    # second\n    b: END\n\n    # first\n    a:\n      text: Hello # why\n      next: b\n`,
    )
  })

  test('a node with a number as its id', async () => {
    const numbered = `${head}flow: { nodes: { a: END, 1: END } }\n`
    expect(await edit(numbered, { kind: 'move', path: node(1), to: 0 })).toBe(
      `${head}flow: { start: a, nodes: { 1: END, a: END } }\n`,
    )
  })

  test.each([
    ['\n  # one\n  - a # a\n  - b\n  - c\n', 0, 2, '\n  - b\n  - c\n  # one\n  - a # a\n'],
    [' [a, b, c]\n', 2, 0, ' [c, a, b]\n'],
    [' [a, # a\n  b]\n', 0, 1, 'comment'],
  ])('an item: %j from %i to %i', async (list, from, to, wanted) => {
    const after = await edit(`${head}examples:${list}${flow}`, {
      kind: 'move',
      path: ['scenario', 'examples', from],
      to,
    })
    expect(after).toBe(wanted === 'comment' ? wanted : `${head}examples:${wanted}${flow}`)
  })
})

describe('a TypeScript source', () => {
  const text = `import { end, reply, scenario } from 'scenewright'
export default scenario({
  title: 'T',
  trigger_description: 'W',
  flow: {
    nodes: {
      a: reply('Hello', { next: 'b' }), // why
      b: end(),
    },
  },
})
`
  test.each<[string, Change, string, string]>([
    ['sets a title', { kind: 'set', path: node(0, 'title'), value: 'One' }, '{ next', "{ title: 'One', next"],
    [
      'sets the title of an end',
      { kind: 'set', path: node(1, 'title'), value: 'Bye' },
      'end()',
      "end({ title: 'Bye' })",
    ],
    [
      'renames a node',
      { kind: 'renameKey', path: node(1), to: 'c d' },
      "'b' }), // why\n      b:",
      "'c d' }), // why\n      'c d':",
    ],
    [
      'inserts a node',
      { kind: 'insert', path: node(2), value: { id: 'c', type: 'FIXED_REPLY', text: "it's", next: 'b' } },
      '      b: end(),\n',
      "      b: end(),\n      c: reply('it\\'s', { next: 'b' }),\n",
    ],
    [
      'inserts an edge',
      { kind: 'insert', path: edge(), value: { source: 'a', target: 'a' } },
      "next: 'b'",
      "next: ['b', 'a']",
    ],
  ])('%s', async (_, change, before, after) => {
    expect(await edit(text, change, 'a.scenario.ts')).toBe(text.replace(before, after))
  })

  test.each<[string, Change, string]>([
    ['another name of a node', { kind: 'renameKey', path: node(1), to: '7' }, 'meaning'],
    ['the same name of the first node', { kind: 'renameKey', path: node(0), to: '7' }, "'7': reply("],
    ['another node', { kind: 'insert', path: node(2), value: { id: '7', type: 'END' } }, 'meaning'],
  ])('refuses %s only if JavaScript would change the order of nodes', async (_, change, after) => {
    expect(await edit(text, change, 'a.scenario.ts')).toContain(after)
  })

  test('a node in a list of pairs becomes a number', async () => {
    const pairs = text.replace(
      /nodes: \{[\s\S]*\n {4}\},/,
      "nodes: [['a', reply('Hello', { next: 'b' })], ['b', end()]],",
    )
    expect(await edit(pairs, { kind: 'renameKey', path: node(1), to: '7' }, 'a.scenario.ts')).toBe(
      pairs.replaceAll("'b'", "'7'"),
    )
  })

  test('refuses to change what a function makes', async () => {
    const made = text.replace('export', "const bye = () => end({ title: 'B' })\nexport").replace('b: end()', 'b: bye()')
    expect(await edit(made, { kind: 'set', path: node(1, 'title'), value: 'x' }, 'a.scenario.ts')).toBe('computed')
  })
})

test('changes of one call must not overlap, and refer to the document before all of them', async () => {
  const one: Change = { kind: 'set', path: node(0, 'text'), value: 'x' }
  expect(await edit(source, [one, { ...one, value: 'y' }])).toBe('conflict')
  const both: readonly Change[] = [
    { kind: 'insert', path: node(2), value: { id: 'c', type: 'END' } },
    { kind: 'renameKey', path: node(1), to: 'd' },
  ]
  expect(await edit(source, both)).toBe(
    source.replace('next: b', 'next: d').replace('b: END\n', 'd: END\n\n    c: END\n'),
  )
})

describe('changes of one call that name the same node', () => {
  const rename: Change = { kind: 'renameKey', path: node(1), to: 'c' }
  const connect: Change = { kind: 'insert', path: edge(), value: { source: 'a', target: 'b' } }
  const added = { id: 'n', type: 'FIXED_REPLY', text: 'Wait' }
  const addition: Change = { kind: 'insert', path: node(1), value: { ...added, next: ['b', { to: 'b', priority: 1 }] } }
  const listed = source
    .replace('      next: b\n', '')
    .replace('    b: END', '    b: END\n  edges:\n    - { source: a, target: b }')

  test.each<[string, readonly Change[], string, string]>([
    ['a connection to a renamed node', [connect, rename], source, 'next: [c, c]'],
    ['the same in the other order', [rename, connect], source, 'next: [c, c]'],
    [
      'a new node in front of it',
      [rename, addition],
      source,
      'next:\n        - c\n        - to: c\n          priority: 1',
    ],
    [
      'the start',
      [{ kind: 'set', path: ['scenario', 'definition', 'start_node_id'], value: 'b' }, rename],
      source,
      'start: c',
    ],
    [
      'a connection in a list',
      [{ kind: 'insert', path: edge(), value: { source: 'b', target: 'a' } }, rename],
      listed,
      '- { source: a, target: c }\n    - source: c\n      target: a',
    ],
    [
      'a new node after it, to which it is connected',
      [
        { kind: 'renameKey', path: node(0), to: 'c' },
        { kind: 'insert', path: node(1), value: added },
        { kind: 'insert', path: edge(), value: { source: 'a', target: 'n' } },
      ],
      source,
      '    c:\n      text: Hello # why\n      next: [b, n]\n\n    n:\n      text: Wait\n',
    ],
  ])('%s', async (_, changes, text, part) => {
    const after = await edit(text, changes)
    expect(after).toContain(part)
    const ids = after.match(/^ {4}\w+(?=:)/gm)?.map(id => id.trim())
    for (const [, id = ''] of after.matchAll(/(?:next|target|to): (\w+)/g)) expect(ids).toContain(id)
  })

  test.each<[string, Change]>([
    ['a connection', connect],
    ['a new node in front of it', addition],
  ])('no %s to a removed node', async (_, change) => {
    expect(await edit(source, [change, { kind: 'remove', path: node(1) }])).toBe('conflict')
  })
})

test('all items of a list are not removed at once either', async () => {
  const text = source.replace('flow:', 'examples:\n  - one\n  - two\nflow:')
  const remove = (index: number): Change => ({ kind: 'remove', path: ['scenario', 'examples', index] })
  expect(await edit(text, [remove(0), remove(1)])).toBe('last')
})
