import { type DocumentPath, nodePath } from '@scenewright/model'
import type { Flow } from './flow.ts'

/** The path of the list of nodes. */
export const nodesPath: DocumentPath = ['scenario', 'definition', 'nodes']

/** The path of the first node that has the id. */
export function pathOf(flow: Flow, id: string): DocumentPath {
  const place = flow.nodes.get(id)
  return place === undefined ? nodesPath : nodePath(place.index)
}
