import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type CancellationToken,
  commands,
  type ExtensionContext,
  type LogOutputChannel,
  Uri,
  window,
  workspace,
} from 'vscode'
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Location,
  type Position,
  type RequestType,
  State,
} from 'vscode-languageclient/node'
import { chooseProject, chooseServer, type ServerChoice, serverEnvironment } from './choose-server.ts'

/** The running language server. It is another process after each restart. */
export interface Server {
  /** The client of the running server; undefined while none runs. */
  readonly client: () => LanguageClient | undefined
  /**
   * Sends a request. Undefined without a server, or if it cannot answer, which the output then says: the toolkit of a
   * project may be older than this extension.
   */
  readonly ask: <Params, Result>(
    request: RequestType<Params, Result, void>,
    params: Params,
    token?: CancellationToken,
  ) => Promise<Result | undefined>
  /** Shows places that a lens of the server names. */
  readonly showReferences: (uri: string, position: Position, locations: readonly Location[]) => Promise<void>
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
  /** The listener is called after each start. */
  readonly onStart: (listener: () => void) => void
}

/**
 * All files that the server edits: it knows the unsaved text of no others. Those of the config and of tests keep the
 * language that they have.
 */
const documentSelector = [
  { scheme: 'file', language: 'scenewright' },
  ...['*.{scenario,test}.{yaml,yml,ts}', 'scenewright.config.yaml', 'scenewright.accepted.json'].map(name => ({
    scheme: 'file',
    pattern: `**/${name}`,
  })),
]

/** Prepares a server for this window. It runs after the first `restart`. */
export function createServer({ extensionPath }: ExtensionContext, output: LogOutputChannel): Server {
  const listeners: (() => void)[] = []
  let current: LanguageClient | undefined
  // One start or stop at a time, in the order of the calls.
  let last: Promise<void> = Promise.resolve()
  const queue = (work: () => Promise<void>) => {
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
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)
    const configs = await workspace.findFiles('**/scenewright.config.yaml', '**/node_modules/**')
    const project = chooseProject(
      folders,
      configs.map(({ fsPath }) => fsPath),
    )
    const choice = chooseServer({
      isTrusted: workspace.isTrusted,
      path: workspace.getConfiguration('scenewright').get('path', ''),
      folders: project === undefined ? folders : [project, ...folders],
      bundled: join(extensionPath, 'server/bin/scenewright.cjs'),
      exists: existsSync,
    })
    output.info(`starting the ${choice.origin} server for ${project}: ${choice.file}`)
    const options = clientOptions(output, project)
    const client = new LanguageClient('scenewright', 'Scenewright', () => run(choice, project), options)
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Stopped) return
      void queue(async () => {
        if (current === client) await stop()
      })
    })
    try {
      await client.start()
    } catch (error) {
      // Nothing waits for the user, who may restart the server before the message is closed.
      void report(choice, error)
      return
    }
    current = client
    await commands.executeCommand('setContext', 'scenewright.isRunning', true)
    for (const listener of listeners) listener()
  }

  async function report({ origin, file }: ServerChoice, error: unknown): Promise<void> {
    output.error(error instanceof Error ? error : String(error))
    const cause = origin === 'setting' ? `scenewright.path names ${file}` : file
    const answer = await window.showErrorMessage(`The Scenewright server did not start: ${cause}`, 'Show Output')
    if (answer !== undefined) output.show()
  }

  return {
    client: () => current,
    async ask<Params, Result>(request: RequestType<Params, Result, void>, params: Params, token?: CancellationToken) {
      try {
        return await current?.sendRequest<Result>(request.method, params, token)
      } catch (error) {
        if (!token?.isCancellationRequested) output.warn(`${request.method}: ${String(error)}`)
        return undefined
      }
    },
    async showReferences(uri, position, locations) {
      const convert = current?.protocol2CodeConverter
      if (convert === undefined) return
      const places = locations.map(convert.asLocation)
      await commands.executeCommand(
        'editor.action.showReferences',
        Uri.parse(uri),
        convert.asPosition(position),
        places,
      )
    },
    restart: () =>
      queue(async () => {
        await stop()
        await start()
      }),
    stop: () => queue(stop),
    onStart: listener => {
      listeners.push(listener)
    },
  }
}

/** A script runs in the Node that runs this extension, so that no other is needed. */
async function run({ file, isScript }: ServerChoice, cwd: string | undefined): Promise<ChildProcess> {
  const args = ['lsp', '--stdio']
  const env = serverEnvironment(process.env, workspace.isTrusted)
  const child = isScript
    ? spawn(process.execPath, [file, ...args], { cwd, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } })
    : spawn(file, args, { cwd, env })
  // Rejects if there is no such program.
  await once(child, 'spawn')
  return child
}

function clientOptions(output: LogOutputChannel, project: string | undefined): LanguageClientOptions {
  return {
    // The server serves one project.
    ...(project !== undefined && {
      workspaceFolder: { uri: Uri.file(project), name: basename(project), index: 0 },
    }),
    // A server runs the custom rules of a project only where the user trusts it.
    initializationOptions: { trusted: workspace.isTrusted },
    documentSelector,
    outputChannel: output,
    // Reported once, by the start itself.
    initializationFailedHandler: () => false,
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
