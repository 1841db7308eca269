import { relative, resolve } from 'node:path'
import { saveConversation } from '@scenewright/compiler/format'
import { OperationError } from '@scenewright/model'
import type { BotSettings } from '@scenewright/model/config'
import { isAtOrBelow, withForwardSlashes } from '@scenewright/model/system'
import { nearest, visible } from '@scenewright/model/text'
import type { Decision, Turn, TurnScore } from '@scenewright/simulator'
import { findingsText } from '../../render/findings-text.ts'
import { type ScoreLook, scoreText } from '../../render/score-text.ts'
import { stopText } from '../../render/turn-words.ts'
import { painter, type Terminal } from '../../shell/terminal.ts'
import type { Chat, ChatWorld, SlashCommand } from './chat.ts'
import { asTest, newConversation } from './conversation.ts'

/** The default file for saved conversations. */
const usualName = 'chat.test.yaml'

const scoresShown = 10

/** The slash commands of a chat, in the order of the help. */
const slashCommands: readonly SlashCommand[] = [
  {
    name: '/why',
    summary: 'explain the decision on the last message',
    run(chat, _argument, { terminal }) {
      terminal.out(whyText(lastTurn(chat), chat.prepared.bot.settings, scoreLook(chat, terminal)))
      return chat
    },
  },
  {
    name: '/scores',
    argument: '[number]',
    summary: `show the best scores of the last message, ${scoresShown} by default`,
    run(chat, argument, { terminal }) {
      const { user, decision, scores } = lastTurn(chat)
      const shown = scores.slice(0, parseNumber(argument))
      terminal.out(scoreText({ message: user, decision, scores: shown }, scoreLook(chat, terminal)))
      return chat
    },
  },
  {
    name: '/walk',
    summary: 'the nodes and edges of the last turn, and where it stopped',
    run(chat, _argument, { terminal }) {
      terminal.out(walkText(lastTurn(chat), terminal.color.out))
      return chat
    },
  },
  {
    name: '/restart',
    summary: 'a new dialogue, in which nothing has run',
    run(chat, _argument, { terminal }) {
      terminal.err('A new dialogue.\n')
      return { ...chat, conversation: newConversation }
    },
  },
  {
    name: '/reload',
    summary: 'reads the sources again; the dialogue goes on',
    async run(chat, _argument, { terminal, reload }) {
      const prepared = await reload(chat.prepared)
      terminal.err('The sources have been read again.\n')
      return { ...chat, prepared }
    },
  },
  {
    name: '/save',
    argument: '[file]',
    summary: 'the conversation so far as a conversation test, added to a file or in a new one',
    async run(chat, argument, world) {
      lastTurn(chat)
      await saveTest(asTest(chat.conversation), argument, world)
      return chat
    },
  },
  {
    name: '/help',
    summary: 'these commands',
    run(chat, _argument, { terminal }) {
      terminal.out(helpText())
      return chat
    },
  },
]

/** The names that Tab completes. */
export const slashNames = slashCommands.map(({ name }) => name)

const aliases: { readonly [name: string]: string } = { '/new': '/restart' }

/** The command with a name, and its argument. An unknown name is an OperationError that suggests a similar one. */
export function parseSlashCommand(line: string): { readonly command: SlashCommand; readonly argument: string } {
  const [, name = '', argument = ''] = /^(\S+)\s*(.*)$/s.exec(line.trim()) ?? []
  const command = slashCommands.find(one => one.name === (aliases[name] ?? name))
  if (command !== undefined) return { command, argument }
  const near = nearest(name, slashNames)
  throw new OperationError('usage', `there is no ${name}${near === undefined ? '' : `; did you mean ${near}?`}`, {
    help: '/help lists the commands; to send a message that begins with a slash, put a space before it',
  })
}

