/** What was said before: by the customer, or by the bot. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** What a model may call while it thinks of an answer. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** The JSON schema of the arguments. */
  readonly schema: object
  /** What the model reads of it: also why it could not be done. Never rejects, but for a stop. */
  call(args: unknown, signal: AbortSignal): Promise<string>
}

/** All that a model is told. */
export interface ModelRequest {
  readonly version: string | null
  readonly instructions: string
  /** The last is the one to be answered. */
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

/** What a model answered, and what that took. */
interface ModelReply {
  readonly text: string
  readonly version: string
  /** Tokens of the step that answered, and of those that called something. */
  readonly tokens: { readonly answer: number; readonly tools: number }
}

/** A language model behind an address. */
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
