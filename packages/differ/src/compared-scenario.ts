import type { Definition, ImportDocument } from '@scenewright/model'
import type { SourceMap } from '@scenewright/model/compilation'

/** A scenario of one side, as far as it is compared. Compiled scenarios have this form. */
export interface ComparedScenario {
  readonly key: string
  /** Absent if unknown, as for a document alone. */
  readonly isActive?: boolean
  /** Its former key. */
  readonly renamedFrom?: string
  readonly document: ImportDocument
  /** Its source map, if there is one. */
  readonly map?: Pick<SourceMap, 'place' | 'sourceField'>
}

const nothing: Definition = { start_node_id: '', nodes: [], edges: [] }

/** The flow of a scenario; an empty one if the document has none. */
export function flowOf({ document }: Pick<ComparedScenario, 'document'>): Definition {
  return document.scenario.definition ?? nothing
}
