import { posix } from 'node:path'
import { type Project, readConfig, readProjectText } from '@scenewright/compiler'
import type { ComparedSettings } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { TreeFile } from '@scenewright/workspace/git'
import type { Revision } from './revision-side.ts'
import { configNameOf, type Work } from './touched-sources.ts'

/** The project file of the working tree; every default if there is none. */
export async function settingsNow({
  root,
  configFile,
}: Pick<Project, 'root' | 'configFile'>): Promise<ComparedSettings> {
  return configFile === null ? { config: {} } : readConfig(root, configFile, readProjectText(root, configFile))
}

/** The project file of a commit. An unusable one is an OperationError. */
export async function settingsAt(work: Work, revision: Revision): Promise<ComparedSettings> {
  const file = configNameOf(work.project)
  const text = await textAt(work, revision, file)
  if (text === undefined) return { config: {} }
  try {
    return await readConfig(work.project.root, file, text)
  } catch (cause) {
    if (!(cause instanceof OperationError)) throw cause
    const { name, commit } = revision
    throw new OperationError(
      'sources',
      `the settings of ${name} (${commit.slice(0, 8)}) cannot be used: ${cause.message}`,
      {
        help: 'compare with a commit that has a valid project file',
        cause,
      },
    )
  }
}

/**
 * The text of a file of a commit, by its name below the repository's folder; undefined if the commit does not contain
 * it.
 */
export async function textAt(
  { readBlobs, repository }: Work,
  { tree, name, commit }: Revision,
  file: string,
): Promise<string | undefined> {
  const entry = tree.files.get(file)
  if (entry === undefined) return undefined
  const read = async ({ id }: TreeFile) => {
    const { contents, isIncomplete } = await readBlobs([id])
    const content = contents.get(id)
    if (content !== undefined && !isIncomplete) return content.toString('utf8')
    throw new OperationError('sources', `"${file}" of ${name} (${commit.slice(0, 8)}) cannot be read`, {
      help: repository.isShallow
        ? 'this clone contains only a part of the history: in CI, fetch all of it (fetch-depth: 0)'
        : 'parts of the clone are missing: git fetch --refetch --no-filter',
    })
  }
  if (!entry.isLink) return read(entry)
  const target = tree.files.get(posix.join(posix.dirname(file), await read(entry)))
  return target === undefined || target.isLink ? undefined : read(target)
}
