import { expect, test } from 'vitest'
import { compileText } from '../src/index.ts'
import { edited } from './edited.ts'

const head = `title: Refund
trigger_description: The customer asks for the money back.
`
const tail = `flow:
  nodes: { hello: { text: Hello, next: done }, done: END }
`

/** The examples after the fix of a conflict, read again, and the text between them; undefined if there is no fix. */
async function fixed(lines: string, lineEnd = '\n') {
  const text = `${head}${lines}${tail}`.replaceAll('\n', lineEnd)
  const { findings } = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  expect(findings.map(({ rule }) => rule)).toEqual(['source/syntax'])
  const [fix] = findings[0]?.fixes ?? []
  if (fix === undefined) return undefined
  const result = edited(text, fix.edits)
  const after = await compileText({ file: 'a.scenario.yaml', key: 'a', text: result })
  expect(after.findings).toEqual([])
  const { examples, exclusions } = after.scenarios[0]?.document.scenario ?? {}
  return { examples, exclusions, text: result }
}

const plain = `examples:
  - where is it
<<<<<<< HEAD
  # from the chat
  - my money "now"   # ours
  - both
=======
  - 'both'
  # from the phone
  - refund please # theirs
>>>>>>> branch
  - and then
`

test('both sides of a list remain, in order and with their comments', async () => {
  for (const lineEnd of ['\n', '\r\n']) {
    const result = await fixed(plain, lineEnd)
    expect(result?.examples).toEqual(['where is it', 'my money "now"', 'both', 'refund please', 'and then'])
    expect(result?.text.replaceAll('\r', '')).toContain(
      '  # from the chat\n  - my money "now"   # ours\n  - both\n  # from the phone\n  - refund please # theirs\n',
    )
    expect(result?.text.includes('\r')).toBe(lineEnd === '\r\n')
  }
})

test('a file with very many conflicts is read in linear time', async () => {
  const count = 40_000
  const conflicts = Array.from({ length: count }, (_, index) => {
    return `<<<<<<< a\n  - a${index}\n=======\n  - b${index}\n>>>>>>> b\n`
  }).join('')
  const fixesOf = async (text: string) =>
    (await compileText({ file: 'a.scenario.yaml', key: 'a', text })).findings.flatMap(({ fixes }) => fixes)
  // In quadratic time, each of these would take longer than the runner allows.
  expect((await fixesOf(`${head}examples:\n${conflicts}${tail}`))[0]?.edits).toHaveLength(count)
  expect(await fixesOf(`${head}others:\n${conflicts}${tail}`)).toEqual([])
})

test('texts of several lines remain around a conflict', async () => {
  const conflict = '<<<<<<< a\n  - c\n=======\n  - d\n>>>>>>> b\n'
  const result = await fixed(`examples:\n  - "a\n    b"\n  - it's "x\n${conflict}    # why\n\n  - e\n    f\n`)
  expect(result?.examples).toEqual(['a b', 'it\'s "x', 'c', 'd', 'e f'])
})

test('a recorded common version is part of both sides', async () => {
  const diff3 = (theirs: string) => `examples:
<<<<<<< HEAD
- where is it
- ours
||||||| 1a2b3c
- where is it
=======
${theirs}- theirs
>>>>>>> branch
exclusions:
<<<<<<< HEAD
- x
=======
- y
>>>>>>> branch
`
  const result = await fixed(diff3('- where is it\n'))
  expect([result?.examples, result?.exclusions]).toEqual([
    ['where is it', 'ours', 'theirs'],
    ['x', 'y'],
  ])
  expect(await fixed(diff3(''))).toBeUndefined()
})

test('comments of an item in both sides remain, or there is no fix', async () => {
  const conflict = (theirs: string) =>
    `examples:\n<<<<<<< a\n  # why\n  - both # so\n=======\n${theirs}  - new\n>>>>>>> b\n`
  expect((await fixed(conflict("  # why\n  - 'both'   # so\n")))?.text).toContain('  # why\n  - both # so\n  - new\n')
  expect((await fixed(conflict('  - both\n')))?.examples).toEqual(['both', 'new'])
  expect(await fixed(conflict('  # why (theirs)\n  - both # so\n'))).toBeUndefined()
  expect(await fixed(conflict('  - both # asked by legal\n'))).toBeUndefined()
})

test.each([
  ['another field', '<<<<<<< a\nmin_confidence: 80\n=======\nmin_confidence: 90\n>>>>>>> b\n'],
  ['a removed side', 'examples:\n  - a\n<<<<<<< a\n  - b\n=======\n>>>>>>> b\n'],
  ['a list of other values', 'dependencies:\n<<<<<<< a\n  - a\n=======\n  - b\n>>>>>>> b\n'],
  ['an item of several lines', 'examples:\n<<<<<<< a\n  - a\n    b\n=======\n  - c\n>>>>>>> b\n'],
  ['an open quote', 'examples:\n<<<<<<< a\n  - "a\n=======\n  - c\n>>>>>>> b\n'],
  ['a text that continues', 'examples:\n<<<<<<< a\n  - a\n=======\n  - c\n>>>>>>> b\n    d\n  - e\n'],
  ['one after a blank line', 'examples:\n<<<<<<< a\n- a\n=======\n- c\n>>>>>>> b\n\n d\n'],
  ['a quote open above', 'examples:\n  - "a\n    b\n<<<<<<< a\n  - c\n=======\n  - d\n>>>>>>> b\n    e"\n'],
  ['a quote open there', "examples:\n  - 'it''s\n<<<<<<< a\n  - c\n=======\n  - d\n>>>>>>> b\n  - e'\n"],
  ['another field in one side', 'examples:\n<<<<<<< a\n  - a\n=======\n  - c\npriority: 3\n>>>>>>> b\n'],
])('%s has no fix', async (_name, lines) => {
  expect(await fixed(lines)).toBeUndefined()
})
