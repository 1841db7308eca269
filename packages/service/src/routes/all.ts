import type { Route } from '../http/route.ts'
import { changeAgent } from './change-agent.ts'
import { changeBot } from './change-bot.ts'
import { changeFunction } from './change-function.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { changeScenario } from './change-scenario.ts'
import { createAttachment } from './create-attachment.ts'
import { createBot } from './create-bot.ts'
import { createCompletion } from './create-completion.ts'
import { createDialogue } from './create-dialogue.ts'
import { createFunction } from './create-function.ts'
import { createKnowledge } from './create-knowledge.ts'
import { createKnowledgeGroup } from './create-knowledge-group.ts'
import { createScenario } from './create-scenario.ts'
import { deleteBot } from './delete-bot.ts'
import { deleteDialogue } from './delete-dialogue.ts'
import { deleteFunction } from './delete-function.ts'
import { deleteKnowledge } from './delete-knowledge.ts'
import { deleteScenario } from './delete-scenario.ts'
import { findKnowledgeDuplicates } from './find-knowledge-duplicates.ts'
import { importScenario } from './import-scenario.ts'
import { listAgents } from './list-agents.ts'
import { listBots } from './list-bots.ts'
import { listCompletions } from './list-completions.ts'
import { listDialogues } from './list-dialogues.ts'
import { listFunctions } from './list-functions.ts'
import { listKnowledgeGroups } from './list-knowledge-groups.ts'
import { listKnowledges } from './list-knowledges.ts'
import { listScenarios } from './list-scenarios.ts'
import { listTransfers } from './list-transfers.ts'
import { listVersions } from './list-versions.ts'
import { publishVersion } from './publish-version.ts'
import { readAgent } from './read-agent.ts'
import { readBot } from './read-bot.ts'
import { readBotScan } from './read-bot-scan.ts'
import { readCompletion } from './read-completion.ts'
import { readDialogue } from './read-dialogue.ts'
import { readFunction } from './read-function.ts'
import { readKnowledge } from './read-knowledge.ts'
import { readScan } from './read-scan.ts'
import { readScenario } from './read-scenario.ts'
import { readTransfer } from './read-transfer.ts'
import { startScan } from './start-scan.ts'
import { startTransfer } from './start-transfer.ts'
import { switchScenario } from './switch-scenario.ts'

/** Every operation: a new one is a file and a line. */
export const routes: readonly Route[] = [
  listBots,
  createBot,
  changeBot,
  readBot,
  deleteBot,
  createScenario,
  changeScenario,
  importScenario,
  publishVersion,
  switchScenario,
  listScenarios,
  readScenario,
  deleteScenario,
  createFunction,
  listFunctions,
  readFunction,
  changeFunction,
  deleteFunction,
  createKnowledge,
  listKnowledges,
  readKnowledge,
  changeKnowledge,
  deleteKnowledge,
  createKnowledgeGroup,
  listKnowledgeGroups,
  findKnowledgeDuplicates,
  listAgents,
  readAgent,
  changeAgent,
  createAttachment,
  createCompletion,
  createDialogue,
  listDialogues,
  readDialogue,
  deleteDialogue,
  listCompletions,
  readCompletion,
  listVersions,
  startScan,
  readScan,
  readBotScan,
  startTransfer,
  listTransfers,
  readTransfer,
]
