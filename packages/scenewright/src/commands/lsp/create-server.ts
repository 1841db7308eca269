import { basename, join, normalize, resolve } from 'node:path'
import { type Project, readProjectText } from '@scenewright/compiler'
import { namedFolders } from '@scenewright/compiler/source-reader'
import { statsAt } from '@scenewright/model/file-access'
import { withForwardSlashes } from '@scenewright/model/system'
import { openConfig } from '@scenewright/workspace'
import { type FileChange, type LiveProject, openLive } from '@scenewright/workspace/live'
import {
  type ClientCapabilities,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
  type InitializeParams,
  ProposedFeatures,
  type ProtocolConnection,
  type ServerCapabilities,
  TextDocumentSyncKind,
  WatchKind,
} from 'vscode-languageserver'
import type { Invocation, SharedOptions } from '../../shell/command.ts'
import { version } from '../../shell/installation.ts'
import { createDiskStates } from './disk-states.ts'
import { arrivedChanges, createDocuments } from './documents.ts'
import { createFaults } from './faults.ts'
import { features } from './features/index.ts'
import { createProgress } from './progress.ts'
import { answeringByProtocol } from './requests.ts'
import { type Client, createSession, pathOf, projectFolder, type SessionListeners } from './session.ts'

/** The server, and its end. */
export interface Server {
  listen(): void
  /** Ends the project. The connection is already closed, or is not used any more. */
  end(): Promise<void>
}

interface ServerOptions extends Pick<SharedOptions, 'config' | 'cache'> {
  /** Watches the process of the client from now on. */
  readonly watchClient: (pid: number) => void
  /** Called when the client has asked the server to end. */
  readonly onExit: (code: number) => void
}

