import type { Finding } from '@scenewright/model'
import type { SourceReport } from './source-report.ts'

/** The part of a project that is asked about. All of it is looked at, since what one source says may spoil another. */
export interface Only {
  /** The names of sources. */
  readonly files: ReadonlySet<string>
  /** Whether findings elsewhere count that one of these sources has to do with. */
  readonly withNeighbours?: boolean
}

/** Tells which findings belong to the part that is asked about. */
export function createScope(reports: readonly SourceReport[], only: Only | undefined): (finding: Finding) => boolean {
  if (only === undefined) return () => true
  const { files, withNeighbours = false } = only
  // A file that one of them imports is no source, and has no report of its own.
  const imported = reports.flatMap(({ file, findings }) => (files.has(file) ? findings.map(each => each.file) : []))
  const shown = new Set([...files, ...imported])
  return ({ file, related }) => shown.has(file) || (withNeighbours && related.some(place => files.has(place.file)))
}
