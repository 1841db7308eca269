import type { Project } from '@scenewright/compiler'
import type { PreparedBot } from '@scenewright/workspace/bot'
import type { Terminal } from '../../shell/terminal.ts'
import type { Conversation } from './conversation.ts'

/** The state of a chat between two inputs. */
export interface Chat {
  readonly prepared: PreparedBot
  readonly conversation: Conversation
}

/** The external dependencies of a chat. */
export interface ChatWorld {
  readonly terminal: Terminal
  readonly cwd: string
  readonly project: Project
  /** Reads the sources again. Unusable sources are an OperationError. */
  reload(before: PreparedBot): Promise<PreparedBot>
}

/** An input for the chat itself, not for the bot: `/why`. */
export interface SlashCommand {
  readonly name: string
  /** The argument after the name. */
  readonly argument?: string
  readonly summary: string
  /** Runs the command, and resolves with the next state of the chat. A failure is an OperationError. */
  run(chat: Chat, argument: string, world: ChatWorld): Chat | Promise<Chat>
}