function helpText(): string {
  const rows = slashCommands.map(
    ({ name, argument, summary }) => [`${name} ${argument ?? ''}`.trimEnd(), summary] as const,
  )
  const width = Math.max(...rows.map(([call]) => call.length))
  return rows.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}\n`).join('')
}

function scoreLook({ prepared }: Chat, terminal: Terminal): ScoreLook {
  return { color: terminal.color.out, width: terminal.columns(), scoredBy: prepared.scoredBy }
}

function lastTurn({ conversation }: Chat): Turn {
  const turn = conversation.said?.turn
  if (turn !== undefined) return turn
  throw new OperationError('usage', 'this dialogue has no messages yet', { help: 'type a message as a customer would' })
}

function parseNumber(argument: string): number {
  if (argument === '') return scoresShown
  if (/^[1-9]\d{0,5}$/.test(argument)) return Number(argument)
  throw new OperationError('usage', `"${argument}" is not a number of scores`, { help: 'for example: /scores 5' })
}

/** The nodes that a turn entered, with the edges between them, and where and why it stopped. */
function walkText({ walk, edges, stoppedAt }: Turn, color: boolean): string {
  const paint = painter(color)
  if (stoppedAt === undefined) return 'No scenario started, so there is no path.\n'
  const nodes = walk.map((node, index) => {
    const edge = edges[index - 1]
    return `${edge === undefined ? '' : paint('dim', `    \u2193 ${visible(edge)}\n`)}  ${visible(node)}\n`
  })
  return `${nodes.join('')}${paint('yellow', `  stops: ${stopText(stoppedAt)}`)}\n`
}

/**
 * Saves a conversation test to a file given relative to the working folder, or to the default one, and prints its path.
 * A file that is not one of the project's tests, or to which the test cannot be added, is an OperationError.
 */
async function saveTest(
  test: Parameters<typeof saveConversation>[2],
  name: string,
  { cwd, project, terminal }: ChatWorld,
): Promise<void> {
  const { root, config } = project
  const [first = 'scenarios', ...more] = config.sources ?? ['scenarios']
  const path = name === '' ? resolve(root, first, usualName) : resolve(cwd, name)
  const isBelow = [first, ...more].some(folder => isAtOrBelow(path, resolve(root, folder)))
  if (!isBelow || !/\.test\.ya?ml$/.test(path)) throw noTestFile(name, first)
  const file = withForwardSlashes(relative(root, path))
  const saved = await saveConversation(root, file, test)
  if (!saved.ok) {
    terminal.err(findingsText(saved.findings, root, terminal.color.err))
    throw new OperationError('sources', `a test cannot be added to "${file}"; the file is unchanged`, {
      help: 'fix the file first, or name another one',
    })
  }
  const verb = saved.isNew ? 'Written to' : 'Added to'
  terminal.err(`${verb} ${visible(withForwardSlashes(relative(cwd, path)))}; \`scenewright test\` runs it.\n`)
}

function noTestFile(name: string, folder: string): OperationError {
  return new OperationError('usage', `"${name}" is not a file of conversation tests`, {
    help: `name it <name>.test.yaml, below a sources folder: /save ${folder}/refund.test.yaml`,
  })
}

/** The maximum number of displayed scenarios without a part in the decision. */
const others = 2

/** Why a turn had its decision: the rule that applied, and the relevant scores with their reasons. */
function whyText({ user, decision, scores }: Turn, settings: BotSettings, look: ScoreLook): string {
  const shown = scoresThatMatter(decision, scores)
  const ran = shown
    .filter(({ out }) => out === 'ran')
    .map(({ scenario }) => `  ${scenario} is ruled out: it has already run\n`)
  return [
    `${ruleText(decision, scores, settings)}\n`,
    scoreText({ message: user, decision, scores: shown }, look),
    painter(look.color)('yellow', ran.join('')),
  ].join('')
}

function scoresThatMatter(decision: Decision, scores: readonly TurnScore[]): readonly TurnScore[] {
  const named = decision.kind === 'clarify' ? decision.candidates : decision.kind === 'start' ? [decision.scenario] : []
  const speaking = scores.filter(({ confidence, excluded }) => confidence > 0 || excluded !== undefined)
  const rest = speaking.filter(({ scenario }) => !named.includes(scenario))
  const kept = new Set([
    ...scores.filter(({ scenario }) => named.includes(scenario)),
    ...rest.slice(0, others),
    ...rest.filter(({ out }) => out !== undefined).slice(0, others),
  ])
  return scores.filter(score => kept.has(score))
}

function ruleText(decision: Decision, scores: readonly TurnScore[], settings: BotSettings): string {
  switch (decision.kind) {
    case 'start':
      return decision.picked === true
        ? 'The customer selected it from the offered topics, whatever its confidence.'
        : 'It has the highest confidence of all scenarios that reach their own threshold and are not ruled out.'
    case 'clarify': {
      const { scenario_clarify_min_confidence: min, scenario_clarify_margin: margin } = settings
      return `These have a confidence of at least ${min} and are less than ${margin} behind the best.`
    }
    case 'none':
      return nothingText(scores.filter(({ out }) => out === undefined))
  }
}

function nothingText([best]: readonly TurnScore[]): string {
  if (best === undefined || best.confidence === 0)
    return 'All scenarios are ruled out or have nothing in common with it.'
  const lack = (best.min_confidence - best.confidence).toFixed(1)
  return `No scenario reaches its own threshold; the nearest, ${best.scenario}, is ${lack} below it.`
}
