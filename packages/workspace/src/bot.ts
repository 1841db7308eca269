import type { ScenarioModel } from '@scenewright/model/compilation'
import { type BotSettings, botDefaults, type ProjectConfig } from '@scenewright/model/config'
import { type Bot, createBot, type SimulatedScenario, withEmbeddings } from '@scenewright/simulator'
import type { Host } from './host.ts'
import type { CompileOptions } from './open-config.ts'
import type { OpenProject } from './open-sources.ts'

/** A bot, and the preparation of its messages. */
export interface PreparedBot {
  readonly bot: Bot
  /**
   * Fetches what the scorer needs for these messages, many at once; a lexical scorer needs nothing. Call it before the
   * bot scores a message. An endpoint that does not respond is an OperationError.
   */
  ready(messages: readonly string[]): Promise<void>
  /**
   * The same for customer messages: they are never written to a cache, and are valid only until the next call, to limit
   * memory.
   */
  readyOnce(messages: readonly string[]): Promise<void>
  /** The source of its confidences, for display: "the offline scorer". */
  readonly scoredBy: string
}

/**
 * Prepares the bot for the project's sources, with the scorer of its config. After a change of the sources, passing the
 * previous bot makes this faster.
 */
export async function prepareBot(
  host: Host,
  options: CompileOptions,
  { project, scenarios }: Pick<OpenProject, 'project' | 'scenarios'>,
  before?: PreparedBot,
): Promise<PreparedBot> {
  const { config } = project
  const given = scenarios.map(toSimulated)
  const bot = createBot(given, botSettings(config), before?.bot)
  const setting = embeddingsIn(config)
  if (setting === undefined) {
    return { bot, ready: async () => {}, readyOnce: async () => {}, scoredBy: 'the offline scorer' }
  }
  // Loads the HTTP client, which a lexical scorer never needs.
  const { openVectors } = await import('./embeddings/open-vectors.ts')
  const vectors = openVectors(host, options, project, setting)
  const embedded = withEmbeddings(bot, given, vectors.of)
  return {
    bot: embedded.bot,
    ready: messages => vectors.fetch([...embedded.texts, ...messages]),
    readyOnce: async messages => {
      await vectors.fetch(embedded.texts)
      await vectors.pass(messages)
    },
    scoredBy: `the model "${setting.model}" or the offline scorer, whichever is higher`,
  }
}

/** The bot's settings in a config. */
export function botSettings({ bot }: ProjectConfig): BotSettings {
  return { ...botDefaults, ...bot }
}

/** Whether its bot depends only on the scenarios and the settings, so that another thread can create the same. */
export function scoresOffline(config: ProjectConfig): boolean {
  return embeddingsIn(config) === undefined
}

function embeddingsIn({ scorer }: ProjectConfig) {
  return typeof scorer === 'object' && scorer.type === 'embeddings' ? scorer : undefined
}

/** A scenario in the form for the bot. */
export function toSimulated({ key, isActive, document }: ScenarioModel): SimulatedScenario {
  return { key, isActive, scenario: document.scenario }
}
