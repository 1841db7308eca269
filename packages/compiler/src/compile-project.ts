import { join } from 'node:path'
import type { Compilation, CompiledSource } from '@scenewright/model/compilation'
import type { Project } from './project/open-project.ts'
import { findSources } from './read/find-sources.ts'
import { createModuleReader } from './read/module-reader.ts'
import { readSource } from './read/read-source.ts'
import { createSourceCompiler } from './source-compiler.ts'

/** The sources of a project to compile: files or folders, absolute or relative to its root. All by default. */
export interface CompileOptions {
  readonly paths?: readonly string[]
}

/**
 * Compiles a project's sources and returns all results. Problems in a source are findings; a path that does not lead to
 * a source is an OperationError.
 */
export async function compileProject(project: Project, { paths }: CompileOptions = {}): Promise<Compilation> {
  const { files, findings } = findSources(project, paths)
  const compile = createSourceCompiler(project, createModuleReader(project.root))
  const sources: CompiledSource[] = []
  for (const file of files) {
    const read = file.fault === undefined ? readSource(join(project.root, file.file)) : undefined
    sources.push(await compile(file, read))
  }
  return { sources, findings }
}
