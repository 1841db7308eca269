import { randomBytes } from 'node:crypto'
import {
  type Disposable,
  type Position,
  Selection,
  type TextDocument,
  type TextEditor,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode'
import { type Flow, flowRequest } from '../protocol.ts'
import type { Server } from '../server.ts'
import { previewPage } from './page.ts'

/** The preview of flows: one panel, which shows the flow at the cursor of the last scenario that had it. */
export interface FlowPreview extends Disposable {
  /** Shows the flow of a file, by default of the active one, next to it. */
  readonly show: (uri?: Uri) => Promise<void>
}

/** What the panel shows, for the node that the cursor is in. */
interface Shown {
  readonly document: TextDocument
  readonly cursor: Position
}

export function createFlowPreview(server: Server, extension: Uri): FlowPreview {
  let panel: WebviewPanel | undefined
  let shown: Shown | undefined
  let flow: Flow | undefined
  // One request at a time: of the changes during a request only the last one counts.
  let isAsking = false
  let isOutdated = false

  function follow(editor: TextEditor | undefined): void {
    if (panel === undefined || editor === undefined || !isScenario(editor.document)) return
    shown = { document: editor.document, cursor: editor.selection.active }
    void refresh()
  }

  async function refresh(): Promise<void> {
    isOutdated = true
    if (isAsking) return
    isAsking = true
    try {
      while (isOutdated && panel !== undefined && shown !== undefined) {
        isOutdated = false
        await draw(panel, shown)
      }
    } finally {
      isAsking = false
    }
  }

  async function draw({ webview }: WebviewPanel, { document, cursor }: Shown): Promise<void> {
    const client = server.client()
    if (client === undefined) {
      await webview.postMessage({ message: 'The server does not run.', svg: '', nodes: [] })
      return
    }
    const position = client.code2ProtocolConverter.asTextDocumentPositionParams(document, cursor)
    flow = (await server.ask(flowRequest, position)) ?? undefined
    const message = flow === undefined ? 'This file has no flow that can be drawn.' : ''
    const nodes = flow?.nodes.map(({ id }) => id) ?? []
    await webview.postMessage({ message, svg: flow?.svg ?? '', nodes, node: flow?.node })
  }

  function open(): void {
    const media = Uri.joinPath(extension, 'media')
    const created = window.createWebviewPanel(
      'scenewright.flow',
      'Flow',
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true },
    )
    panel = created
    const { webview } = created
    const address = (name: string) => webview.asWebviewUri(Uri.joinPath(media, name)).toString()
    created.onDidDispose(() => {
      panel = undefined
    })
    webview.onDidReceiveMessage(message => (message.kind === 'ready' ? refresh() : reveal(message.node)))
    webview.html = previewPage({
      script: address('flow-preview.js'),
      style: address('flow-preview.css'),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
    })
  }

  /** Puts the cursor on a node that the user clicked. */
  async function reveal(id: unknown): Promise<void> {
    const client = server.client()
    const node = flow?.nodes.find(node => node.id === id)
    if (client === undefined || node === undefined || flow === undefined) return
    const range = client.protocol2CodeConverter.asRange(node.range)
    const document = await workspace.openTextDocument(Uri.parse(flow.uri))
    const column = window.visibleTextEditors.find(editor => editor.document === document)?.viewColumn
    const options = { selection: new Selection(range.start, range.start), viewColumn: column ?? ViewColumn.One }
    await window.showTextDocument(document, options)
  }

  const subscriptions = [
    window.onDidChangeActiveTextEditor(follow),
    window.onDidChangeTextEditorSelection(({ textEditor }) => follow(textEditor)),
    workspace.onDidChangeTextDocument(({ document }) => (document === shown?.document ? refresh() : undefined)),
  ]
  server.onStart(() => void refresh())

  return {
    async show(uri) {
      const document = uri === undefined ? window.activeTextEditor?.document : await workspace.openTextDocument(uri)
      if (document === undefined || !isScenario(document)) return
      const editor = window.visibleTextEditors.find(editor => editor.document === document)
      if (panel === undefined) open()
      else panel.reveal(undefined, true)
      follow(editor ?? (await window.showTextDocument(document)))
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose()
      panel?.dispose()
    },
  }
}

function isScenario({ uri }: TextDocument): boolean {
  return /\.scenario\.(ya?ml|ts)$/.test(uri.path)
}
