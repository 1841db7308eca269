import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver'
import type { Session } from './session.ts'

/** One ability of the language server: a file in `features/`, and a line in `features/index.ts`. */
export interface Feature {
  /** The capabilities that announce it to a client. */
  capabilities(client: ClientCapabilities): ServerCapabilities
  /**
   * Adds its handlers to the connection. It is called once, before the client is known: handlers use `session.live()`,
   * which resolves when the project is open and every change that the client has sent is taken over.
   */
  register(session: Session): void
}
