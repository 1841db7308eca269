import { join } from 'node:path'
import type { Compilation, CompiledSource } from '@scenewright/model/compilation'
import type { Project } from './project/open-project.ts'
import { findSources } from './read/find-sources.ts'
import { createModuleReader } from './read/module-reader.ts'
import { readSource } from './read/read-source.ts'
import { createSourceCompiler } from './source-compiler.ts'

/** Which of a project's sources to compile: files or folders, absolute or relative to its root. All by default. */
export interface CompileOptions {
  readonly paths?: readonly string[]
}

/**
 * Compiles a project's sources and keeps all that they give. What is wrong with a source is a finding; a path that
 * leads to no source is an OperationError.
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
