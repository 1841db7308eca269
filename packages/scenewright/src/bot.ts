import { botDefaults, type CompiledScenario, type ProjectConfig } from '@scenewright/model'
import { type Bot, createBot, type SimulatedScenario } from '@scenewright/simulator'

/** The bot that the project's sources would make, as the config sets it up. */
export function simulatedBot(scenarios: readonly CompiledScenario[], config: ProjectConfig): Bot {
  return createBot(scenarios.map(simulated), { ...botDefaults, ...config.bot })
}

function simulated({ key, isActive, document }: CompiledScenario): SimulatedScenario {
  return { key, isActive, scenario: document.scenario }
}
