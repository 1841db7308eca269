import type { Edit } from '@scenewright/model'
import type { Change, DocumentPath } from '@scenewright/model/compilation'
import { describe, expect, test } from 'vitest'
import { compileText } from '../src/index.ts'
import { edited, editsOf } from './edited.ts'

const example = (index: number): DocumentPath => ['scenario', 'examples', index]
const title: DocumentPath = ['scenario', 'title']
const ignore = '# scenewright-ignore a/b: c'

function yaml(fields: string): string {
  return `${fields}\ntrigger_description: when\nflow: { nodes: { a: END } }\n`
}

function ts(fields: string, before = ''): string {
  const rest = "trigger_description: 'when', flow: { nodes: { a: end() } }"
  return `import { end, scenario } from 'scenewright'\n${before}export default scenario({ ${fields}, ${rest} })\n`
}

/** The text with the change made, or undefined where none is safe. */
async function changed(
  text: string,
  change: Change | readonly Change[],
  file = 'a.scenario.yaml',
): Promise<string | undefined> {
  const { scenarios, findings } = await compileText({ file, key: 'a', text })
  if (scenarios[0] === undefined) throw new Error(findings[0]?.message)
  const edits: readonly Edit[] | undefined = editsOf(scenarios[0].map.edit(change))
  return edits && edited(text, edits)
}

describe('another text in YAML', () => {
  test.each([
    ['title: Hours', 'Opening', 'title: Opening'],
    ['title: Hours # why', 'Opening', 'title: Opening # why'],
    ['title: Hours', '12', 'title: "12"'],
    ['title: Hours', 'a: b', 'title: "a: b"'],
    ["title: 'It''s'", "that's", "title: 'that''s'"],
    ["title: 'x'", 'a\nb', 'title: "a\\nb"'],
    ['title: "x"', 'say "so"', 'title: "say \\"so\\""'],
    ['title: two\n  lines # why', 'one', 'title: one # why'],
    ['title: "x" ', 'a, b', 'title: "a, b" '],
  ])('keeps the quotes where possible: %j, %j', async (fields, text, wanted) => {
    expect(await changed(yaml(fields), { kind: 'replace', path: title, text })).toBe(yaml(wanted))
  })

  test('is quoted in braces if a comma would end it', async () => {
    const text = 'title: t\ntrigger_description: w\nflow: { nodes: { a: { text: x, next: b }, b: END } }\n'
    const path: DocumentPath = ['scenario', 'definition', 'nodes', 0, 'text']
    expect(await changed(text, { kind: 'replace', path, text: 'a, b' })).toBe(text.replace('text: x', 'text: "a, b"'))
  })

  test.each([
    ['a block', 'title: |\n  Hours'],
    ['an alias', 'description: &d Hours\ntitle: *d'],
    ['a text that an alias repeats', 'title: &d Hours\ndescription: *d'],
  ])('does not replace %s', async (_, fields) => {
    expect(await changed(yaml(fields), { kind: 'replace', path: title, text: 'x' })).toBeUndefined()
  })

  test.each([
    ['the target of an only edge', 'next: b', ['edges', 0, 'target'], 'next: c'],
    ['the target of one of several', 'next: [b, { to: b }]', ['edges', 1, 'target'], 'next: [b, { to: c }]'],
  ])('can be %s', async (_, next, path, wanted) => {
    const text = `title: t\ntrigger_description: w\nflow: { nodes: { a: { text: x, ${next} }, c: END } }\n`
    const change: Change = { kind: 'replace', path: ['scenario', 'definition', ...path], text: 'c' }
    expect(await changed(text, change)).toBe(text.replace(next, wanted))
  })
})

