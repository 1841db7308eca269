import { createPlaces } from './parse/places.ts'
import type { SourceNode } from './parse/source-tree.ts'

export type { SourceNode } from './parse/source-tree.ts'

/** A parsed file of YAML or JSON that is not a source: its value, and the lines of its parts. */
export interface DataFile {
  readonly root: SourceNode
  /** The line of an offset in the text, from 1. */
  line(offset: number): number
}

/** A parsed file, or why it cannot be parsed. */
export type DataResult = { readonly data: DataFile } | { readonly fault: string; readonly line: number }

/**
 * Parses a file of YAML or JSON that is not a source, with the limits of a source: nesting, size and aliases are
 * bounded. Never throws because of the content. An empty file is a fault.
 */
export async function readData(file: string, text: string): Promise<DataResult> {
  const places = createPlaces(file, text)
  const { parseYaml } = await import('./parse/yaml/parse-yaml.ts')
  const { roots, problems } = await parseYaml({ text, places })
  const [root] = roots
  if (root !== undefined) return { data: { root: root.node, line: offset => places.line(offset) } }
  const [problem] = problems
  return { fault: problem?.message ?? 'The file is empty', line: places.line(problem?.span.start ?? 0) }
}
