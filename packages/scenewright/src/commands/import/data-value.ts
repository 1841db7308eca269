import { type DataFile, readData, type SourceNode } from '@scenewright/compiler/data'
import { OperationError } from '@scenewright/model'
import type { FilePlace, PlacedText } from './imported-bot.ts'
import type { InputFiles } from './input-files.ts'

/** A value in a file of YAML or JSON, with its place. A part that does not exist, or has another type, is empty. */
export interface DataValue {
  readonly place: FilePlace
  /** Undefined if it is not a single value. A number or a boolean is the text of the file: `01067`, `1.10`. */
  readonly text: string | undefined
  readonly isTrue: boolean
  /** The values of a list. */
  readonly items: readonly DataValue[]
  /** The fields of a mapping, in their order. */
  readonly fields: readonly (readonly [name: string, value: DataValue])[]
  /** The field of a mapping. */
  get(name: string): DataValue | undefined
  /** The lines of a text, each with its place. */
  readonly lines: readonly PlacedText[]
}

/** A file that cannot be parsed. */
export interface UnparsedFile {
  readonly fault: string
  readonly place: FilePlace
}

/** Parses the text of a file as YAML or, depending on its name, as JSON. */
export async function parseValue(file: string, text: string): Promise<DataValue | UnparsedFile> {
  const fault = file.endsWith('.json') ? findJsonFault(text) : undefined
  if (fault !== undefined) return { fault, place: { file } }
  const read = await readData(file, text)
  if ('data' in read) return createValue(read.data.root, { file, text, data: read.data })
  return { fault: read.fault, place: { file, line: read.line } }
}

/** Reads and parses a file that must be valid; otherwise it is an OperationError. */
export async function readValue(files: InputFiles, name: string): Promise<DataValue> {
  const value = await parseValue(name, await files.read(name))
  if ('fault' in value) throw unparsed(value)
  return value
}

/** The error for a file that must be valid. */
export function unparsed({ fault, place }: UnparsedFile): OperationError {
  const where = place.line === undefined ? place.file : `${place.file}:${place.line}`
  return new OperationError('usage', `cannot read "${where}": ${fault}`, {
    help: 'fix the file, or export the bot again; nothing was written',
  })
}

/** All texts in a value that are not blank, in their order. */
export function textsIn({ text, items, fields }: DataValue): readonly string[] {
  if (text !== undefined) return text.trim() === '' ? [] : [text]
  return [...items, ...fields.map(([, value]) => value)].flatMap(textsIn)
}

/** YAML accepts more than JSON. */
function findJsonFault(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `it is not valid JSON: ${error instanceof Error ? error.message : error}`
  }
}

interface Origin {
  readonly file: string
  readonly text: string
  readonly data: DataFile
}

function createValue(node: SourceNode, origin: Origin): DataValue {
  const { file, data } = origin
  const line = data.line(node.start)
  const place = { file, line }
  return {
    place,
    get text() {
      return node.kind === 'scalar' && node.value !== null ? (node.written ?? String(node.value)) : undefined
    },
    get isTrue() {
      return node.kind === 'scalar' && node.value === true
    },
    get items() {
      return node.kind === 'list' ? node.items.map(item => createValue(item, origin)) : []
    },
    get fields() {
      if (node.kind !== 'mapping') return []
      return node.fields.map(({ name, value }) => [name, createValue(value, origin)] as const)
    },
    get(name) {
      const field = node.kind === 'mapping' ? node.fields.find(each => each.name === name) : undefined
      return field && createValue(field.value, origin)
    },
    get lines() {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') return []
      // A block begins on the line after its mark.
      const isBlock = /^[|>]/.test(origin.text.slice(node.start, node.start + 1))
      return node.value.split('\n').map((text, index) => {
        return { text, place: isBlock ? { file, line: line + 1 + index } : place }
      })
    },
  }
}
