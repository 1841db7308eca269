import { OperationError } from '@scenewright/model'
import { type Bot, decide, type Turn } from '@scenewright/simulator'
import { openBoundSources } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import { answerText } from '../../render/turn-text.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { reportError } from '../../shell/exit.ts'
import { readLines } from '../../shell/read-lines.ts'
import { painter } from '../../shell/terminal.ts'
import type { Chat, ChatWorld } from './chat.ts'
import { newConversation, say } from './conversation.ts'
import { parseSlashCommand, slashNames } from './slash-commands.ts'

export const chat: CommandDefinition = {
  compiles: true,
  formats: ['text', 'ndjson'],
  examples: [
    ['scenewright chat', 'type messages, or /help; Ctrl-D ends the conversation'],
    ['scenewright chat < messages.txt', "print the bot's answer to each message of a file"],
    ['scenewright chat --format ndjson < messages.txt', 'one line of JSON per turn'],
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

/** The chat after a line. In a format for programs, every other line is a message. */
async function answered(chat: Chat, line: string, answering: Answering): Promise<Chat> {
  const { invocation, options, world } = answering
  const message = line.trim()
  if (options.format === 'ndjson') {
    return line.trimEnd() === '/new' ? { ...chat, conversation: newConversation } : replied(chat, message, answering)
  }
  const isCommand = line.startsWith('/')
  try {
    if (!isCommand) return await replied(chat, message, answering)
    const { command, argument } = parseSlashCommand(line)
    return await command.run(chat, argument, world)
  } catch (error) {
    // An invalid command does not end a chat, nor, at a terminal, does an unavailable service.
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
  const text = () => answerText(turn, terminal.color.out) + ranText(bot, turn, terminal.color.out)
  terminal.out(options.format === 'ndjson' ? `${JSON.stringify(turn)}\n` : text())
  return { ...chat, conversation }
}

/** A note on the scenario that the message would start in a new dialogue, if it has already run in this one. */
function ranText(bot: Bot, { decision, scores }: Turn, color: boolean): string {
  if (decision.kind === 'start' && decision.picked === true) return ''
  const anew = decide(
    bot.settings,
    scores.map(({ out, ...score }) => (out === 'excluded' ? { ...score, out } : score)),
  )
  const first = anew.kind === 'start' ? scores.find(({ scenario }) => scenario === anew.scenario) : undefined
  if (first?.out !== 'ran') return ''
  const note = `          ${first.scenario} would start, but has already run and may not repeat (/restart resets this)\n`
  return painter(color)('dim', note)
}
