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
  /** The result, or the reason of a failure, for the model. Rejects only if the signal is aborted. */
  call(args: unknown, signal: AbortSignal): Promise<string>
}

/** A request to a model. */
export interface ModelRequest {
  readonly version: string | null
  readonly instructions: string
  /** The last is the one to be answered. */
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

/** The answer of a model, and its cost in tokens. */
interface ModelReply {
  readonly text: string
  readonly version: string
  /** Tokens of the step that answered, and of those that called something. */
  readonly tokens: { readonly answer: number; readonly tools: number }
}

/** A language model at a URL. */
export interface Model {
  /** The one for bots that name none. */
  readonly version: string
  /** Rejects with a ProviderFailure, or another Error where `signal` was aborted. */
  ask(request: ModelRequest): Promise<ModelReply>
  /** The versions that it offers. Rejects where its server cannot be asked. */
  versions(signal: AbortSignal): Promise<readonly string[]>
}

/** A provider did not answer. Its message holds neither keys nor what the customer wrote. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}
