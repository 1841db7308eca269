import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { OperationError } from '@scenewright/model'

/** A file to be written; `path` is relative to the output folder. The last one lists what the folder then holds. */
export interface OutputFile {
  readonly path: string
  readonly text: string
}

/**
 * Writes the files below `folder`, each whole or not at all, and removes what the manifest of an earlier run lists and
 * this run does not write. Nothing else in the folder is touched.
 */
export async function writeOutput(folder: string, files: readonly OutputFile[]): Promise<void> {
  const stale = (await writtenBefore(folder)).filter(path => files.every(file => file.path !== path))
  try {
    for (const file of files) await writeWhole(join(folder, file.path), file.text)
    for (const path of stale) await rm(join(folder, path), { force: true })
  } catch (cause) {
    throw new OperationError(
      'usage',
      `cannot write to "${folder}": ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}

/** The documents that the folder's manifest lists; none where there is no manifest of ours. */
async function writtenBefore(folder: string): Promise<string[]> {
  try {
    const { documents } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    const paths = (documents as readonly { readonly key: unknown }[]).map(({ key }) => `${key}.json`)
    return paths.filter(path => resolve(folder, path).startsWith(resolve(folder) + sep))
  } catch {
    return []
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}
