import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject, OperationError, type Position, startOfFile } from '@scenewright/model'
import { fileFault, makeFolder } from '@scenewright/model/file-access'
import { lineEndOf, withLineEnd } from '@scenewright/model/text'
import { locateInJson } from './locate-in-json.ts'

/** A file of entries that a project keeps in git: its path, and its name in messages. */
export interface EntryFile {
  /** Absolute. */
  readonly path: string
  readonly name: string
  /** The content of the file if already known, for example from a commit; it is then not read from the path. */
  readonly text?: string
}

/** The form of such a file, and help for files that do not match it. */
export interface EntryFileFormat {
  /** "baseline": the kind of the file. */
  readonly noun: string
  /** The format version that is written and read. */
  readonly version: number
  /** The field with the entries. */
  readonly list: string
  /** Precompiled from its schema. */
  readonly validate: { (value: unknown): boolean; errors?: readonly { readonly instancePath: string }[] | null }
  /** The path of an error in a value that is valid against the schema; undefined if there is none. */
  faultIn?(value: unknown): readonly string[] | undefined
  /** Help for a damaged file, for an invalid entry, and for a file of another kind. */
  readonly help: { readonly damaged: string; readonly entry: string; readonly other: string }
}

/** Far more than any project needs: several hundred thousand entries. */
const largest = 32 * 1024 * 1024

/**
 * Reads such a file: a value that is valid against its schema, or undefined if there is no file. A file that is
 * damaged, of a newer version or of another kind is an OperationError with its place.
 */
export async function readEntryFile(file: EntryFile, form: EntryFileFormat): Promise<unknown> {
  const text = await readText(file, form)
  if (text === undefined) return undefined
  const value = parse(text, file, form)
  if (isObject(value) && typeof value.version === 'number' && value.version > form.version) {
    throw refusal(file, 'was written by a newer Scenewright', { help: 'use that version or a newer one' })
  }
  const wrong = form.validate(value) ? form.faultIn?.(value) : pathIn(form)
  if (wrong !== undefined) throw misfit(text, file, form, wrong)
  return value
}

async function readText(file: EntryFile, { noun }: EntryFileFormat): Promise<string | undefined> {
  if (file.text !== undefined) return file.text
  try {
    const found = await stat(file.path)
    if (!found.isFile()) throw refusal(file, 'is not a file')
    if (found.size > largest) throw refusal(file, `has ${found.size} bytes; the maximum for a ${noun} is ${largest}`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file.path))
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    if (!(cause instanceof Error)) throw cause
    if ('code' in cause && cause.code === 'ENOENT') return undefined
    const isBytes = 'code' in cause && cause.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw refusal(file, isBytes ? 'is not UTF-8' : `cannot be read: ${fileFault(cause)}`)
  }
}

function parse(text: string, file: EntryFile, { help }: EntryFileFormat): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const conflict = /^<{7} /m.exec(text)
    if (conflict === null) {
      // Nobody should delete a file that never was one of these, such as a source.
      const isDamaged = /^\s*(?:\{|$)/.test(text)
      throw refusal(file, 'is not JSON from here on', {
        at: locateInJson(text),
        help: isDamaged ? help.damaged : help.other,
      })
    }
    throw refusal(file, 'contains an unresolved merge conflict', {
      at: lineOf(text, conflict.index),
      help: 'keep the lines of both sides; duplicate entries are harmless',
    })
  }
}

/** The path of the first value that the schema has just rejected. */
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
  return refusal(file, isEntry ? 'contains an invalid entry' : `is no ${noun}`, {
    at: locateInJson(text, path),
    help: isEntry ? help.entry : help.other,
  })
}

interface Refusal {
  readonly at?: Position
  readonly help?: string
}

function refusal({ path, name }: EntryFile, message: string, { at, help }: Refusal = {}): OperationError {
  const where = at === undefined ? `"${name}"` : `${name}:${at.line}:${at.column}: "${name}"`
  const range = at === undefined ? startOfFile : { start: at, end: at }
  return new OperationError('config', `${where} ${message}`, {
    ...(help !== undefined && { help }),
    place: { path, range, fault: `"${name}" ${message}` },
  })
}

function lineOf(text: string, offset: number): Position {
  return { line: text.slice(0, offset).split('\n').length, column: 1 }
}

/** One entry: its fields in order; undefined ones are left out. */
export type FileEntry = { readonly [field: string]: string | number | undefined }

/**
 * Writes a file of entries atomically, with the line endings of the file that it replaces. For a link, its target is
 * replaced. A failure is an OperationError, and the old file remains.
 */
export async function writeEntryFile(
  { path, name }: EntryFile,
  form: Pick<EntryFileFormat, 'version' | 'list'>,
  entries: readonly FileEntry[],
): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const part = join(dirname(target), `.scenewright-kept.${process.pid}.part`)
  try {
    makeFolder(dirname(target))
    const before = await readFile(target, 'utf8').catch(() => '')
    await writeFile(part, withLineEnd(printEntries(form, entries), lineEndOf(before)), { flag: 'wx' })
    await rename(part, target)
  } catch (cause) {
    await rm(part, { force: true })
    throw new OperationError('usage', `"${name}" cannot be written: ${fileFault(cause)}`, { cause })
  }
}

/** One entry per line, so that git can merge additions from both sides. */
function printEntries(
  { version, list }: Pick<EntryFileFormat, 'version' | 'list'>,
  entries: readonly FileEntry[],
): string {
  const lines = entries.map(entry => `\n    ${entryText(entry)}`)
  const all = lines.length === 0 ? '[]' : `[${lines.join(',')}\n  ]`
  return `{\n  "version": ${version},\n  "${list}": ${all}\n}\n`
}

function entryText(entry: FileEntry): string {
  const fields = Object.entries(entry).filter(([, value]) => value !== undefined)
  return `{ ${fields.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')} }`
}