describe('another text in TypeScript', () => {
  test.each([
    ["title: 'Hours'", "it's", "title: 'it\\'s'"],
    ['title: "Hours" // why', 'say "so"', 'title: "say \\"so\\"" // why'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the source holds
    ['title: `Hours`', 'a ${b}`', 'title: `a \\${b}\\``'],
  ])('keeps the quotes: %j', async (fields, text, wanted) => {
    const change: Change = { kind: 'replace', path: title, text }
    expect(await changed(ts(`${fields}\n`), change, 'a.scenario.ts')).toBe(ts(`${wanted}\n`))
  })

  test.each([
    ['a constant', 'title: name', "const name = 'Hours'\n"],
    ['an expression', "title: 'Hou' + 'rs'", ''],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the source holds
    ['a template of parts', 'title: `Hou${1}`', ''],
    ['what a call gives', "title: 'hours'.toUpperCase()", ''],
    ['a function', 'title: name()', "const name = () => 'Hours'\n"],
    ['a spread', '...fields', "const fields = { title: 'Hours' }\n"],
  ])('does not replace %s', async (_, fields, before) => {
    const change: Change = { kind: 'replace', path: title, text: 'x' }
    expect(await changed(ts(fields, before), change, 'a.scenario.ts')).toBeUndefined()
  })
})

describe('removing an item from a YAML list', () => {
  test.each([
    ['with its line', '  - a\n  - b\n  - c', 1, '  - a\n  - c'],
    ['the first', '  - a\n  - b', 0, '  - b'],
    ['but not the comment behind it', '  - a\n  - b # why\n  - c', 1, '  - a\n  # why\n  - c'],
    ['nor the one above', '  - a\n  # why\n  - b\n  - c', 1, '  - a\n  # why\n  - c'],
    ['nor one behind the dash', '  - a\n  - # why\n    b # so\n  - c', 1, '  - a\n  # why\n  # so\n  - c'],
    ['with all of its lines', '  - a\n  - b\n    b2\n  - |\n    c\n  - d', 1, '  - a\n  - |\n    c\n  - d'],
    ['a block text', '  - a\n  - |\n    c\n    d\n  - d', 1, '  - a\n  - d'],
    [
      'with the suppression above it',
      `  - a\n  # why\n  ${ignore}\n  # so\n\n  - b\n  - c`,
      1,
      '  - a\n  # why\n  # so\n\n  - c',
    ],
    ['with the suppression right above it', `  - a\n\n  ${ignore}\n  - b\n\n  - c`, 1, '  - a\n\n  - c'],
    ['with the suppression behind it', `  - a\n  - b ${ignore}\n  - c`, 1, '  - a\n  - c'],
    ['with the suppression behind its dash', `  - a\n  - ${ignore}\n    b # so\n  - c`, 1, '  - a\n  # so\n  - c'],
    [
      'but not the suppression of another',
      `  ${ignore}\n  - a\n  - b\n  ${ignore}\n  - c`,
      1,
      `  ${ignore}\n  - a\n  ${ignore}\n  - c`,
    ],
    [
      'on lines in brackets with its suppressions',
      ` [\n  a,\n  ${ignore}\n  b, ${ignore}\n  c\n ]`,
      1,
      ' [\n  a,\n  c\n ]',
    ],
    [
      'but not the suppression of its whole line',
      ` [\n  ${ignore}\n  a, b,\n  c\n ]`,
      0,
      ` [\n  ${ignore}\n  b,\n  c\n ]`,
    ],
    ['that is not indented', '- a\n- b', 1, '- a'],
    ['in brackets', ' [a, b, c]', 1, ' [a, c]'],
    ['the last in brackets', ' [a, b]', 1, ' [a]'],
    ['the last before a comma', ' [a, b, ]', 1, ' [a, ]'],
    ['the only one in brackets', ' [ a ]', 0, ' [ ]'],
    ['on lines in brackets', ' [\n  a, # why\n  b, # so\n  c\n ]', 1, ' [\n  a, # why\n  # so\n  c\n ]'],
    ['the first behind a bracket', ' [a, # why\n  b]', 0, ' [ # why\n  b]'],
    ['the last on lines', ' [\n  a, # why\n  b # so\n ]', 1, ' [\n  a # why\n  # so\n ]'],
    ['a quoted one', ' ["a]", \'b, c\']', 1, ' ["a]"]'],
  ])('removes %s', async (_, list, index, wanted) => {
    const gap = list.startsWith(' [') ? '' : '\n'
    const fields = (items: string) => yaml(`title: t\nexamples:${gap}${items}`)
    const removed = await changed(fields(list), { kind: 'remove', path: example(index) })
    expect(removed).toBe(fields(wanted))
    const crlf = await changed(fields(list).replaceAll('\n', '\r\n'), { kind: 'remove', path: example(index) })
    expect(crlf).toBe(fields(wanted).replaceAll('\n', '\r\n'))
  })

  test.each([
    ['the only one', '\n  - a', 0],
    ['a text that an alias repeats', '\n  - &x a\n  - *x', 0],
    ['an item with a tag', '\n  - a\n  - !!str b', 1],
    ['a list that an alias brought', ' *list', 0],
  ])('does not remove an item that is %s', async (_, list, index) => {
    const fields = `title: t\nexclusions: &list [x, y]\nexamples:${list}`
    expect(await changed(yaml(fields), { kind: 'remove', path: example(index) })).toBeUndefined()
  })

  test('removes an item that an alias refers to', async () => {
    const text = yaml('title: &x t\nexamples:\n  - a\n  - *x')
    expect(await changed(text, { kind: 'remove', path: example(1) })).toBe(yaml('title: &x t\nexamples:\n  - a'))
  })
})

describe('removing an item from a TypeScript list', () => {
  test.each([
    ["['a', 'b', 'c']", 1, "['a', 'c']"],
    ["['a', 'b']", 1, "['a']"],
    ["['a']", 0, '[]'],
    ["['a', 'b',]", 1, "['a',]"],
    ["[\n  'a', // why\n  'b', // so\n]", 1, "[\n  'a', // why\n  // so\n]"],
    ["[\n  'a',\n  /* so */ 'b', 'c'\n]", 1, "[\n  'a',\n  /* so */ 'c'\n]"],
    ["[\n  'a',\n  'b'\n]", 1, "[\n  'a'\n]"],
    ["['a', 'http://b']", 1, "['a']"],
    ["['a', 'b' + 'c', 'd']", 1, "['a', 'd']"],
    ["[\n  'a', 'b',\n  'c']", 1, "[\n  'a',\n  'c']"],
    ["['a' /* why */, 'b']", 0, "[ /* why */ 'b']"],
    ["[\n  'a',\n  // scenewright-ignore a/b: c\n  // why\n  'b',\n  'c'\n]", 1, "[\n  'a',\n  // why\n  'c'\n]"],
    ["[\n  'a',\n  'b', // scenewright-ignore a/b: c\n  'c'\n]", 1, "[\n  'a',\n  'c'\n]"],
    ["[\n  'a',\n  /* scenewright-ignore a/b: c */\n  'b' // scenewright-ignore a/b: c\n]", 1, "[\n  'a'\n]"],
  ])('removes the comma too, and keeps the comments: %j', async (list, index, wanted) => {
    const source = (items: string) => ts(`title: 't', examples: ${items}`)
    const removed = await changed(source(list), { kind: 'remove', path: example(index) }, 'a.scenario.ts')
    expect(removed).toBe(source(wanted))
  })

  test.each([
    ["['a', ('b')]", 1],
    ["['a', 'b' /* why */ + 'c']", 1],
    ["['a', 'b'].map(text => text)", 1],
    ["[...['a', 'b']]", 1],
    ['list', 1],
  ])('does not remove from %j', async (list, index) => {
    const text = ts(`title: 't', examples: ${list}`, "const list = ['a', 'b']\n")
    expect(await changed(text, { kind: 'remove', path: example(index) }, 'a.scenario.ts')).toBeUndefined()
  })
})

describe('removing characters', () => {
  const strip: Change = { kind: 'strip', path: title, characters: /[\u200b\u00a0\ud83d\ude00]/gu }

  test.each([
    ['title: Ho\u200burs', 'title: Hours'],
    ["title: 'It''s\u200b'", "title: 'It''s'"],
    ['title: "\\u200bHo\\xA0ur\\_s\\U0000200B"', 'title: "Hours"'],
    ['title: |\n   Ho\u200burs\n    so\u200b\n', 'title: |\n   Hours\n    so\n'],
    ['title: >- # \u200bwhy\n  Ho\u200burs\n  so', 'title: >- # \u200bwhy\n  Hours\n  so'],
    ['title: Ho\u200burs # \u200bwhy', 'title: Hours # \u200bwhy'],
    ['title: "Ho\u200bu\\\n  r\\ts"', 'title: "Hou\\\n  r\\ts"'],
    ['title: \u200b12', 'title: "12"'],
    ['title: x\u200b #', 'title: x #'],
  ])('keep the format of YAML: %j', async (fields, wanted) => {
    expect(await changed(yaml(fields), strip)).toBe(yaml(wanted))
  })

  test.each([
    ["title: '\\u200bHo\u200bu\\u{200b}r\\xa0s\\'\\n'", "title: 'Hours\\'\\n'"],
    ['title: `Ho\u200burs\n so`', 'title: `Hours\n so`'],
  ])('keep the format of TypeScript: %j', async (fields, wanted) => {
    expect(await changed(ts(fields), strip, 'a.scenario.ts')).toBe(ts(wanted))
  })

  test('changes nothing if there are none', async () => {
    expect(await changed(yaml('title: Hours'), strip)).toBeUndefined()
  })
})

describe('taking a comment into a text', () => {
  async function uncommented(text: string, path = title): Promise<string | undefined> {
    const { scenarios } = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
    const comment = scenarios[0]?.map.trailingComment?.(path)
    return comment === undefined ? 'no comment' : changed(text, { kind: 'uncomment', path, comment })
  }

  test.each([
    ['title: Room #12', 'title: "Room #12"'],
    ['title: Room   #12, "left"   ', 'title: \'Room   #12, "left"\'   '],
    ["title: C:\\ #it's", 'title: "C:\\\\ #it\'s"'],
    ['title: Room\t#12', 'title: "Room\\t#12"'],
    ['title: Room # 12', 'title: "Room # 12"'],
    ['title: A\n  room #12', 'title: "A room #12"'],
    ['title: A\n\n  room #12', 'title: "A\\nroom #12"'],
    ['title: Room #12\r\n# c #d\r', 'title: "Room #12"\r\n# c #d\r'],
    ['title: &a Room #12 # c', 'title: &a "Room #12 # c"'],
    ['# c\ntitle: !!str 1 #2', '# c\ntitle: !!str "1 #2"'],
  ])('puts both in quotes: %j', async (fields, wanted) => {
    expect(await uncommented(yaml(fields))).toBe(yaml(wanted))
  })

  test.each([
    ['examples: [\n  a #1\n]', 'examples: [\n  "a #1"\n]'],
    ['examples:\n- a #1\n# c', 'examples:\n- "a #1"\n# c'],
  ])('does so in a list: %j', async (list, wanted) => {
    expect(await uncommented(yaml(`title: t\n${list}`), example(0))).toBe(yaml(`title: t\n${wanted}`))
  })

  test.each([
    ['a comma in brackets', yaml('title: t\nexamples: [\n  a #1,\n  , b]'), example(0)],
    ['a text that an alias repeats', yaml('title: &d Room #12\ndescription: *d'), title],
  ])('does not change %s', async (_, text, path) => {
    expect(await uncommented(text, path)).toBeUndefined()
  })

  test.each([
    ['another line', 'title: Room\n#12'],
    ['quotes', 'title: "Room" #12'],
    ['a block', 'title: |\n  Room #12'],
    ['a block with a comment', 'title: | #12\n  Room'],
    ['an alias', 'description: &d Room\ntitle: *d #12'],
    ['a suppression', 'title: Room # scenewright-ignore a/b: c'],
    ['a value further on', 'title: Room\nexamples: [a, b] #12'],
    ['a number sign without a space', 'title: Room#12'],
  ])('sees no comment behind a plain scalar in %s', async (_, fields) => {
    expect(await uncommented(yaml(fields))).toBe('no comment')
  })

  test('needs the comment that is there', async () => {
    expect(await changed(yaml('title: Room #12'), { kind: 'uncomment', path: title, comment: ' #1' })).toBeUndefined()
    const typescript = ts("title: 'Room'")
    expect(
      await changed(typescript, { kind: 'uncomment', path: title, comment: ' #1' }, 'a.scenario.ts'),
    ).toBeUndefined()
  })
})

describe('several changes', () => {
  const names = yaml('title: Hours\nexamples: [a, b, c]')

  test('are applied together', async () => {
    const changes: readonly Change[] = [
      { kind: 'replace', path: title, text: 'x' },
      { kind: 'remove', path: example(0) },
      { kind: 'remove', path: example(1) },
    ]
    expect(await changed(names, changes)).toBe(yaml('title: x\nexamples: [c]'))
  })

  test.each<readonly [string, readonly Change[]]>([
    [
      'one cannot be made',
      [
        { kind: 'replace', path: title, text: 'x' },
        { kind: 'remove', path: example(9) },
      ],
    ],
    [
      'two are about one text',
      [
        { kind: 'replace', path: title, text: 'x' },
        { kind: 'replace', path: title, text: 'y' },
      ],
    ],
    ['there are none', []],
  ])('are not applied if %s', async (_, changes) => {
    expect(await changed(names, changes)).toBeUndefined()
  })

  test('rejects too many of them', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `- a${index}`).join('\n')
    const { scenarios } = await compileText({
      file: 'a.scenario.yaml',
      key: 'a',
      text: yaml(`title: t\nexamples:\n${many}`),
    })
    const edits = Array.from({ length: 60 }, (_, index) =>
      editsOf(scenarios[0]?.map.edit({ kind: 'remove', path: example(index) })),
    )
    expect(edits.filter(each => each !== undefined).length).toBe(25)
  })
})
