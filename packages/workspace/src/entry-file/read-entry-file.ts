import { readFile, stat } from 'node:fs/promises'
import { OperationError, type Position } from '@scenewright/model'

interface Scan {
  readonly text: string
  readonly path: readonly string[]
  /** Where the next mark begins; in the end, where the text breaks. */
  offset: number
  found: number
}

/** How many steps of the path lead here, undefined next to it; and how deep this is. */
interface Way {
  readonly steps: number | undefined
  readonly level: number
}

const deepest = 100

const nothing = /(?:)/y

const string = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y

const word = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** A file of entries that a project keeps in git: where it lies, and what it is called in messages. */
export interface EntryFile {
  /** Absolute. */
  readonly path: string
  readonly name: string
  /** The content of the file if already known, for example from a commit; it is then not read from the path. */
  readonly text?: string
}

/** The form of such a file, and help for files that do not match it. */
export interface EntryFileFormat {
  /** "baseline": what the file is. */
  readonly noun: string
  /** The form that is written and read. */
  readonly version: number
  /** The field that lists the entries. */
  readonly list: string
  /** Precompiled from its schema. */
  readonly validate: { (value: unknown): boolean; errors?: readonly { readonly instancePath: string }[] | null }
  /** The way to what is wrong in a value that the schema takes; undefined where nothing is. */
  faultIn?(value: unknown): readonly string[] | undefined
  /** Help for a damaged file, for an invalid entry, and for a file of another kind. */
  readonly help: { readonly damaged: string; readonly entry: string; readonly other: string }
}

/** Far above what any project would keep: some hundred thousand entries. */
const largest = 32 * 1024 * 1024

/**
 * Reads such a file: a value that is valid against its schema, or undefined if there is no file. A file that is
 * damaged, of a newer version or of another kind is an OperationError with its place.
 */
export async function readEntryFile(file: EntryFile, form: EntryFileFormat): Promise<unknown> {
  const text = await textOf(file, form)
  if (text === undefined) return undefined
  const value = parse(text, file, form)
  if (isObject(value) && typeof value.version === 'number' && value.version > form.version) {
    throw refusal(file, 'was written by a newer Scenewright', { help: 'use that version, or a newer one' })
  }
  const wrong = form.validate(value) ? form.faultIn?.(value) : pathIn(form)
  if (wrong !== undefined) throw misfit(text, file, form, wrong)
  return value
}

async function textOf(file: EntryFile, { noun }: EntryFileFormat): Promise<string | undefined> {
  if (file.text !== undefined) return file.text
  try {
    const found = await stat(file.path)
    if (!found.isFile()) throw refusal(file, 'is no file')
    if (found.size > largest) throw refusal(file, `has ${found.size} bytes; a ${noun} has ${largest} at most`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file.path))
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    if (!(cause instanceof Error)) throw cause
    if ('code' in cause && cause.code === 'ENOENT') return undefined
    const isBytes = 'code' in cause && cause.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw refusal(file, isBytes ? 'is not UTF-8' : `cannot be read: ${cause.message}`)
  }
}

function parse(text: string, file: EntryFile, { help }: EntryFileFormat): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const conflict = /^<{7} /m.exec(text)
    if (conflict === null)
      throw refusal(file, 'is not JSON from here on', { at: locateInJson(text), help: help.damaged })
    throw refusal(file, 'holds a merge conflict that is left unresolved', {
      at: lineOf(text, conflict.index),
      help: 'keep the lines of both sides; duplicate entries do no harm',
    })
  }
}

/** The way to the first value that the schema has just refused. */
function pathIn({ validate }: EntryFileFormat): readonly string[] {
  return (validate.errors?.[0]?.instancePath ?? '').split('/').slice(1)
}

function misfit(
  text: string,
  file: EntryFile,
  { noun, list, help }: EntryFileFormat,
  path: readonly string[],
): OperationError {
  const isEntry = path[0] === list && path.length > 1
  return refusal(file, isEntry ? 'holds an entry that is none' : `is no ${noun}`, {
    at: locateInJson(text, path),
    help: isEntry ? help.entry : help.other,
  })
}

interface Refusal {
  readonly at?: Position
  readonly help?: string
}

function refusal({ name }: EntryFile, message: string, { at, help }: Refusal = {}): OperationError {
  const place = at === undefined ? `"${name}"` : `${name}:${at.line}:${at.column}: "${name}"`
  return new OperationError('config', `${place} ${message}`, help === undefined ? {} : { help })
}

function lineOf(text: string, offset: number): Position {
  return { line: text.slice(0, offset).split('\n').length, column: 1 }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * Where a JSON text breaks, or, if it does not, where the value at `path` begins: its last existing part.
 * For messages alone, since what `JSON.parse` says names no place on every line of Node.
 */
export function locateInJson(text: string, path: readonly string[] = []): Position {
  const scan: Scan = { text, path, offset: 0, found: 0 }
  const isWhole = skipValue(scan, { steps: 0, level: 0 }) && mark(scan, /$/y) !== undefined
  return positionAt(text, isWhole ? scan.found : scan.offset)
}

function skipValue(scan: Scan, way: Way): boolean {
  mark(scan, nothing)
  if (way.steps !== undefined) scan.found = scan.offset
  if (way.level > deepest) return false
  if (mark(scan, /\{/y)) return skipItems(scan, way, /\}/y)
  if (mark(scan, /\[/y)) return skipItems(scan, way, /\]/y)
  return (mark(scan, string) ?? mark(scan, word)) !== undefined
}

function skipItems(scan: Scan, { steps, level }: Way, end: RegExp): boolean {
  const hasNames = end.source === '\\}'
  if (mark(scan, end)) return true
  for (let index = 0; ; index += 1) {
    const name = hasNames ? mark(scan, string)?.slice(1, -1) : String(index)
    if (name === undefined || (hasNames && !mark(scan, /:/y))) return false
    const isOnWay = steps !== undefined && scan.path[steps] === name
    if (!skipValue(scan, { steps: isOnWay ? steps + 1 : undefined, level: level + 1 })) return false
    if (mark(scan, end)) return true
    if (!mark(scan, /,/y)) return false
  }
}

/** Reads a mark and the space before it. Where it does not fit, only the space is read. */
function mark(scan: Scan, pattern: RegExp): string | undefined {
  const space = /\s*/y
  space.lastIndex = scan.offset
  space.exec(scan.text)
  scan.offset = space.lastIndex
  pattern.lastIndex = scan.offset
  const found = pattern.exec(scan.text)?.[0]
  scan.offset += found?.length ?? 0
  return found
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
