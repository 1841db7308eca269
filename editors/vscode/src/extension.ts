import { commands, type ExtensionContext, Uri, window, workspace } from 'vscode'
import { createFlowPreview } from './flow-preview/preview.ts'
import { createServer } from './server.ts'
import { createTestExplorer } from './test-explorer.ts'

let stop: (() => Promise<void>) | undefined

/** Called by VS Code when a project is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel('Scenewright', { log: true })
  const server = createServer(context, output)
  const preview = createFlowPreview(server, context.extensionUri)
  const explorer = createTestExplorer(server)
  stop = server.stop
  context.subscriptions.push(
    output,
    preview,
    explorer,
    // The command of a lens has an address as text, that of a menu an object.
    commands.registerCommand('scenewright.showFlow', (uri?: string | Uri) =>
      preview.show(typeof uri === 'string' ? Uri.parse(uri) : uri),
    ),
    commands.registerCommand('scenewright.runTests', explorer.run),
    commands.registerCommand('scenewright.showReferences', server.showReferences),
    commands.registerCommand('scenewright.fixAll', () =>
      commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.scenewright', apply: 'first' }),
    ),
    commands.registerCommand('scenewright.restartServer', server.restart),
    commands.registerCommand('scenewright.showOutput', () => output.show()),
    workspace.onDidGrantWorkspaceTrust(server.restart),
    workspace.onDidChangeConfiguration(event =>
      event.affectsConfiguration('scenewright.path') ? server.restart() : undefined,
    ),
  )
  await server.restart()
}

/** Called by VS Code before the window closes. */
export async function deactivate(): Promise<void> {
  await stop?.()
}
