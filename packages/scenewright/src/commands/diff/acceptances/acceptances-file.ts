import { validate } from '@scenewright/schemas/validate/accepted'
import { type EntryFile, type EntryFileFormat, readEntryFile, writeEntryFile } from '@scenewright/workspace/entry-file'
import { type AcceptedChange, tidyAcceptances } from './acceptances.ts'

const form: EntryFileFormat = {
  noun: 'file of accepted changes',
  version: 1,
  list: 'changes',
  validate,
  faultIn: findInvalidDay,
  help: {
    damaged: 'restore the last good copy, or delete the file and accept again: `scenewright diff --accept`',
    entry:
      'an entry has "fingerprint", "scenario", "kind", "reason", "who", and optionally "until" (a day such as 2026-12-31)',
    other: 'use another file with --accepted; this one is unchanged',
  },
}

/**
 * The accepted changes of a project; empty if there is no file. An unusable file is an OperationError with its place.
 */
export async function readAcceptances(file: EntryFile): Promise<readonly AcceptedChange[]> {
  // Has just been validated with the schema.
  const value = (await readEntryFile(file, form)) as Content | undefined
  // A merge may leave entries from both sides.
  return tidyAcceptances(value?.changes ?? [])
}

interface Content {
  readonly changes: readonly AcceptedChange[]
}

/**
 * A schema cannot check the day of the month: without this, an entry for the 32nd would expire in alphabetical order.
 */
function findInvalidDay(value: unknown): readonly string[] | undefined {
  // The schema has validated it.
  const { changes } = value as Content
  const index = changes.findIndex(({ until }) => until !== undefined && !isDay(until))
  return index === -1 ? undefined : ['changes', String(index), 'until']
}

/** Writes them atomically. */
export function writeAcceptances(file: EntryFile, accepted: readonly AcceptedChange[]): Promise<void> {
  const entries = accepted.map(({ fingerprint, scenario, kind, reason, who, until }) => {
    return { fingerprint, scenario, kind, reason, who, until }
  })
  return writeEntryFile(file, form, entries)
}

/** Whether a text is an existing day, such as `2026-12-31`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}
