import { OperationError } from '@scenewright/model'
import { type PreparedBot, prepareBot } from '../bot.ts'
import type { Chat, ChatWorld } from '../chat/chat.ts'
import { newConversation, say } from '../chat/conversation.ts'
import { ranText } from '../chat/ran-text.ts'
import { readLines } from '../chat/read-lines.ts'
import { slashCommandOf, slashNames } from '../chat/slash-commands.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../command.ts'
import { reportError } from '../exit.ts'
import { openBoundSources } from '../project.ts'
import { answerText } from '../report/turn-text.ts'

export const chat: CommandDefinition = {
  compiles: true,
  formats: ['text', 'ndjson'],
  examples: [
    ['scenewright chat', 'type messages, or /help; Ctrl-D ends the conversation'],
    ['scenewright chat < messages.txt', 'what the bot answers, message by message'],
    ['scenewright chat --format ndjson < messages.txt', 'a line of JSON a turn'],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const opened = await openBoundSources(invocation, options)
    const world: ChatWorld = { terminal, cwd: invocation.cwd, project: opened.project, reload }
    async function reload(before: PreparedBot) {
      return prepareBot(invocation, options, await openBoundSources(invocation, options), before)
    }
    let chat: Chat = { prepared: await prepareBot(invocation, options, opened), conversation: newConversation }
    const isInteractive = terminal.isInteractive()
    if (isInteractive) terminal.err('Type what a customer would. /help lists the commands, Ctrl-D ends.\n')
    const lines = readLines(invocation, slashNames)
    lines.ask()
    for await (const line of lines) {
      chat = await answered(chat, line, { invocation, options, world })
      lines.ask()
    }
    if (isInteractive) terminal.err('\n')
    return 0
  },
}

interface Answering {
  readonly invocation: Invocation
  readonly options: SharedOptions
  readonly world: ChatWorld
}

/** The chat after a line. In a format for programs every line but one is a message. */
async function answered(chat: Chat, line: string, answering: Answering): Promise<Chat> {
  const { invocation, options, world } = answering
  const message = line.trim()
  if (options.format === 'ndjson') {
    return message === '/new' ? { ...chat, conversation: newConversation } : replied(chat, message, answering)
  }
  const isCommand = line.startsWith('/')
  try {
    if (!isCommand) return await replied(chat, message, answering)
    const { command, argument } = slashCommandOf(line)
    return await command.run(chat, argument, world)
  } catch (error) {
    // A slip in a command ends no conversation, nor does, where a person can try again, a service that is away.
    if (!(error instanceof OperationError && (isCommand || invocation.terminal.isInteractive()))) throw error
    reportError(error, invocation.terminal, invocation.env)
    return chat
  }
}

async function replied(chat: Chat, message: string, { invocation, options }: Answering): Promise<Chat> {
  if (message === '') return chat
  const { terminal } = invocation
  const { bot, ready } = chat.prepared
  await ready([message])
  const { conversation, turn } = say(bot, chat.conversation, message)
  const text = () => answerText(turn, terminal.color.out) + ranText(turn, terminal.color.out)
  terminal.out(options.format === 'ndjson' ? `${JSON.stringify(turn)}\n` : text())
  return { ...chat, conversation }
}
