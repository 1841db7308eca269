import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isObject, OperationError } from '@scenewright/model'

/** The newest state of an environment that this machine has seen. */
export interface SeenState {
  readonly lineage: string
  readonly serial: number
}

/** Reads it; undefined if there is none, or it cannot be read. */
export async function readSeen(path: string): Promise<SeenState | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (!isObject(value)) return undefined
    const { lineage, serial } = value
    return typeof lineage === 'string' && typeof serial === 'number' ? { lineage, serial } : undefined
  } catch {
    return undefined
  }
}

/**
 * Records the state that was seen, unless a newer one of the same lineage was. Does nothing if the folder cannot be
 * written.
 */
export async function noteSeen(path: string, { lineage, serial }: SeenState): Promise<void> {
  const before = await readSeen(path)
  if (before?.lineage === lineage && before.serial >= serial) return
  const fresh = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(fresh, `${JSON.stringify({ lineage, serial })}\n`)
    await rename(fresh, path)
  } catch {
    await rm(fresh, { force: true }).catch(() => {})
    // Only an additional safeguard: without it, the deploy is as safe as on a new machine.
  }
}

/** Rejects, with an OperationError `state`, a state that is older than one that this machine has seen. */
export function refuseOlderState(
  state: { readonly lineage?: string; readonly serial: number },
  seen: SeenState | undefined,
  { path, isPinned }: { readonly path: string; readonly isPinned: boolean },
): void {
  if (seen === undefined || state.lineage === undefined) return
  if (state.lineage !== seen.lineage) {
    if (isPinned) return
    throw older(`the state has the lineage ${state.lineage}, but this machine has seen ${seen.lineage}`, path)
  }
  if (state.serial >= seen.serial) return
  throw older(`the state has the serial ${state.serial}, but this machine has seen ${seen.serial}`, path)
}

function older(message: string, path: string): OperationError {
  return new OperationError('state', message, {
    help: `an older state was restored: restore the newest one, or, if this is intended, delete ${path}`,
  })
}
