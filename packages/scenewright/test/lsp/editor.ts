import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import type {
  ClientCapabilities,
  Diagnostic,
  DidChangeWatchedFilesRegistrationOptions,
  InitializeResult,
  Position,
  PublishDiagnosticsParams,
  Range,
  RegistrationParams,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from 'vscode-languageserver-protocol'
import {
  createProtocolConnection,
  ErrorCodes,
  type ProtocolConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { processTerminal } from '../../src/shell/terminal.ts'
import { bin, commandLine } from '../run.ts'

type WorkDone = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd

/** An editor that is connected to `scenewright lsp --stdio`. */
export interface Editor {
  readonly connection: ProtocolConnection
  readonly server: InitializeResult
  /** The folder of the project. */
  readonly folder: string
  uri(file: string): string
  open(file: string, text: string, languageId?: string): Promise<void>
  /** Replaces a range of an open document, or all of it. */
  change(file: string, text: string, range?: Range): Promise<void>
  close(file: string): Promise<void>
  /** Reports a file that has changed on the disk. */
  changedOnDisk(...files: readonly string[]): Promise<void>
  /** The patterns of the files and folders that the server wants to be told about. */
  watched(): readonly string[]
  /** The last diagnostics of a file that the server has published. */
  diagnostics(file: string): readonly Diagnostic[]
  /** Resolves when the diagnostics of a file are as wanted. */
  whenPublished(file: string, isWanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<void>
  /** Resolves when work that shows this text has ended, the next time from this call on: with whether it began after it. */
  whenWorkEnds(text: string): Promise<boolean>
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the shape of the answer that they look at
  request(method: string, params?: object): Promise<any>
  /** The same, at a position of a document. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the shape of the answer that they look at
  requestAt(method: string, file: string, position: Position, params?: object): Promise<any>
}

interface EditorOptions {
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
  readonly capabilities?: ClientCapabilities
  /** The open folders, if they are others than the one of the project. */
  readonly folders?: readonly string[]
  readonly initializationOptions?: object
  /** Whether the server runs in a process of its own. */
  readonly isOwnProcess?: true
  /** Whether it answers every request of the server with an error. */
  readonly refuses?: true
}

/** Connects an editor with the built command line. */
export async function editorAt(options: EditorOptions): Promise<Editor> {
  const cwd = realpathSync(options.cwd)
  const { input, output } = options.isOwnProcess ? inOwnProcess(cwd, options) : inThisProcess(cwd, options)
  const connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input))
  const published = new Map<string, readonly Diagnostic[]>()
  const waiting = new Set<() => void>()
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
    published.set(uri, diagnostics)
    for (const check of [...waiting]) check()
  })
  const shownWork = new Map<unknown, string>()
  /** The number of each work, in the order in which they began. */
  const begunWork = new Map<unknown, number>()
  const waitingForWork = new Map<string, ((work: number) => void)[]>()
  const answer = () => (options.refuses ? new ResponseError(ErrorCodes.MethodNotFound, 'refused') : null)
  connection.onRequest('window/workDoneProgress/create', ({ token }: { readonly token: unknown }) => {
    begunWork.set(token, begunWork.size)
    return answer()
  })
  connection.onNotification('$/progress', ({ token, value }: { readonly token: unknown; readonly value: WorkDone }) => {
    const text = shownWork.get(token) ?? ''
    if (value.kind !== 'end') shownWork.set(token, value.message ?? text)
    if (value.kind !== 'end' || !shownWork.delete(token)) return
    for (const resolve of waitingForWork.get(text) ?? []) resolve(begunWork.get(token) ?? 0)
    waitingForWork.delete(text)
  })
  const globs: string[] = []
  connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
    const watched = registrations.map(each => each.registerOptions as DidChangeWatchedFilesRegistrationOptions)
    globs.push(...watched.flatMap(({ watchers }) => watchers.map(({ globPattern }) => String(globPattern))))
    return answer()
  })
  connection.onRequest('workspace/diagnostic/refresh', answer)
  connection.onRequest('workspace/inlayHint/refresh', answer)
  connection.listen()
  const server = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(options.folders?.[0] ?? cwd).href,
    ...(options.folders && {
      workspaceFolders: options.folders.map(folder => ({ uri: pathToFileURL(folder).href, name: folder })),
    }),
    capabilities: options.capabilities ?? {},
    ...(options.initializationOptions && { initializationOptions: options.initializationOptions }),
  })
  await connection.sendNotification('initialized', {})
  onTestFinished(() => connection.dispose())
  const uri = (file: string) => pathToFileURL(join(cwd, file)).href
  const textDocument = (file: string) => ({ uri: uri(file) })
  const diagnostics = (file: string) => published.get(uri(file)) ?? []
  let version = 1
  return {
    connection,
    server,
    folder: cwd,
    uri,
    watched: () => globs,
    diagnostics,
    open: (file, text, languageId = 'scenewright') =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(file), languageId, version: 1, text },
      }),
    change(file, text, range) {
      version += 1
      return connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uri(file), version },
        contentChanges: [{ text, ...(range && { range }) }],
      })
    },
    close: file => connection.sendNotification('textDocument/didClose', { textDocument: textDocument(file) }),
    changedOnDisk: (...files) =>
      connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: files.map(file => ({ uri: uri(file), type: 2 })),
      }),
    whenPublished: (file, isWanted) =>
      new Promise(resolve => {
        const check = () => {
          if (!isWanted(diagnostics(file))) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    whenWorkEnds(text) {
      const before = begunWork.size
      return new Promise(resolve => {
        const end = (work: number) => resolve(work >= before)
        waitingForWork.set(text, [...(waitingForWork.get(text) ?? []), end])
      })
    },
    request: (method, params) => connection.sendRequest(method, params),
    requestAt: (method, file, position, params = {}) =>
      connection.sendRequest(method, { textDocument: textDocument(file), position, ...params }),
  }
}

/** The position of the nth occurrence of some words in a text, at an offset into it. */
export function positionOf(text: string, words: string, { nth = 1, offset = 0 } = {}): Position {
  let at = -1
  for (let count = 0; count < nth; count += 1) at = text.indexOf(words, at + 1)
  expect(at, words).not.toBe(-1)
  const before = text.slice(0, at + offset).split('\n')
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
}

interface Streams {
  /** What the server reads. */
  readonly input: Writable
  /** What it writes. */
  readonly output: NodeJS.ReadableStream
}

function inThisProcess(cwd: string, { args = [], env = {} }: EditorOptions): Streams {
  const input = new PassThrough()
  const output = new PassThrough()
  const errors: string[] = []
  const streams = {
    stdout: { write: (text: string) => output.write(text) },
    stderr: { write: (text: string) => errors.push(text) },
    stdin: {},
  }
  const ended = commandLine.run(['lsp', '--stdio', ...args], {
    terminal: processTerminal(streams, env),
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    signal: new AbortController().signal,
    stdin: () => input,
    pause: async () => {},
  })
  onTestFinished(async () => {
    input.end()
    expect(await ended).toBe(0)
    expect(errors).toEqual([])
  })
  return { input, output }
}

function inOwnProcess(cwd: string, options: EditorOptions): Streams {
  const { child } = serverProcess(cwd, options)
  return { input: child.stdin, output: child.stdout }
}

/** Starts the server in a process of its own, which ends with the test. */
export function serverProcess(
  cwd: string,
  { args = [], env = {} }: Pick<EditorOptions, 'args' | 'env'> = {},
): { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<unknown[]>; stderr(): string } {
  const child = spawn(bin, ['lsp', '--stdio', ...args], { cwd, env: { PATH: process.env.PATH ?? '', ...env } })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'close'), stderr: () => stderr }
}