/** Creates a language server for the project of the client's folder. `connect` opens the protocol. */
export function createServer(
  invocation: Invocation,
  connect: () => ProtocolConnection,
  { watchClient, onExit, ...options }: ServerOptions,
): Server {
  const watchDog = {
    shutdownReceived: false,
    initialize: ({ processId }: InitializeParams) => {
      if (typeof processId === 'number') watchClient(processId)
    },
    exit: onExit,
  }
  let isClosed = false
  const connected = (): ProtocolConnection => {
    const protocol = connect()
    protocol.onClose(() => {
      isClosed = true
    })
    return answeringByProtocol(protocol)
  }
  const connection: Connection = createConnection(connected, watchDog, ProposedFeatures.all)
  let client: Client = {
    capabilities: {},
    encoding: 'utf-16',
    folder: undefined,
    isTrusted: false,
    wantsConfidences: false,
  }
  let opened: Promise<LiveProject | undefined> = Promise.resolve(undefined)
  const documents = createDocuments(() => client.encoding)
  let openUris: readonly string[] = []
  /** The content of the config that the project was opened with. */
  let openedWith = ''
  let configChanges = 0
  /** Until the project is open: the disk is read anyway. */
  let isOpening = true
  const listeners: SessionListeners = { findings: [], faults: [] }
  const session = createSession({
    connection,
    invocation,
    options,
    client: () => client,
    document: uri => documents.get(uri),
    openUris: () => openUris,
    listeners,
    lookAtDisk: () => lookAtDisk(),
    async live() {
      const live = await opened
      await live?.ready()
      return live
    },
  })

  const showProgress = createProgress(connection)
  const documentAt = (path: string) => documents.all().find(({ uri }) => pathOf(uri) === path)
  const faults = createFaults({
    connection,
    encoding: () => client.encoding,
    isClosed: () => isClosed,
    documentAt,
    listeners: listeners.faults,
  })
  const host = () => ({ ...invocation, cwd: client.folder ?? invocation.cwd, showProgress })
  const openText = (path: string) => documentAt(path)?.getText()
  const readConfig = () => openConfig(host(), { ...options, openText })
  /** Which config a project has, and its present text. */
  const contentOf = ({ root, configFile }: Project): string => {
    if (configFile === null) return JSON.stringify([root])
    return JSON.stringify([root, configFile, openText(join(root, configFile)) ?? readProjectText(root, configFile)])
  }

  /** Opens the project, with the texts of the documents that are open. */
  const open = async (): Promise<LiveProject | undefined> => {
    showProgress('opening the project …')
    isOpening = true
    try {
      // Read before the project is opened: what changes while that takes its time is a change.
      const project = await readConfig()
      const content = contentOf(project)
      if (!reportsFiles(client)) disk.remember(project)
      const live: LiveProject = await openLive(host(), {
        ...options,
        openText,
        allowCustomRules: client.isTrusted,
        onFindings: () => notify(),
        onError: faults.report,
      })
      const texts = documents.all().flatMap(({ uri }) => changeOf(live, uri) ?? [])
      await live.change(texts)
      faults.forget()
      openedWith = content
      watchFolders(live)
      return live
    } catch (error) {
      faults.report(error)
      return undefined
    } finally {
      isOpening = false
      showProgress('')
    }
  }
  const disk = createDiskStates()
  let watchedFolders = ''
  let watch: Promise<Disposable | undefined> | undefined
  /** Watches the folders of sources: an editor reports one that is moved or removed without the files in it. */
  const watchFolders = ({ project }: LiveProject): void => {
    const globs = namedFolders(project.config).flatMap(folder =>
      folder === '.' ? ['**/*'] : [`**/${folder}`, `**/${folder}/**`],
    )
    if (globs.join() === watchedFolders) return
    watchedFolders = globs.join()
    void watch?.then(before => before?.dispose())
    const kind = WatchKind.Create | WatchKind.Delete
    const watchers = globs.map(globPattern => ({ globPattern, kind }))
    watch = watchFiles(connection, client, watchers)
  }
  const notify = (): void => {
    const listen = (live: LiveProject | undefined) => {
      if (live === undefined || isClosed) return
      faults.follow(live)
      for (const listener of listeners.findings) listener(live)
    }
    void opened.then(listen).catch(faults.report)
  }
  /**
   * Works on the project after all earlier work, unless the server has ended. An error is reported, and the project
   * stays as it was.
   */
  const next = (work: (live: LiveProject | undefined) => Promise<LiveProject | undefined>): void => {
    if (isClosed) return
    opened = opened.then(live =>
      work(live).catch(error => {
        faults.report(error)
        return live
      }),
    )
  }
  const openAnew = async (live: LiveProject | undefined): Promise<LiveProject | undefined> => {
    // Until the project is open, every state of the config counts as a change.
    openedWith = ''
    await readConfig()
    await live?.end()
    return open()
  }
  /** Opens the project anew if its config has changed. With an unusable one, it stays as it was. */
  const followConfig = async (live: LiveProject | undefined): Promise<LiveProject | undefined> => {
    const content = contentOf(await readConfig())
    if (live === undefined || content !== openedWith) return openAnew(live)
    faults.forget()
    return live
  }
  const configChanged = (): void => {
    configChanges += 1
    const own = configChanges
    // Of several keys in a row, only the last one counts.
    next(async live => (own === configChanges ? followConfig(live) : live))
    notify()
  }

  const changeOf = (live: LiveProject, uri: string): FileChange | undefined => {
    const file = session.nameOf(live, uri)
    const document = session.fileOf(live, uri) === undefined ? undefined : documents.get(uri)
    return file === undefined ? undefined : { file, ...(document && { text: document.getText() }) }
  }
  /** The config that the command line names, instead of the one with the usual name. */
  const namedConfig = (): string | undefined =>
    options.config === undefined ? undefined : resolve(client.folder ?? invocation.cwd, options.config)
  const isConfig = (uri: string): boolean => {
    const path = pathOf(uri)
    return path !== undefined && (basename(path) === 'scenewright.config.yaml' || path === namedConfig())
  }
  const isOfRules = (live: LiveProject, uri: string): boolean => {
    const { custom_rules: module } = live.project.config
    return (
      client.isTrusted && module !== undefined && session.fileOf(live, uri) === withForwardSlashes(normalize(module))
    )
  }
  /** Whether a change may be one of sources: of a file that they can be or read, or of a folder, that is there or was. */
  const isOfProject = (live: LiveProject, uri: string): boolean => {
    if (/\.(?:ya?ml|ts|json)$/i.test(uri)) return true
    const path = pathOf(uri)
    if (path !== undefined && statsAt(path)?.isDirectory()) return true
    const folder = `${session.nameOf(live, uri)}/`
    return live
      .reports()
      .some(({ file, dependencies = [] }) => [file, ...dependencies].some(name => name.startsWith(folder)))
  }
  const follow = async (before: LiveProject | undefined, uris: readonly string[]): Promise<LiveProject | undefined> => {
    // Another file, such as a folder of sources, may make the project or its config usable.
    const live = faults.isShown() ? await followConfig(before).catch(() => before) : (before ?? (await open()))
    if (live !== before || live === undefined) return live
    if (uris.some(uri => isOfRules(live, uri))) {
      notify()
      return openAnew(live)
    }
    const changes = uris.filter(uri => isOfProject(live, uri)).flatMap(uri => changeOf(live, uri) ?? [])
    if (changes.length > 0) await live.change(changes)
    return live
  }
  const changed = (uri: string): void => {
    if (isConfig(uri)) configChanged()
    else next(before => arrivedChanges(documents, uri).then(() => follow(before, [uri])))
  }
  /** The config and the baseline first: if they change nothing, or are unusable, the other changes still count. */
  const followDisk = async (before: LiveProject | undefined, uris: readonly string[]) => {
    let live = before
    try {
      if (uris.some(isBaseline)) live = await openAnew(before)
      else if (uris.some(isConfig)) live = await followConfig(before)
    } catch (error) {
      faults.report(error)
    }
    if (live !== before) return live
    const closed = uris.filter(uri => documents.get(uri) === undefined)
    return follow(before, closed)
  }
  const changedOnDisk = (uris: readonly string[]): void => {
    next(live => followDisk(live, uris))
    notify()
  }
  let willLook = false
  const lookAtDisk = (): void => {
    if (reportsFiles(client) || willLook || isOpening) return
    willLook = true
    next(async live => {
      willLook = false
      const files = live === undefined ? [] : disk.changes(live)
      if (live === undefined || files.length === 0) return live
      notify()
      return followDisk(
        live,
        files.map(file => session.uriOf(live, file)),
      )
    })
  }

  connection.onInitialize(params => {
    client = readClient(params)
    return {
      capabilities: {
        ...announced(client.capabilities),
        positionEncoding: client.encoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      },
      serverInfo: { name: 'scenewright', version },
    }
  })
  connection.onInitialized(() => {
    next(openAnew)
    notify()
    void watchFiles(connection, client, watchedFiles(client, namedConfig()))
  })
  connection.onDidChangeConfiguration(({ settings }) => {
    client = { ...client, wantsConfidences: isSet(settings, ['scenewright', ...confidenceSetting]) }
    // Any client may refuse.
    if (client.capabilities.workspace?.inlayHint?.refreshSupport) {
      connection.languages.inlayHint.refresh().catch(() => {})
    }
  })
  connection.onDidChangeWatchedFiles(({ changes }) => {
    changedOnDisk(changes.map(({ uri }) => uri))
  })
  documents.onDidChangeContent(({ document: { uri } }) => changed(uri))
  documents.onDidOpen(() => {
    openUris = documents.keys()
    lookAtDisk()
  })
  documents.onDidClose(({ document: { uri } }) => {
    openUris = documents.keys()
    changed(uri)
  })
  documents.onDidSave(({ document: { uri } }) => {
    if (isConfig(uri)) configChanged()
    lookAtDisk()
  })
  for (const feature of features) feature.register(session)
  documents.listen(connection)
  return {
    listen: () => connection.listen(),
    async end() {
      isClosed = true
      await (await opened)?.end()
    },
  }
}

