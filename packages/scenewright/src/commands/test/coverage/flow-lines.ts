import { type CompiledScenario, edgePath, nodePath } from '@scenewright/model'

/** On which lines of its file a scenario's nodes and edges stand, by their ids. Plain data. */
export interface FlowLines {
  readonly key: string
  /** Relative to the project's root. */
  readonly file: string
  readonly nodes: PartLines
  readonly edges: PartLines
}

type PartLines = readonly (readonly [id: string, line: number])[]

/** Works them out. Of two parts with one id both are there. */
export function flowLinesOf({ key, file, document, map }: CompiledScenario): FlowLines {
  const { nodes, edges } = document.scenario.definition
  return {
    key,
    file,
    nodes: nodes.map(({ id }, index) => [id, map.place(nodePath(index)).range.start.line]),
    edges: edges.map(({ id }, index) => [id, map.place(edgePath(index)).range.start.line]),
  }
}
