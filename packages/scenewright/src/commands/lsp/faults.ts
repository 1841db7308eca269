import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readProjectText } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { LiveProject } from '@scenewright/workspace/live'
import type { Connection } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { createPositions, type Encoding } from './positions.ts'
import type { ProjectFault, SessionListeners } from './session.ts'

/** Reports errors that are not findings: an unusable config, baseline or module of custom rules. */
export interface Faults {
  /** Reports an error once, and an unusable config at its place too. */
  report(error: unknown): void
  /** The config is usable. */
  forget(): void
  /** Whether the present config is unusable, at a place that is shown. */
  isShown(): boolean
  /** Shows what an open project goes on without. */
  follow(live: LiveProject): void
}

interface Parts {
  readonly connection: Connection
  encoding(): Encoding
  isClosed(): boolean
  /** The open document of a file. */
  documentAt(path: string): TextDocument | undefined
  readonly listeners: SessionListeners['faults']
}

/** An error whose place the user has open is shown only there, any other as a message too. */
export function createFaults({ connection, encoding, isClosed, documentAt, listeners }: Parts): Faults {
  let ofConfig: readonly ProjectFault[] = []
  let ofProject: readonly ProjectFault[] = []
  /** The last message about the config. */
  let reported = ''
  /** The messages about the open project. */
  let followed: readonly string[] = []
  const send = (): void => {
    for (const listener of listeners) listener([...ofConfig, ...ofProject])
  }
  const tell = (error: unknown, message: string): void => {
    connection.console.error(message)
    const path = error instanceof OperationError ? error.place?.path : undefined
    const isAtPlace = path !== undefined && documentAt(path) !== undefined
    if (!isAtPlace) void connection.sendNotification('window/showMessage', { type: 1, message })
  }
  const placed = (error: unknown): readonly ProjectFault[] => {
    if (!(error instanceof OperationError) || error.place === undefined) return []
    const { path, range, fault } = error.place
    const document = documentAt(path)
    const text = document?.getText() ?? readProjectText(dirname(path), basename(path))
    const uri = document?.uri ?? pathToFileURL(path).href
    const message = error.help === undefined ? fault : `${fault}\n${error.help}`
    return [{ uri, range: createPositions(text, encoding()).toClient(range), message }]
  }
  return {
    report(error) {
      const message = messageOf(error)
      // Every key tries again to open a project whose config is broken.
      if (isClosed() || message === reported) return
      reported = message
      const found = placed(error)
      // A config that is unusable without a place, such as one that is gone, no longer has its earlier error.
      if (found.length > 0 || (error instanceof OperationError && error.code === 'config')) {
        ofConfig = found
        send()
      }
      tell(error, message)
    },
    forget() {
      reported = ''
      if (ofConfig.length === 0) return
      ofConfig = []
      send()
    },
    isShown: () => ofConfig.length > 0,
    follow(live) {
      const errors = live.faults()
      const before = followed
      followed = errors.map(messageOf)
      if (isClosed() || followed.join('\n') === before.join('\n')) return
      ofProject = errors.flatMap(placed)
      send()
      for (const error of errors) if (!before.includes(messageOf(error))) tell(error, messageOf(error))
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof OperationError ? [error.message, error.help].join('\n').trim() : String(error)
}
