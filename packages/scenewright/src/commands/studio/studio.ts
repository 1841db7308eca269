import type { ScenarioModel } from '@scenewright/model/compilation'
import type { CompileOptions } from '@scenewright/workspace'
import type { PreparedBot } from '@scenewright/workspace/bot'
import type { LiveProject } from '@scenewright/workspace/live'
import type { Invocation } from '../../shell/command.ts'
import type { StudioEvent } from './protocol.ts'
import type { SourceFiles } from './source-files.ts'

/** The environment of a studio. */
export interface StudioHost {
  /** Without output, and without variables of the toolkit: credentials of environments are in them. */
  readonly invocation: Invocation
  readonly options: CompileOptions
}

/** The project that a studio shows, kept current. */
export interface Studio extends StudioHost {
  /** The folder of the project. */
  readonly root: string
  readonly isReadOnly: boolean
  readonly files: SourceFiles
  /** Resolves when the changes so far are taken over. A config that cannot be used is an OperationError. */
  live(): Promise<LiveProject>
  /** Grows with every change of a source. */
  revision(): number
  /** The scenarios that bind, with their flows. */
  scenarios(): Promise<readonly ScenarioModel[]>
  bot(): Promise<PreparedBot>
  /** Takes over files that have changed on the disk. Resolves with the revision then. */
  changed(files: readonly string[]): Promise<number>
  /** The result of `make` for the present revision: it is made once. */
  remember<Value>(name: string, make: () => Promise<Value>): Promise<Value>
  /** The language servers of open streams of events, by the names of the streams. */
  readonly languageServers: Map<string, Promise<LanguageServer>>
  /** Calls `listener` with each event, until the returned function is called. */
  listen(listener: (event: StudioEvent) => void): () => void
}

/** A language server for one page. */
export interface LanguageServer {
  /** Takes a message of the page. */
  receive(message: object): void
  end(): Promise<void>
}
