import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '@scenewright/model'
import {
  createProtocolConnection,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-languageserver-protocol/node'
import { createServer } from '../lsp/create-server.ts'
import type { LanguageServer, Studio } from './studio.ts'

type Fields = { readonly [name: string]: unknown }

/**
 * Starts the language server of `lsp --stdio` for the project of a studio, whatever folder the page asks for.
 * `send` gets its messages.
 */
export function startLanguageServer(
  { invocation, options, root, listen }: Studio,
  send: (message: object) => void,
): LanguageServer {
  let take: (message: Message) => void = () => {}
  let isReady = false
  const reader: MessageReader = {
    onError: noEvent,
    onClose: noEvent,
    onPartialMessage: noEvent,
    listen(callback) {
      take = callback
      return { dispose: () => {} }
    },
    dispose: () => {},
  }
  const writer: MessageWriter = {
    onError: noEvent,
    onClose: noEvent,
    write: async message => send(message),
    end: () => {},
    dispose: () => {},
  }
  const server = createServer(invocation, () => createProtocolConnection(reader, writer), {
    ...(options.config !== undefined && { config: options.config }),
    ...(options.cache !== undefined && { cache: options.cache }),
    watchClient: () => {},
    onExit: () => {},
  })
  server.listen()
  const addressOf = (file: string) => pathToFileURL(join(root, file)).href
  const stop = listen(event => {
    if (event.type !== 'changed' || !isReady) return
    const changes = event.files.map(file => ({ uri: addressOf(file), type: 2 }))
    take(toMessage({ method: 'workspace/didChangeWatchedFiles', params: { changes } }))
  })
  return {
    receive(message) {
      const { method, params } = message as Fields
      if (method === 'initialized') isReady = true
      take(toMessage(method === 'initialize' ? { ...message, params: withinRoot(params, addressOf('')) } : message))
    },
    async end() {
      stop()
      await server.end()
    },
  }
}

const noEvent = () => ({ dispose: () => {} })

/** The protocol checks the rest of a message. */
function toMessage(message: object): Message {
  return { ...message, jsonrpc: '2.0' }
}

/** The page may neither choose a folder nor allow custom rules. */
function withinRoot(params: unknown, root: string): object {
  const given = isObject(params) ? params : {}
  return {
    ...given,
    processId: null,
    rootUri: root,
    rootPath: null,
    workspaceFolders: null,
    initializationOptions: { trusted: false },
  }
}
