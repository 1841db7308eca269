import type { Project } from '@scenewright/compiler'
import type { PreparedBot } from '@scenewright/workspace/bot'
import type { Terminal } from '../../shell/terminal.ts'
import type { Conversation } from './conversation.ts'

/** The state of a chat between two lines. */
export interface Chat {
  readonly prepared: PreparedBot
  readonly conversation: Conversation
}

/** The outside dependencies of a chat. */
export interface ChatWorld {
  readonly terminal: Terminal
  readonly cwd: string
  readonly project: Project
  /** Reads the sources again. Such as cannot be used are an OperationError. */
  reload(before: PreparedBot): Promise<PreparedBot>
}

/** A line that is for the chat and not for the bot: `/why`. */
export interface SlashCommand {
  readonly name: string
  /** The argument that may follow the name. */
  readonly argument?: string
  readonly summary: string
  /** Does it, and promises the chat to go on with. What cannot be done is an OperationError. */
  run(chat: Chat, argument: string, world: ChatWorld): Chat | Promise<Chat>
}
