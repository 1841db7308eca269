import { compileProject, compileText, type Project, readProjectText } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { CompiledScenario, CompiledSource } from '@scenewright/model/compilation'
import { compareText, count, visible } from '@scenewright/model/text'
import { createSourceKeys } from '@scenewright/workspace'
import type { Invocation } from '../../shell/command.ts'

/** The compiled sources of one side. */
interface CompiledSide {
  readonly name: string
  readonly sources: readonly CompiledSource[]
  /** The help for sources that cannot be read. */
  readonly help?: string
}

/**
 * The scenarios of one side. If sources do not bind, their errors are printed to standard error and there is an
 * OperationError `sources`; the same for two scenarios with the same key. Findings of graph rules are ignored here:
 * only their changes matter.
 */
export function boundScenarios(
  { terminal }: Invocation,
  {
    name,
    sources,
    help = 'fix their errors, which `scenewright check` shows: only sources that compile are compared',
  }: CompiledSide,
): readonly CompiledScenario[] {
  const faults = sources.filter(({ isBound, tests }) => !isBound && tests === undefined)
  if (faults.length > 0) {
    const found = faults.flatMap(({ findings }) => findings)
    for (const { file, range, message } of found) {
      terminal.err(`${visible(`${name}: ${file}:${range.start.line}:${range.start.column}  ${message}`)}\n`)
    }
    throw new OperationError('sources', `${count(faults.length, 'source')} of ${name} cannot be compared`, { help })
  }
  const scenarios = sources.flatMap(source => source.scenarios)
  const keys = new Map<string, string>()
  for (const { key, file } of scenarios) {
    const other = keys.get(key)
    if (other !== undefined) throw duplicateKey(name, key, [other, file].sort(compareText))
    keys.set(key, file)
  }
  return scenarios
}

/** The error for a key that occurs twice on one side. */
export function duplicateKey(name: string, key: string, files: readonly string[]): OperationError {
  return new OperationError('sources', `two scenarios of ${name} have the key "${key}"`, {
    help: `give one of them a different key: ${files.join(', ')}`,
  })
}

/**
 * Compiles some sources of a project, relative to its root. YAML sources import nothing: then the others are not even
 * searched for.
 */
export async function compileSources(project: Project, files: readonly string[]): Promise<readonly CompiledSource[]> {
  if (files.length === 0) return []
  const keyOf = createSourceKeys(project)
  const texts = files.flatMap(file => {
    const key = keyOf?.(file)
    const text = key === undefined ? '' : readProjectText(project.root, file)
    return key === undefined || text === '' ? [] : [{ file, key, text }]
  })
  // Unreadable sources, and those that import others, need a full compilation.
  if (texts.length < files.length) return (await compileProject(project, { paths: files })).sources
  const sources: CompiledSource[] = []
  for (const text of texts) sources.push(await compileText(text, project.config))
  return sources
}
