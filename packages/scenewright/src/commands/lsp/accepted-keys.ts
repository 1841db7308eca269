import { readData, type SourceNode } from '@scenewright/compiler/data'
import type { Place } from '@scenewright/model'
import type { LiveProject } from '@scenewright/workspace/live'

/** The name of the file with the accepted changes, relative to the root. */
export const acceptancesFile = 'scenewright.accepted.json'

/** A key of a scenario, and its place with the quotes. */
export interface AcceptedKey extends Place {
  readonly key: string
}

/** The keys in the file of accepted changes; none if there is no such file, or it cannot be read. */
export async function acceptedKeys(live: LiveProject): Promise<readonly AcceptedKey[]> {
  const text = live.text(acceptancesFile)
  const result = text === '' ? undefined : await readData(acceptancesFile, text)
  if (result === undefined || !('data' in result)) return []
  const position = (offset: number) => {
    return { line: result.data.line(offset), column: offset - text.lastIndexOf('\n', offset - 1) }
  }
  return keysIn(result.data.root).map(({ value, start, end }) => {
    return { key: String(value), file: acceptancesFile, range: { start: position(start), end: position(end) } }
  })
}

function keysIn(node: SourceNode): readonly SourceNode[] {
  if (node.kind === 'list') return node.items.flatMap(keysIn)
  if (node.kind === 'scalar') return []
  return node.fields.flatMap(({ name, value }) => {
    return name === 'scenario' && typeof value.value === 'string' ? [value] : keysIn(value)
  })
}
