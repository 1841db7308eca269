/** The content of a graph of a scenario or a project, the same for every format. Texts are as in the sources. */
export interface Picture {
  readonly title: string
  /** The description of the graph, in one sentence. */
  readonly description: string
  readonly nodes: readonly PictureNode[]
  readonly links: readonly PictureLink[]
  /** Whether links have a direction, or only connect similar scenarios. */
  readonly isDirected: boolean
  /** Whether the test coverage is displayed. */
  readonly showsCoverage: boolean
}

/** `other` cannot be simulated; `missing` is referred to, but does not exist. */
export type NodeLook = 'reply' | 'end' | 'other' | 'missing' | 'scenario'

/** The coverage mark of a part; `beyond` is one that no simulation can reach. */
export type CoverageMark = 'covered' | 'uncovered' | 'beyond'

export interface PictureNode {
  readonly id: string
  readonly name: string
  /** The text or type of the node, in one text; empty if the name is enough. */
  readonly text: string
  readonly look: NodeLook
  readonly isStart: boolean
  readonly mark?: CoverageMark
}

export interface PictureLink {
  readonly source: string
  readonly target: string
  /** Empty if there is no label. */
  readonly label: string
  /** From 1 to 4: the similarity of two scenarios; 1 for any edge of a flow. */
  readonly weight: number
  readonly mark?: CoverageMark
}

/** Creates the text of a graph. Pure: equal pictures give equal bytes. */
export type GraphFormat = (picture: Picture) => string
