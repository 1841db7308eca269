import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countMessages, messageLimits, type ReadCount } from '../../src/commands/lab/count-messages.ts'
import { folderWith } from '../run.ts'

const lines = ['"a"', '"b"', '"a"', '{"text":"a","expected":"pay"}', '{"text":"a","expected":"pay"}']
const counted = [
  { text: 'a', count: 2 },
  { text: 'b', count: 1 },
  { text: 'a', expected: 'pay', count: 2 },
]

test('messages are counted once for each label', async () => {
  const file = await countFile(lines)
  expect(await all(file)).toEqual(counted)
  expect([file.size, file.distinct, file.leftOut, file.labels]).toEqual([3, 2, 0, new Map([['pay', 2]])])
})

test('so are those of standard input, which is read once', async () => {
  const text = 'text,expected\na,\nb,\na,\na,pay\na,pay\n'
  const source = { cwd: '.', file: '-', expectedColumn: 'expected', stdin: () => Readable.from([text]) }
  const file = await countMessages(source, { onMessage })
  expect(await all(file)).toEqual(counted)
  expect([file.size, file.distinct]).toEqual([3, 2])
})

test('the counts of a file of --write-labels are read', async () => {
  const line = (count: unknown) => JSON.stringify({ text: 'a', expected: 'pay', count, nearest: '', confidence: '' })
  const file = await countFile([line(3), line('4'), line(''), '{"text":"a","count":9}'])
  expect(await all(file)).toEqual([
    { text: 'a', expected: 'pay', count: 8 },
    { text: 'a', count: 1 },
  ])
  expect(file.labels).toEqual(new Map([['pay', 8]]))
  expect((await countFile([line(8)])).digest).not.toBe((await countFile([line(7)])).digest)
  for (const count of [0, 1.5, 'many', '0x10', '1e3', 10_000_001])
    await expect(countFile([line(count)])).rejects.toMatchObject({ code: 'usage' })
})

test('rows with a label or another value, but no message, are left out, and blank rows are nothing', async () => {
  const text = 'text,expected\n  ,pay\n"",none\na,pay\n,\n \n'
  const source = { cwd: '.', file: '-', column: 'text', stdin: () => Readable.from([text]) }
  expect(await countMessages(source, { onMessage })).toMatchObject({ size: 1, leftOut: 2 })
  expect(await countFile(['"a"', '', '{"text":" ","id":7}'])).toMatchObject({ size: 1, leftOut: 1 })
})

test('a labelled message and one whose text looks like its label are two', async () => {
  const file = await countFile(['{"text":"a","expected":"b"}', '"\\"b\\"\\na"', '{"text":"b\\na"}'])
  expect([(await all(file)).length, file.distinct]).toEqual([3, 3])
})

test('of more messages than the limit only known ones are counted, and long ones are truncated', async () => {
  const many = Array.from({ length: 7 }, (_, at) => `"${at}${'x'.repeat(at)}"`)
  const limits = { ...messageLimits, distinct: 5, message: 4 }
  const file = await countFile([...many, '"0"', '"3xxxyyy"', '"9"'], limits)
  expect([file.size, file.leftOut]).toEqual([5, 3])
  expect(await all(file)).toEqual([
    { text: '0', count: 2 },
    { text: '1x', count: 1 },
    { text: '2xx', count: 1 },
    { text: '3xxx', count: 2 },
    { text: '4xxx', count: 1 },
  ])
  const rows = await countFile(many, { ...messageLimits, total: 3 })
  expect([rows.size, rows.leftOut]).toEqual([3, 4])
  const line = (text: string, count: number) =>
    JSON.stringify({ text, expected: '', count, nearest: '', confidence: '' })
  const counts = await countFile([line('a', 2), line('b', 5), line('c', 3)], { ...messageLimits, total: 7 })
  expect([await all(counts), counts.leftOut]).toEqual([
    [
      { text: 'a', count: 2 },
      { text: 'b', count: 5 },
    ],
    3,
  ])
})

test('of standard input, no more is stored than the limit', async () => {
  const source = { cwd: '.', file: '-', stdin: () => Readable.from(['aaa\nbbb\nccc\naaa\n']) }
  const file = await countMessages(source, { onMessage, limits: { ...messageLimits, storedUnits: 6 } })
  expect([await all(file), file.leftOut]).toEqual([
    [
      { text: 'aaa', count: 2 },
      { text: 'bbb', count: 1 },
    ],
    1,
  ])
})

test('any messages have the counts of a map, in the order of their first occurrence', async () => {
  const texts = fc.array(
    fc.nat(3000).map(number => `m${number}`),
    { minLength: 1, maxLength: 9000, size: 'max' },
  )
  await fc.assert(
    fc.asyncProperty(texts, async drawn => {
      const expected = new Map<string, number>()
      for (const text of drawn) expected.set(text, (expected.get(text) ?? 0) + 1)
      const file = await countFile(drawn.map(text => JSON.stringify(text)))
      expect(file.size).toBe(expected.size)
      expect(await all(file)).toEqual(Array.from(expected, ([text, count]) => ({ text, count })))
    }),
    { numRuns: 10 },
  )
})

test('the digest depends on the texts, the labels and their order', async () => {
  const files = [lines, lines.toReversed(), ['"ab"', '"c"'], ['"a"', '"bc"'], ['{"text":"a","expected":"b"}'], ['"a"']]
  const digests = await Promise.all(files.map(async file => (await countFile(file)).digest))
  expect(new Set(digests).size).toBe(files.length)
  expect((await countFile(lines)).digest).toBe(digests[0])
})

test('a file that loses a message between two passes is a usage error; an added one is ignored', async () => {
  const cwd = await folderWith({ 'm.txt': 'a\nb\n' })
  const source = { cwd, file: 'm.txt', stdin: () => Readable.from([]) }
  const longer = await countMessages(source, { onMessage })
  appendFileSync(join(cwd, 'm.txt'), 'c\n')
  expect((await all(longer)).map(({ text }) => text)).toEqual(['a', 'b'])
  const shorter = await countMessages(source, { onMessage })
  writeFileSync(join(cwd, 'm.txt'), 'a\nb\n')
  await expect(all(shorter)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('changed') })
})

async function countFile(written: readonly string[], limits = messageLimits as Limits) {
  const cwd = await folderWith({ 'm.jsonl': written.join('\n') })
  return countMessages({ cwd, file: 'm.jsonl', stdin: () => Readable.from([]) }, { limits, onMessage })
}

type Limits = { readonly [name in keyof typeof messageLimits]: number }

async function all(file: Awaited<ReturnType<typeof countMessages>>): Promise<readonly ReadCount[]> {
  const found: ReadCount[] = []
  for await (const part of file.parts(2)) found.push(...part)
  return found
}

async function onMessage(): Promise<void> {}
