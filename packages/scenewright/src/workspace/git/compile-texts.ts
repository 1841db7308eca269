import { compileText, type Project, readProjectText } from '@scenewright/compiler'
import type { CompiledSource } from '@scenewright/model'
import { createSourceKeys } from '../source-keys.ts'
import type { Blobs, TreeFile } from './read-objects.ts'
import type { RevisionRequest } from './read-revision.ts'

/** What of a commit is compiled, under the config that is at hand. */
interface TextRequest extends RevisionRequest {
  readonly project: Project
  readBlobs(ids: readonly string[]): Promise<Blobs>
}

/**
 * Compiles sources of a commit without writing them anywhere. Undefined where that cannot tell what they come to: one
 * may import others, links give some a second name, or another config stood there.
 */
export async function compileTexts({
  tree,
  configFile,
  paths,
  project,
  readBlobs,
}: TextRequest): Promise<readonly CompiledSource[] | undefined> {
  const keyOf = createSourceKeys(project)
  const files = paths.flatMap(path => tree.get(path) ?? [])
  const config = tree.get(configFile)
  if (keyOf === undefined || files.some(({ path }) => !/\.ya?ml$/.test(path)) || hasLinks(tree)) return undefined
  const wanted = config === undefined ? files : [...files, config]
  const { contents, isIncomplete } = await readBlobs(wanted.map(({ id }) => id))
  const textOf = ({ id }: TreeFile) => plainText(contents.get(id))
  if (isIncomplete || (config === undefined ? '' : textOf(config)) !== configAtHand(project)) return undefined
  const sources: CompiledSource[] = []
  for (const file of files) {
    const key = keyOf(file.path)
    if (key === undefined) continue
    const text = textOf(file)
    // What is no text is told by what reads files.
    if (text === undefined) return undefined
    sources.push(await compileText({ file: file.path, key, text }))
  }
  return sources
}

function hasLinks(tree: ReadonlyMap<string, TreeFile>): boolean {
  for (const { isLink } of tree.values()) if (isLink) return true
  return false
}

function configAtHand({ root, configFile }: Project): string {
  return configFile === null ? '' : readProjectText(root, configFile)
}

/** Undefined where it is not there, or not written as nearly every source is: UTF-8 without a mark in front. */
function plainText(content: Buffer | undefined): string | undefined {
  const text = content?.toString('utf8')
  return text === undefined || text.includes('\ufffd') || text.startsWith('\ufeff') ? undefined : text
}
