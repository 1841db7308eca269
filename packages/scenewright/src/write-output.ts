import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isAtOrBelow, OperationError } from '@scenewright/model'
import { outputFault } from './windows-names.ts'

/** A file to be written; `path` is relative to the output folder. The last one lists what the folder then holds. */
export interface OutputFile {
  readonly path: string
  readonly text: string
}

/**
 * Writes the files below `folder`, each whole or not at all, and removes what the manifest of an earlier run lists and
 * this run does not write. Nothing else in the folder is touched. Files that this system cannot have side by side are
 * an OperationError, and none is written.
 */
export async function writeOutput(folder: string, files: readonly OutputFile[]): Promise<void> {
  const fault = outputFault(files.map(({ path }) => path))
  if (fault !== undefined) {
    throw new OperationError('sources', `cannot write to "${folder}": ${fault}`, {
      help: 'a document is named after its scenario: rename the source, or change its key',
    })
  }
  const paths = new Set(files.map(({ path }) => resolve(folder, path)))
  const stale = (await writtenBefore(folder)).filter(path => !paths.has(path))
  try {
    // They go first: where the file system does not tell upper from lower case, one may be what is written next.
    for (const path of stale) await rm(path, { force: true })
    for (const file of files) await writeWhole(join(folder, file.path), file.text)
  } catch (cause) {
    throw new OperationError(
      'usage',
      `cannot write to "${folder}": ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}

/** The paths of the documents that the folder's manifest lists; none where there is no manifest of ours. */
async function writtenBefore(folder: string): Promise<string[]> {
  try {
    const { documents } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    const paths = (documents as readonly { readonly key: unknown }[]).map(({ key }) => resolve(folder, `${key}.json`))
    return paths.filter(path => isAtOrBelow(path, folder))
  } catch {
    return []
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}
