import { InternalError } from '@scenewright/model'
import type { Bot } from '../dialogue/bot.ts'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { backgroundTexts } from './background.ts'
import { layOut } from './embedded-scenario.ts'
import { createEmbeddingScorer } from './embedding-scorer.ts'

/** Gives the vector that an embedding model makes of a text; undefined for a text that says nothing. */
export type VectorOf = (text: string) => Float32Array | undefined

/** A bot that scores by meaning too, and the texts whose vectors it asks for when it is first asked. */
export interface EmbeddedBot {
  readonly bot: Bot
  readonly texts: readonly string[]
}

/**
 * The same bot with scores by meaning above its own: none falls, and an equal example or exclusion counts as before.
 * `scenarios` are those that the bot was made of. All vectors must have as many numbers; their lengths do not matter.
 */
export function withEmbeddings(bot: Bot, scenarios: readonly SimulatedScenario[], vectorOf: VectorOf): EmbeddedBot {
  const { embedded, texts } = layOut(Array.from(bot.scenarios.keys(), key => activeScenario(scenarios, key)))
  const scorer = createEmbeddingScorer(bot.scorer, { scenarios: embedded, texts, vectorOf })
  return { bot: { ...bot, scorer }, texts: [...texts, ...backgroundTexts] }
}

function activeScenario(scenarios: readonly SimulatedScenario[], key: string): SimulatedScenario {
  const found = scenarios.find(scenario => scenario.isActive && scenario.key === key)
  if (found === undefined) throw new InternalError(`the bot has a scenario "${key}" that it was not made of`)
  return found
}
