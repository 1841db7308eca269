import type { Finding } from '@scenewright/model'
import type { Compilation, CompiledScenario } from '@scenewright/model/compilation'
import { compileProject, type Project } from '../src/index.ts'

/** All that a project's sources give, in one list a kind. */
export interface Compiled extends Compilation {
  readonly scenarios: readonly CompiledScenario[]
  readonly findings: readonly Finding[]
}

export async function compileAll(project: Project, paths: readonly string[] = []): Promise<Compiled> {
  const { sources, findings } = await compileProject(project, { paths })
  return {
    sources,
    scenarios: sources.flatMap(source => source.scenarios),
    findings: [...sources.flatMap(source => source.findings), ...findings].sort((a, b) => (a.file < b.file ? -1 : 1)),
  }
}
