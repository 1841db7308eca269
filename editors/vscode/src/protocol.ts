import type { Position, Range, TextDocumentIdentifier } from 'vscode-languageclient/node'
import { RequestType } from 'vscode-languageclient/node'

/** A drawn flow. */
export interface Flow {
  readonly uri: string
  readonly svg: string
  /** The id of the node at the position that was asked for. */
  readonly node?: string
  /** The nodes in the order of the drawing. */
  readonly nodes: readonly { readonly id: string; readonly range: Range }[]
}

interface FlowParams {
  readonly textDocument: TextDocumentIdentifier
  readonly position: Position
}

/** Draws the flow of a scenario; null for a file without one. */
export const flowRequest = new RequestType<FlowParams, Flow | null, void>('scenewright/flow')
