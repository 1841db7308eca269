import type { Range, TextDocumentPositionParams } from 'vscode-languageclient/node'
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

/** Draws the flow of a scenario; null for a file without one. */
export const flowRequest = new RequestType<TextDocumentPositionParams, Flow | null, void>('scenewright/flow')

/** A conversation, or one message of a table of triggers. */
export interface ListedTest {
  readonly id: string
  readonly name: string
  readonly uri: string
  readonly range: Range
}

/** Lists the conversation tests of the project. */
export const testsRequest = new RequestType<object, { readonly tests: readonly ListedTest[] }, void>(
  'scenewright/tests',
)

export interface TestResult {
  readonly id: string
  readonly status: 'passed' | 'failed'
  readonly failures: readonly { readonly expected: string; readonly actual: string; readonly range: Range }[]
}

/** Runs the tests with these ids, otherwise all. */
export const runTestsRequest = new RequestType<
  { readonly ids?: readonly string[] },
  { readonly results: readonly TestResult[] },
  void
>('scenewright/runTests')
