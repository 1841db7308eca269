import { lstat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { readInput } from '../../../shell/files.ts'

/** Reports as they were found; `missing` names the files that are not there. */
export interface FoundReports {
  readonly texts: readonly string[]
  readonly missing: readonly string[]
}

/**
 * Reads the files of a comment. A step that had nothing to report has left none; none at all is wrong usage. The run of a
 * stranger's pull request may have made them, so a link is not followed: it could lead to the token of this run.
 */
export async function readReports(cwd: string, paths: readonly string[]): Promise<FoundReports> {
  const texts: string[] = []
  const missing: string[] = []
  for (const path of paths) {
    const found = await lstat(resolve(cwd, path)).catch(() => undefined)
    if (found === undefined) missing.push(path)
    else if (found.isFile()) texts.push(await readInput(cwd, path))
    else throw new OperationError('usage', `"${path}" is no file`, { help: 'name files; links are not followed' })
  }
  if (texts.length > 0) return { texts, missing }
  throw new OperationError('usage', `there is none of ${paths.map(path => `"${path}"`).join(', ')}`, {
    help: 'write one first: scenewright diff --format markdown > diff.md',
  })
}
