import { readFile, stat } from 'node:fs/promises'
import { OperationError, type Position } from '@scenewright/model'
import { validate } from '@scenewright/schemas/validate/baseline'
import { type Baseline, type BaselineEntry, tidy } from './baseline.ts'
import { locateInJson } from './locate-in-json.ts'

/** The form that is written and read. */
export const baselineVersion = 1

/** Far above what any project would adopt: some hundred thousand entries. */
const largest = 32 * 1024 * 1024

/** Where a file of adopted findings lies, and what it is called in messages. */
export interface BaselineFile {
  /** Absolute. */
  readonly path: string
  readonly name: string
}

/**
 * Reads a file of adopted findings; undefined where there is none. One that is damaged, of a newer version or something
 * else is an OperationError at its place.
 */
export async function readBaseline(file: BaselineFile): Promise<Baseline | undefined> {
  const text = await textOf(file)
  if (text === undefined) return undefined
  const value = parse(text, file)
  if (isObject(value) && typeof value.version === 'number' && value.version > baselineVersion) {
    throw refusal(file, 'was written by a newer Scenewright', { help: 'use that version, or a newer one' })
  }
  if (!validate(value)) throw misfit(text, file)
  // It has just been held against the schema.
  const { findings } = value as { readonly findings: readonly BaselineEntry[] }
  // A merge may leave an entry of each side.
  return tidy(findings, Math.max)
}

async function textOf(file: BaselineFile): Promise<string | undefined> {
  try {
    const found = await stat(file.path)
    if (!found.isFile()) throw refusal(file, 'is no file')
    if (found.size > largest) throw refusal(file, `has ${found.size} bytes; a baseline has ${largest} at most`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file.path))
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    if (!(cause instanceof Error)) throw cause
    if ('code' in cause && cause.code === 'ENOENT') return undefined
    const isBytes = 'code' in cause && cause.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw refusal(file, isBytes ? 'is not UTF-8' : `cannot be read: ${cause.message}`)
  }
}

function parse(text: string, file: BaselineFile): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const conflict = /^<{7} /m.exec(text)
    const at = conflict === null ? locateInJson(text) : lineOf(text, conflict.index)
    const message = conflict === null ? 'is not JSON from here on' : 'holds a merge conflict that is left unresolved'
    throw refusal(file, message, {
      at,
      help:
        conflict === null
          ? 'put back the last good copy, or delete the file and run `scenewright check --write-baseline`'
          : 'keep the lines of both sides; an entry that stands there twice does no harm',
    })
  }
}

function misfit(text: string, file: BaselineFile): OperationError {
  const path = (validate.errors?.[0]?.instancePath ?? '').split('/').slice(1)
  const isEntry = path[0] === 'findings' && path.length > 1
  return refusal(file, isEntry ? 'holds an entry that is none' : 'is no baseline', {
    at: locateInJson(text, path),
    help: isEntry
      ? 'an entry has "rule", "count" from 1 on, either "scenario" or "file", and "node" where there is one'
      : 'name another file with --baseline, or in the config under "baseline"; this one is left as it is',
  })
}

interface Refusal {
  readonly at?: Position
  readonly help?: string
}

function refusal({ name }: BaselineFile, message: string, { at, help }: Refusal = {}): OperationError {
  const place = at === undefined ? `"${name}"` : `${name}:${at.line}:${at.column}: "${name}"`
  return new OperationError('config', `${place} ${message}`, help === undefined ? {} : { help })
}

function lineOf(text: string, offset: number): Position {
  return { line: text.slice(0, offset).split('\n').length, column: 1 }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
