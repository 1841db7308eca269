import type { TouchMark } from '../../../diff/touches.ts'

/** What has become of a part. */
export type PartMark = TouchMark | 'same'

/** How a node looks on one side. */
export interface DrawnNode {
  readonly look: string
  readonly name: readonly string[]
  readonly text: readonly string[]
}

/** Two versions of a flow in one drawing, so that what is on both sides stands at one place. Plain data for the page. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** By their centres. A side where one is not there is absent. */
  readonly nodes: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly mark: PartMark
    readonly base?: DrawnNode
    readonly head?: DrawnNode
  }[]
  readonly links: readonly {
    readonly path: string
    readonly mark: PartMark
    readonly label?: { readonly x: number; readonly y: number }
    /** What it says on a side. */
    readonly base?: string
    readonly head?: string
  }[]
}
