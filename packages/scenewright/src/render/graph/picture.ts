/** The content of a graph of a scenario or a project; every format draws the same. Texts are as they are in sources. */
export interface Picture {
  readonly title: string
  /** The description of the graph, in one sentence. */
  readonly description: string
  readonly nodes: readonly PictureNode[]
  readonly links: readonly PictureLink[]
  /** Whether links lead somewhere, or only say that two are near. */
  readonly isDirected: boolean
  /** Whether what tests cover is overlaid on it. */
  readonly showsCoverage: boolean
}

/** `reply`, `end` and `scenario` are what they say; `other` cannot be simulated; `missing` is named, and not there. */
export type NodeLook = 'reply' | 'end' | 'other' | 'missing' | 'scenario'

/** The coverage mark of a part; `beyond` is one that no simulation reaches. */
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
  /** Empty where there is nothing to tell. */
  readonly label: string
  /** From 1 to 4: how near two scenarios are; 1 for any way of a flow. */
  readonly weight: number
  readonly mark?: CoverageMark
}

/** Makes the text of a graph. Pure: equal pictures give equal bytes. */
export type GraphFormat = (picture: Picture) => string
