import { botDefaults, type ProjectConfig, type ScenarioModel } from '@scenewright/model'
import { type Bot, createBot, type SimulatedScenario } from '@scenewright/simulator'

/** The bot that the project's sources would make, as the config sets it up. */
export function simulatedBot(scenarios: readonly ScenarioModel[], config: ProjectConfig): Bot {
  return createBot(scenarios.map(simulated), { ...botDefaults, ...config.bot })
}

function simulated({ key, isActive, document }: ScenarioModel): SimulatedScenario {
  return { key, isActive, scenario: document.scenario }
}
