import { isObject, OperationError } from '@scenewright/model'
import { textHash } from '@scenewright/model/text-hash'
import { readState } from '../state/read-state.ts'
import type { State } from '../state/state.ts'

/** A state and all texts that it refers to, in one document. */
export interface Backup {
  readonly state: State
  /** Texts by their SHA-256. */
  readonly payloads: ReadonlyMap<string, string>
}

const format = 'scenewright-backup'

/** The document of a backup. */
export function writeBackup({ state, payloads }: Backup): string {
  return `${JSON.stringify({ format, version: 1, state, payloads: Object.fromEntries(payloads) }, undefined, 2)}\n`
}

/**
 * Reads a backup, or the document of a state alone. A damaged one, or one of a newer Scenewright, is an OperationError
 * `usage`. `where` is its name in messages.
 */
export function readBackup(text: string, where: string): Backup {
  const value = parsed(text, where)
  if (!isObject(value) || value.format !== format) return { state: parseState(text, where), payloads: new Map() }
  if (value.version !== 1) throw refused(where, 'it was written by a newer Scenewright', 'use that version')
  const { state, payloads } = value
  if (!isObject(payloads)) throw refused(where, 'it contains no payloads')
  const entries = Object.entries(payloads).map(([hash, payload]) => {
    if (typeof payload === 'string' && textHash(payload) === hash) return [hash, payload] as const
    throw refused(where, `its payload ${hash} has another hash`)
  })
  return { state: parseState(JSON.stringify(state), where), payloads: new Map(entries) }
}

function parseState(json: string, where: string): State {
  try {
    return readState(json, `in "${where}"`)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    throw new OperationError('usage', error.message, { help: 'take another backup; nothing was changed' })
  }
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(where, 'it is not JSON')
  }
}

function refused(where: string, why: string, help = 'take another backup; nothing was changed'): OperationError {
  return new OperationError('usage', `"${where}" cannot be restored: ${why}`, { help })
}
