import { isObject, OperationError } from '@scenewright/model'
import type { StateStore } from '../store/store.ts'
import type { JournalEntry, State } from './state.ts'

/**
 * Yields the events of the journal, newest first, including the archived parts, which are read on demand. A missing
 * part is an OperationError `state`, thrown after all newer events.
 */
export async function* readJournal(
  { journal }: State,
  store: Pick<StateStore, 'getBlob' | 'name'>,
): AsyncGenerator<JournalEntry> {
  yield* journal.entries.toReversed()
  const seen = new Set<string>()
  for (let hash = journal.previous; hash !== undefined && !seen.has(hash); ) {
    seen.add(hash)
    const part = parsePart(await store.getBlob(hash))
    if (part === undefined) throw missing(hash, store.name)
    yield* part.entries.toReversed()
    hash = part.previous
  }
}

function parsePart(text: string | undefined): State['journal'] | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  // A blob is stored under its own hash, so it is the text that was archived.
  return isObject(value) && Array.isArray(value.entries) ? (value as unknown as State['journal']) : undefined
}

function missing(hash: string, name: string): OperationError {
  return new OperationError('state', `an older part of the journal, ${hash.slice(0, 12)}, is missing in ${name}`, {
    help: 'the newer events are complete; a backup may contain the rest',
  })
}
