import type { CompiledSource } from '@scenewright/model/compilation'
import { createExtensionCheck } from './bind/extension-check.ts'
import { compileSource, unreadSource } from './compile-source.ts'
import { createFrontEnds } from './parse/formats.ts'
import type { ModuleReader } from './parse/source-tree.ts'
import type { ProjectData } from './project/open-project.ts'
import type { DiscoveredFile } from './read/discover.ts'
import type { ReadResult } from './read/read-source.ts'

/** Compiles the files of a project; imported files are read once. */
export function createSourceCompiler(
  project: ProjectData,
  modules: ModuleReader,
): (file: DiscoveredFile, read: ReadResult | undefined) => Promise<CompiledSource> {
  const frontEnds = createFrontEnds(modules)
  const extensions = createExtensionCheck(project)
  const { config } = project
  return async ({ file, key, fault }, read) => {
    if (read === undefined) return unreadSource(key, { file, message: `"${file}" ${fault}` })
    if ('text' in read)
      return compileSource({ file, key, text: read.text }, await frontEnds(file), { config, extensions })
    return unreadSource(key, { ...read, file, message: read.fault })
  }
}
