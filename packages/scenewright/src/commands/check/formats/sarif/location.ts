import type { Place, Range } from '@scenewright/model'

/** What relative paths start from; who reads the log knows where that is. */
export const sourceRoot = '%SRCROOT%'

/** A stretch of a file. */
export function physicalLocation({ file, range }: Place, folder: string): object {
  return { artifactLocation: artifactLocation(file, folder), region: regionOf(range) }
}

/** A file, as a relative URI. */
export function artifactLocation(file: string, folder: string): object {
  return { uri: uriOf(folder + file), uriBaseId: sourceRoot }
}

/** Counts as ranges do: from 1, the end being the first position behind. */
export function regionOf({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column }
}

/** A scenario, or a node of it, if the finding has any. */
export function logicalLocations(scenario: string | null, node: string | undefined): readonly object[] {
  if (scenario === null) return []
  if (node === undefined) return [{ name: scenario, fullyQualifiedName: scenario, kind: 'scenario' }]
  return [{ name: node, fullyQualifiedName: `${scenario}#${node}`, kind: 'node' }]
}

function uriOf(path: string): string {
  return path
    .split('/')
    .map(segment => encodeURIComponent(segment.toWellFormed()))
    .join('/')
}
