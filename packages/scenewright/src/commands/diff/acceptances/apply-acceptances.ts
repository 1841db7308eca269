import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Project } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import { withForwardSlashes } from '@scenewright/model/system'
import type { EntryFile } from '@scenewright/workspace/entry-file'
import type { Invocation } from '../../../shell/command.ts'
import type { Side } from '../sides.ts'
import type { AcceptedChange, AcceptOptions } from './acceptances.ts'
import type { AcceptanceUpdate, UpdatedAcceptances } from './update-acceptances.ts'

/**
 * Returns the changes of a diff that are accepted at the head, and the acceptances that the base lacks; adds and prunes
 * acceptances according to the options. An unusable file is an OperationError with its place.
 */
export async function applyAcceptances(
  invocation: Invocation,
  options: AcceptOptions,
  { project, sides, ...question }: AcceptanceContext,
): Promise<UpdatedAcceptances> {
  const named = acceptancesFile(project, invocation.cwd, options.accepted)
  const { accept, reason, until, who, accepted, pruneAccepted } = options
  const below = withForwardSlashes(relative(project.root, named.path))
  const isWritten = accept !== undefined || pruneAccepted === true
  const { readFile } = sides.head
  const text = isWritten || accepted !== undefined ? undefined : await readFile?.(below)
  const file = text === undefined ? named : { ...named, text }
  const isThere =
    isWritten || accepted !== undefined || readFile === undefined ? existsSync(file.path) : text !== undefined
  if (!isThere && accept === undefined && (accepted !== undefined || pruneAccepted === true)) {
    throw new OperationError('usage', `there is no file of accepted changes "${file.name}"`, {
      help: '--accept <fingerprint> --reason <text> creates one',
    })
  }
  const isAsked = isThere || [accept, reason, until, who].some(option => option !== undefined)
  if (!isAsked) return { counting: new Map(), over: [], gone: [], added: [], notes: [] }
  const { updateAcceptances } = await import('./update-acceptances.ts')
  const base = await readAcceptancesAt(sides.base, below)
  return updateAcceptances(invocation, options, { ...question, ...(base && { base }), file, root: project.root })
}

interface AcceptanceContext extends Omit<AcceptanceUpdate, 'file' | 'root' | 'base'> {
  readonly project: Project
  readonly sides: { readonly base: Pick<Side, 'readFile'>; readonly head: Pick<Side, 'readFile'> }
}

/** The changes accepted on one side; undefined if unknown. A damaged file accepts nothing. */
async function readAcceptancesAt(
  { readFile }: Pick<Side, 'readFile'>,
  name: string,
): Promise<readonly AcceptedChange[] | undefined> {
  if (readFile === undefined) return undefined
  const text = await readFile(name)
  if (text === undefined) return []
  const { readAcceptances } = await import('./acceptances-file.ts')
  return readAcceptances({ path: name, name, text }).catch((error: unknown) => {
    if (error instanceof OperationError) return []
    throw error
  })
}

/** The project's file of accepted changes, whether or not it exists; `named` is relative to the working folder. */
function acceptancesFile({ root }: Project, cwd: string, named: string | undefined): EntryFile {
  if (named !== undefined) return { path: resolve(cwd, named), name: named }
  const path = join(root, 'scenewright.accepted.json')
  const name = relative(cwd, path)
  return { path, name: name.startsWith('..') ? path : name }
}