function readClient(params: InitializeParams): Client {
  const { capabilities, initializationOptions } = params
  return {
    capabilities,
    encoding: capabilities.general?.positionEncodings?.[0] === 'utf-8' ? 'utf-8' : 'utf-16',
    folder: projectFolder(params),
    isTrusted: isSet(initializationOptions, ['trusted']),
    wantsConfidences: isSet(initializationOptions, confidenceSetting),
  }
}

const confidenceSetting = ['inlayHints', 'exampleConfidence']

/** Whether a setting is true in the settings of a client. */
function isSet(settings: unknown, path: readonly string[]): boolean {
  let value = settings
  for (const name of path) {
    // Any client may send anything.
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  }
  return value === true
}

/** The capabilities of all features. */
function announced(client: ClientCapabilities): ServerCapabilities {
  let all: ServerCapabilities = {}
  for (const feature of features) {
    const own = feature.capabilities(client)
    all = { ...all, ...own, workspace: { ...all.workspace, ...own.workspace } }
  }
  return all
}

function isBaseline(uri: string): boolean {
  return uri.endsWith('/scenewright.baseline.json')
}

/** Whether the client reports changes on the disk. */
function reportsFiles({ capabilities }: Client): boolean {
  return capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true
}

function watchedFiles({ isTrusted }: Client, config: string | undefined): readonly FileSystemWatcher[] {
  const globs = [
    '**/*.{scenario,test}.{yaml,yml,ts}',
    '**/*.ts',
    '**/scenewright.{config.yaml,baseline.json,accepted.json}',
    ...(config === undefined ? [] : [`**/${basename(config)}`]),
    // Custom rules.
    ...(isTrusted ? ['**/*.{js,cjs,mjs}'] : []),
  ]
  return globs.map(globPattern => ({ globPattern }))
}

/** Asks the client to report changes on the disk, if it can. Any client may refuse. */
async function watchFiles(
  connection: Connection,
  client: Client,
  watchers: readonly FileSystemWatcher[],
): Promise<Disposable | undefined> {
  if (!reportsFiles(client)) return undefined
  try {
    return await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [...watchers] })
  } catch {
    return undefined
  }
}
