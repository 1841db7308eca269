import { Readable } from 'node:stream'
import { OperationError } from '@scenewright/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadMessage, RequestedColumns } from '../../src/commands/lab/message-columns.ts'
import { readMessages } from '../../src/commands/lab/read-messages.ts'
import { tableRow } from '../../src/shell/table-cells.ts'
import { folderWith } from '../run.ts'

describe('messages are read', () => {
  test.each([
    ['one per line, with any line ending', 'm.txt', 'one\r\n\r\n  two \nthree\rfour', undefined],
    [
      'from the usual column',
      'm.csv',
      'id,Text,lang\r\n1,one,en\r\n2,two,en\r\n3,three,en\r\n4,four,en\r\n',
      undefined,
    ],
    [
      'from the first column if no column has a usual name',
      'm.csv',
      'question,id\none,1\ntwo,2\nthree,3\nfour,4',
      undefined,
    ],
    ['from the named column', 'm.csv', 'text,said\nx,one\nx,two\nx,three\nx,four\n', 'Said'],
    [
      'from a table with semicolons and a byte order mark',
      'm.csv',
      '\ufefftext;id\none;1\ntwo;2\nthree;3\nfour;4',
      undefined,
    ],
    [
      'from a table whose first line names the separator',
      'm.csv',
      'sep=;\r\nid;text\r\n1;one\r\n2;two\r\n3;three\r\n4;four\r\n',
      undefined,
    ],
    [
      'from a table with a rare separator',
      'm.csv',
      '\ufeff"SEP=|"\nid|text, as it is\n1|one\n2|two\n3|three\n4|four\n',
      'text, as it is',
    ],
    ['from a table below empty lines', 'm.csv', '\r\n \r\ntext;id\r\none;1\r\ntwo;2\r\nthree;3\r\nfour;4', undefined],
    [
      'from a table whose separator is named below an empty line',
      'm.csv',
      '\ufeff\nsep=|\nid|text\n1|one\n2|two\n3|three\n4|four\n',
      undefined,
    ],
    ['from a table with tabs below an empty line', 'm.tsv', '\ntext\tid\none\t1\ntwo\t2\nthree\t3\nfour\t4', undefined],
    ['from a table with several line ends', 'm.csv', 'text,id\r\none,1\r\n"two",2\nthree,3\n\n"four",4\r', undefined],
    ['from a table with tabs', 'm.tsv', 'id\ttext\n1\tone\n2\ttwo\n3\tthree\n4\tfour', undefined],
    [
      'from rows that are shorter or end with empty cells, without empty lines',
      'm.csv',
      'id,text\n1,one\n\n2\n3,two,, \n4,three\n5,four',
      undefined,
    ],
    [
      'from JSON lines',
      'm.ndjson',
      '"one"\n{"id":1,"message":"two"}\n\n{"text":"three"}\n{"text":""}\n"four"\n',
      undefined,
    ],
  ])('%s', async (_name, file, text, column) => {
    expect(await read(file, text, column)).toEqual(['one', 'two', 'three', 'four'])
  })

  test.each([
    ['with tabs and a comma in a name', 'm.tsv', 'text\tid, raw\none, x\t1\n', 'one, x'],
    ['with tabs and one column', 'm.tsv', 'text\none, x\n', 'one, x'],
    ['with commas in a file for tabs', 'm.tsv', 'id,text\n1,one\n', 'one'],
    ['with another separator in a quoted name', 'm.csv', '"an id, raw";text\na;one\n', 'one'],
  ])('from a table %s', async (_name, file, text, expected) => {
    expect(await read(file, text)).toEqual([expected])
  })

  test('from JSON lines far longer than a message, whole', async () => {
    const fields = { answer: 'a'.repeat(99_965), text: 'forgot my password', expected: 'pay', more: 'b'.repeat(40_000) }
    const line = Buffer.from(`${JSON.stringify(fields)}\n`)
    const cwd = await folderWith({ 'm.jsonl': line })
    const found = await all(readMessages({ cwd, file: 'm.jsonl', stdin: () => Readable.from([]) }))
    expect(found).toEqual([{ text: 'forgot my password', expected: 'pay' }])
  })

  test('with the line breaks of all pieces', async () => {
    const read = readMessages({
      cwd: '.',
      file: '-',
      stdin: () => Readable.from(['one\r', '\ntwo\r', 'three\r', '\n\nfour\r'].map(text => Buffer.from(text))),
    })
    expect(texts(await all(read))).toEqual(['one', 'two', 'three', 'four'])
    const cwd = await folderWith({ 'm.jsonl': `"${'a'.repeat(65_533)}"\r\n5\r\n` })
    const second = all(readMessages({ cwd, file: 'm.jsonl', stdin: () => Readable.from([]) }))
    await expect(second).rejects.toMatchObject({ message: 'line 2 of "m.jsonl" is not a message' })
  })

  test('from quoted fields, with quotes, delimiters and line ends in them', async () => {
    const text = 'text,id\n"one, ""two""\nthree",1\n"four",2\n'
    expect(await read('m.csv', text)).toEqual(['one, "two"\nthree', 'four'])
  })

  test.each([
    [undefined, 'id,text\n1,one\n', ['id,text', '1,one']],
    ['text', 'id,text\n1,one\n', ['one']],
  ])('from standard input, as a table if a column is named: %s', async (column, text, expected) => {
    expect(await read('-', text, column)).toEqual(expected)
  })

  test('as they were before they were made safe for spreadsheets', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', "'", '=', '-', '"', ',', '\t', '\n', ' ') })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async texts => {
        const rows = ['text,id', ...texts.map(each => tableRow([each, '@1'], ','))]
        expect(await read('m.csv', rows.join('\n'))).toEqual(texts.map(each => each.trim()).filter(each => each !== ''))
      }),
      { numRuns: 60 },
    )
  })

  test('unchanged, for any splitting of the text into chunks', async () => {
    const field = fc
      .string({ unit: fc.constantFrom('a', 'ж', '😀', '"', ',', ';', '\n', ' ') })
      .map(text => text.trim())
    await fc.assert(
      fc.asyncProperty(
        fc.array(field, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (fields, size) => {
          const rows = fields.map(
            (each, index) => `"${each.replaceAll('"', '""')}",1${['\n', '\r\n', '\r'][index % 3]}`,
          )
          const text = `text,id\r\n${rows.join('')}`
          expect(await readPieces('-', pieces(Buffer.from(text), size), 'text')).toEqual(
            fields.filter(each => each !== ''),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('labels are read', () => {
  const labelled = [{ text: 'one', expected: 'pay' }, { text: 'two' }, { text: 'three', expected: 'none' }]

  test.each([
    ['from the column "expected"', 'm.csv', 'Expected,text\npay,one\n ,two\nnone, three \n', {}],
    ['from a column on the left of the messages', 'm.csv', 'expected,question\npay,one\n,two\nnone,three\n', {}],
    ['from the named column', 'm.tsv', 'text\tintent\none\tpay\ntwo\t\nthree\tnone\n', { expectedColumn: 'intent' }],
    [
      'from fields, which a line may lack',
      'm.ndjson',
      '{"text":"one","intent":"pay"}\n{"text":"two","intent":null}\n{"text":"three","intent":"none"}\n',
      { expectedColumn: 'intent' },
    ],
    [
      'from no other field than the named one, in small or capital letters',
      'm.ndjson',
      '{"text":"one","Intent":"pay"}\n{"text":"two","expected":"pay"}\n{"text":"three","intent":"none"}\n',
      { expectedColumn: 'INTENT' },
    ],
    [
      'from the usual field, which a string lacks',
      'm.ndjson',
      '{"text":"one","expected":"pay"}\n"two"\n{"text":"three","expected":"none"}\n',
      {},
    ],
    ['from standard input', '-', 'text,intent\none,pay\ntwo,\nthree,none\n', { expectedColumn: 'intent' }],
  ])('%s', async (_name, file, text, columns) => {
    expect(await readLabelled(file, text, columns)).toEqual(labelled)
  })

  test.each([
    ['m.csv', 'text,label\none,pay\n', 'no column "intent"'],
    ['m.txt', 'one\n', 'no columns'],
  ])('but not from %s without the named column', async (file, text, message) => {
    const reading = readLabelled(file, text, { expectedColumn: 'intent' })
    await expect(reading).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(message) })
  })
})

describe('unreadable input is a usage error with the reason:', () => {
  test.each([
    ['a missing column', 'm.csv', 'id,text\n1,one\n', 'nix', '"id", "text"'],
    ['bytes that are not UTF-8', 'm.txt', Uint8Array.of(0x61, 0xff, 0x0a), undefined, 'UTF-8'],
    [
      'UTF-16',
      'm.csv',
      Buffer.from('text\none\n', 'utf16le'),
      undefined,
      'zero byte, so it is not UTF-8 text; save it as',
    ],
    ['UTF-16 with a byte order mark', 'm.txt', Buffer.from('\ufeffone\n', 'utf16le'), undefined, 'save it as UTF-8'],
    ['an unclosed quote', 'm.csv', 'text\n"one', undefined, 'line 2 of "m.csv" begins a row with a quote that is not'],
    [
      'an unclosed quote below rows of several lines and empty ones',
      'm.csv',
      'sep=;\na;b\n\n"one\ntwo";1\n\n\n2;"three\nfour\n\nfive',
      undefined,
      'line 8 of "m.csv" begins a row with a quote',
    ],
    [
      'a quote that is closed too late',
      'm.csv',
      `text\none\n"two\n${'three\n'.repeat(170_000)}"`,
      undefined,
      'line 3 of "m.csv" begins a row of more than 1000000 bytes',
    ],
    [
      'a column of messages that exists twice',
      'm.csv',
      'text,Text\none,two\n',
      undefined,
      'has the column "text" twice',
    ],
    [
      'a column of labels that exists twice',
      'm.csv',
      'text,expected,expected\none,pay,refund\n',
      undefined,
      'has the column "expected" twice',
    ],
    ['a cell too many', 'm.tsv', 'id\ttext\n1\tone\n\n2\ttwo\tx\n', undefined, 'line 4 of "m.tsv" has 3 cells'],
    [
      'a cell too many below cells of several lines that end in CRLF',
      'm.csv',
      'text\r\n"one\r\ntwo\r\nthree"\r\n\r\n"a\r\nb"\r\nc,d\r\n',
      undefined,
      'line 8 of "m.csv" has 2 cells',
    ],
    [
      'an unclosed quote below cells of several lines that end in CRLF',
      'm.csv',
      'text\r\n"one\r\ntwo\r\nthree"\r\n\r\n"a\r\nb',
      undefined,
      'line 6 of "m.csv" begins',
    ],
    [
      'a cell too many in a table with several line ends',
      'm.csv',
      '\r\ntext\r\none\n\n"t\nwo"\na,b\n',
      undefined,
      'line 7',
    ],
    [
      'an unclosed quote below a separator and empty lines',
      'm.csv',
      '\n\r\nsep=;\na;b\n\n"one',
      undefined,
      'line 6 of "m.csv" begins a row with a quote',
    ],
    [
      'a cell too many below a line that names the separator',
      'm.csv',
      'sep=;\na\nb;c\n',
      undefined,
      'line 3 of "m.csv"',
    ],
    ['a line that is not JSON', 'm.ndjson', '"one"\n{', undefined, 'line 2'],
    [
      'a message that is a number',
      'm.ndjson',
      '"one"\n\n{"text":7}',
      undefined,
      'line 3 of "m.ndjson": "text" must be',
    ],
    ['a message that is null', 'm.jsonl', '{"said":null}', 'said', 'line 1 of "m.jsonl": "said" must be a string, not'],
    ['a message that is an object', 'm.jsonl', '{"text":{"a":"one"}}', undefined, 'a string, not an object'],
    ['a label that is a number', 'm.jsonl', '{"text":"one","expected":7}', undefined, '"expected" must be a string'],
    ['a label that is a list', 'm.jsonl', '{"text":"one","expected":["none"]}', undefined, 'a string, not a list'],
    [
      'a count that is no number in a table',
      'm.csv',
      'text,expected,count,nearest,confidence\none,pay,1,,\n\ntwo,pay,x,,\n',
      undefined,
      'line 4 of "m.csv": "count" must be',
    ],
    ['a list', 'm.jsonl', '["one"]', undefined, 'line 1 of "m.jsonl" is not a message'],
    ['an object without fields', 'm.jsonl', '{}', undefined, 'line 1 of "m.jsonl" is not a message'],
    ['a line that is too long', 'm.txt', `one\n${'x'.repeat(1_000_001)}`, undefined, 'line 2 of "m.txt" has more than'],
  ])('%s', async (_name, file, content, column, why) => {
    const error = await read(file, content, column).catch(caught => caught)
    expect(error).toBeInstanceOf(OperationError)
    expect(`${error.message} ${error.help}`.toLowerCase()).toContain(why.toLowerCase())
  })

  test('a missing file', async () => {
    const cwd = await folderWith({})
    const reading = all(readMessages({ cwd, file: 'nix.csv', stdin: () => Readable.from([]) }))
    await expect(reading).rejects.toMatchObject({ code: 'usage' })
  })
})

async function read(file: string, content: string | Uint8Array, column?: string): Promise<readonly string[]> {
  return texts(await readLabelled(file, content, column === undefined ? {} : { column }))
}

async function readLabelled(
  file: string,
  content: string | Uint8Array,
  columns: RequestedColumns = {},
): Promise<readonly ReadMessage[]> {
  const stdin = () => Readable.from([Buffer.from(content)])
  const cwd = await folderWith(file === '-' ? {} : { [file]: content })
  return all(readMessages({ cwd, file, ...columns, stdin }))
}

async function readPieces(file: string, parts: readonly Uint8Array[], column: string): Promise<readonly string[]> {
  return texts(await all(readMessages({ cwd: '.', file, column, stdin: () => Readable.from(parts) })))
}

function pieces(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_none, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
}

function texts(messages: readonly ReadMessage[]): readonly string[] {
  return messages.map(({ text }) => text)
}

async function all(messages: AsyncIterable<ReadMessage>): Promise<readonly ReadMessage[]> {
  const found: ReadMessage[] = []
  for await (const message of messages) found.push(message)
  return found
}
