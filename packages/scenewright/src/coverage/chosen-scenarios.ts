import { resolve } from 'node:path'
import { sourcesAt } from '@scenewright/compiler'
import type { TestedProject } from '../project.ts'

/**
 * Tells which scenarios `paths` mean: keys, and files or folders relative to `cwd`. Without any all are meant. A path
 * that leads nowhere is an OperationError.
 */
export function chosenScenarios(
  { project, scenarios }: TestedProject,
  paths: readonly string[],
  cwd: string,
): (scenario: { readonly key: string }) => boolean {
  if (paths.length === 0) return () => true
  const keys = new Set(paths.filter(path => scenarios.some(({ key }) => key === path)))
  const others = paths.filter(path => !keys.has(path)).map(path => resolve(cwd, path))
  const files = others.length === 0 ? new Set() : sourcesAt(project, others)
  for (const { key, file } of scenarios) if (files.has(file)) keys.add(key)
  return ({ key }) => keys.has(key)
}
