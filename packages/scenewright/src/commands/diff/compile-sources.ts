import { compileProject, compileText, type Project, readProjectText } from '@scenewright/compiler'
import type { CompiledSource } from '@scenewright/model'
import { createSourceKeys } from '../../workspace/source-keys.ts'

/**
 * Compiles some sources of a project, relative to its root. Those in YAML import nothing: then the others are not even
 * looked for.
 */
export async function compileSources(project: Project, files: readonly string[]): Promise<readonly CompiledSource[]> {
  if (files.length === 0) return []
  const keyOf = createSourceKeys(project)
  const texts = files.flatMap(file => {
    const key = keyOf?.(file)
    const text = key === undefined ? '' : readProjectText(project.root, file)
    return key === undefined || text === '' ? [] : [{ file, key, text }]
  })
  // What cannot be read, or imports others, takes a closer look.
  if (texts.length < files.length) return (await compileProject(project, { paths: files })).sources
  const sources: CompiledSource[] = []
  for (const text of texts) sources.push(await compileText(text))
  return sources
}
