import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Project } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import type { KeptFile } from '../kept-file/read-kept-file.ts'
import type { AcceptOptions } from './accept-options.ts'
import type { AcceptQuestion, KeptAcceptance } from './keep-accepted.ts'

/**
 * Says which changes of a diff a person has accepted, and accepts and prunes as the options say. A file that cannot be
 * used is an OperationError at its place.
 */
export async function useAccepted(
  invocation: Invocation,
  options: AcceptOptions,
  { project, ...question }: Omit<AcceptQuestion, 'file' | 'root'> & { readonly project: Project },
): Promise<KeptAcceptance> {
  const file = acceptedFile(project, invocation.cwd, options.accepted)
  const { accept, reason, until, who, accepted, pruneAccepted } = options
  const isThere = existsSync(file.path)
  if (!isThere && accept === undefined && (accepted !== undefined || pruneAccepted === true)) {
    throw new OperationError('usage', `there is no file of accepted changes "${file.name}"`, {
      help: '--accept <fingerprint> --reason <text> begins one',
    })
  }
  const isAsked = isThere || [accept, reason, until, who].some(option => option !== undefined)
  if (!isAsked) return { counting: new Map(), over: [], gone: [], notes: [] }
  const { keepAccepted } = await import('./keep-accepted.ts')
  return keepAccepted(invocation, options, { ...question, file, root: project.root })
}

/** The project's file of accepted changes, whether or not it is there; `named` is relative to the working folder. */
function acceptedFile({ root }: Project, cwd: string, named: string | undefined): KeptFile {
  if (named !== undefined) return { path: resolve(cwd, named), name: named }
  const path = join(root, 'scenewright.accepted.json')
  const name = relative(cwd, path)
  return { path, name: name.startsWith('..') ? path : name }
}
