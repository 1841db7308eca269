import type { Route } from '../http/route.ts'
import { changeAgent } from './change-agent.ts'
import { changeBot } from './change-bot.ts'
import { changeScenario } from './change-scenario.ts'
import { createBot } from './create-bot.ts'
import { createCompletion } from './create-completion.ts'
import { createDialogue } from './create-dialogue.ts'
import { createFunction } from './create-function.ts'
import { createScenario } from './create-scenario.ts'
import { importScenario } from './import-scenario.ts'
import { listAgents } from './list-agents.ts'
import { listBots } from './list-bots.ts'
import { listCompletions } from './list-completions.ts'
import { listFunctions } from './list-functions.ts'
import { publishVersion } from './publish-version.ts'
import { readAgent } from './read-agent.ts'
import { switchScenario } from './switch-scenario.ts'

/** Every operation: a new one is a file and a line. */
export const routes: readonly Route[] = [
  listBots,
  createBot,
  changeBot,
  createScenario,
  changeScenario,
  importScenario,
  publishVersion,
  switchScenario,
  createFunction,
  listFunctions,
  listAgents,
  readAgent,
  changeAgent,
  createCompletion,
  createDialogue,
  listCompletions,
]
