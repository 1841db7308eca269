import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { commands, type ExtensionContext, type LogOutputChannel, window, workspace } from 'vscode'
import { CloseAction, ErrorAction, LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node'
import { chooseServer, type ServerChoice, serverEnvironment } from './choose-server.ts'

/** The running language server. It is another process after each restart. */
export interface Server {
  /** The client of the running server; undefined while none runs. */
  readonly client: () => LanguageClient | undefined
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Called with each client that has started. */
  readonly onStart: (listener: (client: LanguageClient) => void) => void
}

/** The files that the server knows. Those of the config and of tests keep the language that they have. */
const documentSelector = [
  { scheme: 'file', language: 'scenewright' },
  ...['*.scenario.{yaml,yml,ts}', '*.test.{yaml,yml}', 'scenewright.config.yaml', 'scenewright.accepted.json'].map(
    name => ({ scheme: 'file', pattern: `**/${name}` }),
  ),
]

/** Prepares a server for this window. It runs after the first `restart`. */
export function createServer({ extensionPath }: ExtensionContext, output: LogOutputChannel): Server {
  const listeners: ((client: LanguageClient) => void)[] = []
  let current: LanguageClient | undefined
  // One start or stop at a time, in the order of the calls.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work, work)
    return last
  }

  async function stop(): Promise<void> {
    const stopped = current
    current = undefined
    await commands.executeCommand('setContext', 'scenewright.isRunning', false)
    await stopped?.dispose()
  }

  async function start(): Promise<void> {
    const choice = chooseServer({
      isTrusted: workspace.isTrusted,
      path: workspace.getConfiguration('scenewright').get('path', ''),
      folders: (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      bundled: `${extensionPath}/server/bin/scenewright.cjs`,
      exists: existsSync,
    })
    output.info(`starting the ${choice.origin} server: ${choice.file}`)
    const client = new LanguageClient('scenewright', 'Scenewright', () => run(choice), clientOptions(output))
    try {
      await client.start()
    } catch (error) {
      await report(choice, error)
      return
    }
    current = client
    await commands.executeCommand('setContext', 'scenewright.isRunning', true)
    for (const listener of listeners) listener(client)
  }

  async function report({ origin, file }: ServerChoice, error: unknown): Promise<void> {
    output.error(error instanceof Error ? error : String(error))
    const cause = origin === 'setting' ? `scenewright.path names ${file}` : file
    const answer = await window.showErrorMessage(`The Scenewright server did not start: ${cause}`, 'Show Output')
    if (answer !== undefined) output.show()
  }

  return {
    client: () => current,
    restart: () =>
      inTurn(async () => {
        await stop()
        await start()
      }),
    stop: () => inTurn(stop),
    onStart: listener => {
      listeners.push(listener)
    },
  }
}

/** A script runs in the Node that runs this extension, so that no other is needed. */
async function run({ file, isScript }: ServerChoice) {
  const args = ['lsp', '--stdio']
  const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath
  const env = serverEnvironment(process.env, workspace.isTrusted)
  if (!isScript) return spawn(file, args, { cwd, env })
  return spawn(process.execPath, [file, ...args], { cwd, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } })
}

function clientOptions(output: LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector,
    outputChannel: output,
    synchronize: { configurationSection: 'scenewright' },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue }),
      // A server that ends at once would end again: the user restarts it, after a look at the output.
      closed: () => ({
        action: CloseAction.DoNotRestart,
        message: 'The Scenewright server ended. Run the command "Scenewright: Restart Server".',
      }),
    },
  }
}
