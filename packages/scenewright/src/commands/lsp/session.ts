import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Edit, Place, Position } from '@scenewright/model'
import type { CompiledSource } from '@scenewright/model/compilation'
import { statsAt } from '@scenewright/model/file-access'
import { isAtOrBelow, withForwardSlashes } from '@scenewright/model/system'
import type { LiveProject } from '@scenewright/workspace/live'
import type {
  ClientCapabilities,
  Position as ClientPosition,
  Connection,
  InitializeParams,
  Location,
  Range,
  TextDocumentPositionParams,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Invocation, SharedOptions } from '../../shell/command.ts'
import { containedPath, realRoot } from '../../shell/contained-path.ts'
import { createPositions, type Encoding, type Positions, sameLines } from './positions.ts'

/** The state that the features of a server share. */
export interface Session {
  readonly connection: Connection
  /** The environment of the project: it has no output, and no variables of the toolkit. */
  readonly invocation: Invocation
  /** The client, once it has introduced itself. */
  client(): Client
  /**
   * Resolves with the project when it is open and all changes that the client has sent are taken over. Undefined if it
   * cannot be opened, which the client was then informed of.
   */
  live(): Promise<LiveProject | undefined>
  /** Takes over changes of the disk before the next `live`, if the client reports none. */
  lookAtDisk(): void
  /** The options of the project for reading it once more. */
  readonly options: Pick<SharedOptions, 'config' | 'cache'>
  /** The texts of the open documents of the project. */
  openTexts(live: LiveProject): ReadonlyMap<string, string>
  /** The open document at an address. */
  document(uri: string): TextDocument | undefined
  /** The name of a file in the project, relative to its root; undefined for anything outside of it. */
  fileOf(live: LiveProject, uri: string): string | undefined
  /** The same also for what is reached through a link to the outside, and must not be read. */
  nameOf(live: LiveProject, uri: string): string | undefined
  /** The address of a file of the project, as the client writes it if it is open. */
  uriOf(live: LiveProject, file: string): string
  /** The range of a place for the client. */
  range(live: LiveProject, place: Place): Range
  location(live: LiveProject, place: Place): Location
  /** A client's position in a file, in the text that the client has open. */
  position(live: LiveProject, file: string, position: ClientPosition): Position
  /** Edits of one file or several, for the client. */
  workspaceEdit(live: LiveProject, edits: readonly Edit[]): WorkspaceEdit
  /** The source that a request is about; undefined if it is none, or none that this server serves. */
  source(request: Pick<TextDocumentPositionParams, 'textDocument'>): Promise<OpenSource | undefined>
  /** The same, and the position in it. */
  sourceAt(request: TextDocumentPositionParams): Promise<(OpenSource & { readonly position: Position }) | undefined>
  /** Calls `listener` whenever the findings of the project may have changed. */
  onFindings(listener: SessionListeners['findings'][number]): void
  /** Calls `listener` when the config or another file of the project becomes unusable, and when it is usable again. */
  onFaults(listener: SessionListeners['faults'][number]): void
}

/** What the features have asked to be called for. */
export interface SessionListeners {
  readonly findings: ((live: LiveProject) => void)[]
  readonly faults: ((faults: readonly ProjectFault[]) => void)[]
}

/** Why the config or another file of the project is unusable, at its place for the client. */
export interface ProjectFault {
  readonly uri: string
  readonly range: Range
  readonly message: string
}

/** A source that a request is about. */
export interface OpenSource {
  readonly live: LiveProject
  /** Relative to the root. */
  readonly file: string
  readonly source: CompiledSource
}

/** What a client has said about itself. */
export interface Client {
  readonly capabilities: ClientCapabilities
  readonly encoding: Encoding
  /** The folder that it works in; undefined for the one that the server was started in. */
  readonly folder: string | undefined
  /** Whether the user trusts the project to run its own rules, which are code. */
  readonly isTrusted: boolean
  /** Whether the user wants a hint at each example with its confidence when left out. */
  readonly wantsConfidences: boolean
}

