/** An earlier message, of the customer or the bot. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** A tool that a model may call. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** The JSON schema of the arguments. */
  readonly schema: object
  /** The result, or the reason for a failure, for the model. Rejects only if the signal is aborted. */
  call(args: unknown, signal: AbortSignal): Promise<string>
}

/** A request to a model. */
export interface ModelRequest {
  /** Null or empty: the default version. */
  readonly version: string | null
  readonly instructions: string
  /** The last one is the message to answer. */
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

/** The answer of a model, and its cost in tokens. */
interface ModelReply {
  readonly text: string
  readonly version: string
  /** Tokens of the step that answered, and of those that called tools. */
  readonly tokens: { readonly answer: number; readonly tools: number }
}

/** A language model at a URL. */
export interface Model {
  /** The default version, for bots that name none. */
  readonly version: string
  /** Rejects with a ProviderFailure, or another Error if `signal` was aborted. */
  ask(request: ModelRequest): Promise<ModelReply>
  /** The available versions. Rejects if its server does not respond. */
  versions(signal: AbortSignal): Promise<readonly string[]>
}

/**
 * A provider did not respond. Its message contains neither keys nor customers' messages, and the id of the provider
 * without quotes: the log hides what is in quotes.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}
