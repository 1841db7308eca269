import type { Definition, ImportDocument } from '@scenewright/model'
import type { SourceMap } from '@scenewright/model/compilation'

/** A scenario of one side, as far as it is compared. What the compiler makes is one. */
export interface ComparedScenario {
  readonly key: string
  /** Absent where that is not known, as of a document alone. */
  readonly isActive?: boolean
  /** The key that it had before. */
  readonly renamedFrom?: string
  readonly document: ImportDocument
  /** The way back to its source, where it has one. */
  readonly map?: Pick<SourceMap, 'place' | 'sourceField'>
}

const nothing: Definition = { start_node_id: '', nodes: [], edges: [] }

/** The flow of a scenario; an empty one where the document has none. */
export function flowOf({ document }: Pick<ComparedScenario, 'document'>): Definition {
  return document.scenario.definition ?? nothing
}