/** What a session is made of: its own parts change while the server runs. */
export interface SessionParts
  extends Pick<Session, 'connection' | 'invocation' | 'options' | 'client' | 'live' | 'lookAtDisk' | 'document'> {
  /** The addresses of all open documents; another list after one was opened or closed. */
  openUris(): readonly string[]
  readonly listeners: SessionListeners
}

export function createSession({ openUris, listeners, ...parts }: SessionParts): Session {
  const positionsIn = (text: string) => createPositions(text, parts.client().encoding)
  /** Most texts need not be read: findings and tests may be in thousands of files. */
  const positionsOf = (live: LiveProject, file: string): Positions =>
    parts.client().encoding === 'utf-16' && !live.mayHaveLoneReturn(file) ? sameLines : positionsIn(live.text(file))
  let open: { readonly uris: readonly string[]; readonly byFile: ReadonlyMap<string, string> } | undefined
  /** The addresses of the open documents by their files: finding the file of an address reads the disk. */
  const openByFile = ({ project: { root } }: LiveProject) => {
    const uris = openUris()
    if (open?.uris !== uris) {
      const files = uris.map(uri => [fileBelow(root, uri), uri] as const)
      open = { uris, byFile: new Map(files.flatMap(([file, uri]) => (file === undefined ? [] : [[file, uri]]))) }
    }
    return open.byFile
  }
  const session: Session = {
    ...parts,
    fileOf: (live, uri) => fileBelow(live.project.root, uri),
    nameOf: (live, uri) => nameBelow(live.project.root, uri),
    uriOf: (live, file) => openByFile(live).get(file) ?? pathToFileURL(join(live.project.root, file)).href,
    openTexts(live) {
      const texts = Array.from(openByFile(live), ([file, uri]) => [file, parts.document(uri)?.getText()] as const)
      return new Map(texts.flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])))
    },
    range: (live, { file, range }) => positionsOf(live, file).toClient(range),
    location: (live, place) => ({ uri: session.uriOf(live, place.file), range: session.range(live, place) }),
    position(live, file, position) {
      const uri = openByFile(live).get(file)
      const document = uri === undefined ? undefined : parts.document(uri)
      return positionsIn(document?.getText() ?? live.text(file)).fromClient(position)
    },
    workspaceEdit(live, edits) {
      const changes: Record<string, TextEdit[]> = {}
      for (const { file, range, text } of edits) {
        const uri = session.uriOf(live, file)
        changes[uri] ??= []
        changes[uri].push({ range: session.range(live, { file, range }), newText: text })
      }
      return { changes }
    },
    async source({ textDocument: { uri } }) {
      const live = await session.live()
      const file = live && session.fileOf(live, uri)
      if (live === undefined || file === undefined) return undefined
      const source = await live.compiled(file)
      return source && { live, file, source }
    },
    async sourceAt(request) {
      const found = await session.source(request)
      if (found === undefined) return undefined
      const { live, file } = found
      return { ...found, position: session.position(live, file, request.position) }
    },
    onFindings: listener => void listeners.findings.push(listener),
    onFaults: listener => void listeners.faults.push(listener),
  }
  return session
}

/** The folder that a client works in: the first one with a config, or else the first one. */
export function projectFolder({ workspaceFolders, rootUri }: InitializeParams): string | undefined {
  const uris = [...(workspaceFolders ?? []).map(({ uri }) => uri), rootUri]
  const folders = uris.flatMap(uri => (typeof uri === 'string' ? (pathOf(uri) ?? []) : []))
  return folders.find(folder => statsAt(join(folder, 'scenewright.config.yaml'))?.isFile()) ?? folders[0]
}

/** The path of an address; undefined if it is not that of a file. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    return undefined
  }
}

function fileBelow(root: string, uri: string): string | undefined {
  const name = nameBelow(root, uri)
  return name === undefined || containedPath(root, name) === undefined ? undefined : name
}

function nameBelow(root: string, uri: string): string | undefined {
  const path = pathOf(uri)
  if (path === undefined) return undefined
  // The client may reach the same folder through a link.
  const base = isAtOrBelow(path, root) ? root : realRoot(root)
  return isAtOrBelow(path, base) ? withForwardSlashes(relative(base, path)) : undefined
}
