import { OperationError } from '@scenewright/model'
import { readTable } from '../../../shell/read-table.ts'
import { type FilePlace, groupBy, type Intent, type Omit, type PlacedText, quote } from '../imported-bot.ts'
import type { InputFiles } from '../input-files.ts'
import type { FormatInput, ImportFormat } from './format.ts'

/** The columns of a table; `intent` may also be named `key`. */
const columns = ['intent', 'example', 'title', 'description', 'reply', 'exclusion'] as const

type Column = (typeof columns)[number]

/** A table with one example per row. */
export const csv: ImportFormat = {
  name: 'a table',
  recognizes: async files => !files.isFolder && /\.(?:csv|tsv)$/i.test(files.path),
  read: readIntents,
}

async function readIntents({ files, omit }: FormatInput): Promise<readonly Intent[]> {
  const [name = ''] = files.names
  if (files.isFolder) {
    throw new OperationError('usage', `"${files.path}" is a folder`, { help: 'name one file: --from csv intents.csv' })
  }
  const rows = await readRows(files, name, omit)
  return [...groupBy(rows, ({ intent }) => intent)].map(([intent, group]) => {
    const texts = (column: Column) => group.flatMap(row => textIn(row, column))
    const [title] = distinct(texts('title'), 'title', omit)
    const [description] = distinct(texts('description'), 'description', omit)
    return {
      name: intent,
      place: group[0]?.place ?? { file: name },
      ...(title !== undefined && { title: title.text }),
      ...(description !== undefined && { description: description.text }),
      examples: texts('example'),
      exclusions: texts('exclusion'),
      replies: withoutRepeats(texts('reply')),
    }
  })
}

/** A row with an intent. */
interface Row {
  readonly intent: string
  readonly place: FilePlace
  readonly cells: ReadonlyMap<Column, string>
}

async function readRows(files: InputFiles, file: string, omit: Omit): Promise<readonly Row[]> {
  const rows: Row[] = []
  let places: ReadonlyMap<Column, number> | undefined
  const text = await files.read(file)
  for await (const { cells, line } of readTable(inOnePiece(text), file)) {
    const place = { file, line }
    if (places === undefined) {
      places = readHeader(cells, { file, place, omit })
      continue
    }
    const named = new Map([...places].map(([column, index]) => [column, (cells[index] ?? '').trim()] as const))
    const intent = named.get('intent') ?? ''
    if (intent !== '') rows.push({ intent, place, cells: named })
    else if (cells.some(cell => cell.trim() !== ''))
      omit('intent', `a row without an intent: ${quote(cells.join(' | '))}`, place)
  }
  if (places === undefined) throw new OperationError('usage', `"${file}" is empty`, { help: headerHelp })
  return rows
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}

const headerHelp =
  'the first row names the columns: intent, example, and optionally title, description, reply, exclusion'

interface Header {
  readonly file: string
  readonly place: FilePlace
  readonly omit: Omit
}

function readHeader(cells: readonly string[], { file, place, omit }: Header): ReadonlyMap<Column, number> {
  const places = new Map<Column, number>()
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase()
    const column = columns.find(each => each === (name === 'key' ? 'intent' : name))
    if (column === undefined || places.has(column)) omit('setting', `the column ${quote(cell)}`, place)
    else places.set(column, index)
  }
  const missing = (['intent', 'example'] as const).find(column => !places.has(column))
  if (missing === undefined) return places
  throw new OperationError('usage', `"${file}" has no column "${missing}"`, { help: headerHelp })
}

function textIn({ cells, place }: Row, column: Column): readonly PlacedText[] {
  const text = cells.get(column) ?? ''
  return text === '' ? [] : [{ text, place }]
}

/** The first text; different ones of other rows are omissions. */
function distinct(texts: readonly PlacedText[], name: string, omit: Omit): readonly PlacedText[] {
  const [first] = texts
  for (const { text, place } of texts) {
    if (text !== first?.text) omit('duplicate', `another ${name}: ${quote(text)}`, place)
  }
  return texts.slice(0, 1)
}

/** Many tables repeat the reply in every row of its intent: equal texts are one reply. */
function withoutRepeats(replies: readonly PlacedText[]): readonly PlacedText[] {
  return [...groupBy(replies, ({ text }) => text).values()].flatMap(([first]) => first ?? [])
}
