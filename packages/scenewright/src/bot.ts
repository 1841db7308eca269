import { botDefaults, type ProjectConfig, type ScenarioModel } from '@scenewright/model'
import { type Bot, createBot, type SimulatedScenario } from '@scenewright/simulator'
import type { Invocation } from './command.ts'
import type { CompileOptions, OpenProject } from './project.ts'

/** A bot, and what has to be done before it can be asked. */
export interface PreparedBot {
  readonly bot: Bot
  /**
   * Fetches what the scorer needs for these messages, many at once; a lexical scorer needs nothing. A message is to be
   * made ready before the bot is asked about it. An endpoint that does not answer is an OperationError.
   */
  ready(messages: readonly string[]): Promise<void>
}

/** Prepares the bot that the project's sources would make, with the scorer that its config names. */
export async function prepareBot(
  _invocation: Invocation,
  _options: CompileOptions,
  { project, scenarios }: Pick<OpenProject, 'project' | 'scenarios'>,
): Promise<PreparedBot> {
  return { bot: simulatedBot(scenarios, project.config), ready: async () => {} }
}

/** The bot that the project's sources would make, as the config sets it up, with the lexical scorer. */
function simulatedBot(scenarios: readonly ScenarioModel[], config: ProjectConfig): Bot {
  return createBot(scenarios.map(simulated), { ...botDefaults, ...config.bot })
}

function simulated({ key, isActive, document }: ScenarioModel): SimulatedScenario {
  return { key, isActive, scenario: document.scenario }
}
