import type { CompiledSource } from '@scenewright/model/compilation'
import { noTests } from '@scenewright/model/conversation-tests'
import { createExtensionCheck } from './bind/extension-check.ts'
import { compileSource } from './compile-source.ts'
import { createFrontEnds, isTestFile } from './parse/formats.ts'
import type { ModuleReader } from './parse/source-tree.ts'
import type { ProjectData } from './project/open-project.ts'
import type { DiscoveredFile } from './read/discover.ts'
import type { ReadResult } from './read/read-source.ts'
import { type Unread, unreadFinding } from './read/unread.ts'

/** Compiles the files of a project; imported files are read once. */
export function createSourceCompiler(
  project: ProjectData,
  modules: ModuleReader,
): (file: DiscoveredFile, read: ReadResult | undefined) => Promise<CompiledSource> {
  const frontEnds = createFrontEnds(modules)
  const extensions = createExtensionCheck(project)
  const { config } = project
  return async ({ file, key, fault }, read) => {
    if (read === undefined) return unread(key, { file, message: `"${file}" ${fault}` })
    if ('text' in read)
      return compileSource({ file, key, text: read.text }, await frontEnds(file), { config, extensions })
    return unread(key, { ...read, file, message: read.fault })
  }
}

function unread(key: string, problem: Omit<Unread, 'scenario'>): CompiledSource {
  const { file } = problem
  const nothing = { scenarios: [], isBound: false, suppressions: [], dependencies: [] }
  if (!isTestFile(file)) return { file, key, ...nothing, findings: [unreadFinding({ ...problem, scenario: key })] }
  return { file, key, ...nothing, tests: noTests, findings: [unreadFinding({ ...problem, scenario: null })] }
}
