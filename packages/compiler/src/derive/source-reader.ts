import type { CompiledSource } from '@scenewright/model/compilation'
import type { Project } from '../project/open-project.ts'
import type { DiscoveredFile } from '../read/discover.ts'
import { type FoundSources, findSources } from '../read/find-sources.ts'
import { createModuleReader } from '../read/module-reader.ts'
import type { Overlay } from '../read/overlay.ts'
import { readReplacement, readSource } from '../read/read-source.ts'
import { createSourceCompiler } from '../source-compiler.ts'

export { namedFolders } from '../project/source-folders.ts'
export { isSearched } from '../read/discover.ts'

/** Compiles single sources of a project whose files change. */
export interface SourceReader {
  /** The sources, as the files and the overlay are now. */
  find(): FoundSources
  /** Compiles a source from its present text. */
  compile(file: DiscoveredFile): Promise<CompiledSource>
  /** Reads imported files again. Call it after one has changed. */
  forgetImports(): void
}

/** Creates a reader. It looks at the overlay, which may change, whenever it reads a file. */
export function createSourceReader(project: Project, overlay: Overlay): SourceReader {
  let compile = createCompiler(project, overlay)
  return {
    find: () => findSources(project, [], overlay),
    compile(file) {
      const text = overlay.get(file.file)
      if (text !== undefined) return compile(file, readReplacement(text))
      return compile(file, file.fault === undefined ? readSource(`${project.root}/${file.file}`) : undefined)
    },
    forgetImports() {
      compile = createCompiler(project, overlay)
    },
  }
}

function createCompiler(project: Project, overlay: Overlay): ReturnType<typeof createSourceCompiler> {
  return createSourceCompiler(project, createModuleReader(project.root, overlay))
}
