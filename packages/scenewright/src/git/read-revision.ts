import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileProject, openProject } from '@scenewright/compiler'
import { type Compilation, OperationError } from '@scenewright/model'
import { type Layout, layOut } from './lay-out.ts'
import type { TreeFile } from './read-tree.ts'
import type { Repository } from './repository.ts'

/** What of a commit is compiled. */
export interface RevisionRequest {
  /** All that the commit has in the repository's folder. */
  readonly tree: ReadonlyMap<string, TreeFile>
  /** The project file's name, whether or not the commit has one. */
  readonly configFile: string
  /** The sources, and what they are known to import. What else they import is found. */
  readonly paths: readonly string[]
}

/**
 * Compiles sources as they stand in a commit, under the config that stands there. Undefined where they cannot be read,
 * or that config cannot be used. They are laid out in a folder of their own, which is gone afterwards.
 */
export async function compileRevision(
  repository: Repository,
  { tree, configFile, paths }: RevisionRequest,
): Promise<Compilation | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scenewright-base-')))
  try {
    const layout = await layOut(repository, tree, folder)
    await layout.write([configFile, ...paths])
    // Without a config of its own the folder would be taken for a part of a project around it.
    if (!layout.has(configFile)) writeFileSync(join(folder, configFile), '')
    return await compileAll(folder, configFile, layout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compiles until no source asks for a file any more that the commit has and the folder has not. */
async function compileAll(folder: string, configFile: string, layout: Layout): Promise<Compilation | undefined> {
  for (;;) {
    const compilation = layout.isIncomplete() ? undefined : await compiled(folder, configFile)
    const imported = compilation?.sources.flatMap(({ dependencies }) => dependencies) ?? []
    if ((await layout.write(imported)) === 0) return compilation
  }
}

async function compiled(folder: string, configFile: string): Promise<Compilation | undefined> {
  try {
    return await compileProject(await openProject({ cwd: folder, configPath: configFile }))
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}
