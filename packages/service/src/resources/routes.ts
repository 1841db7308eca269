import type { Route } from '../http/route.ts'
import { agentRoutes } from './agents/routes.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { botRoutes } from './bots/routes.ts'
import { journalRoutes } from './completions/journal-routes.ts'
import { completionRoutes } from './completions/routes.ts'
import { dialogueRoutes } from './dialogues/routes.ts'
import { functionRoutes } from './functions/routes.ts'
import { knowledgeDuplicateRoutes } from './knowledge/duplicate-routes.ts'
import { knowledgeGroupRoutes, knowledgeRoutes } from './knowledge/routes.ts'
import { scanRoutes } from './scans/routes.ts'
import { scenarioRoutes } from './scenarios/routes.ts'
import { transferRoutes } from './transfers/routes.ts'
import { versionRoutes } from './versions/routes.ts'

/** All operations, in the order of the OpenAPI document. */
export const routes: readonly Route[] = [
  ...botRoutes,
  ...scenarioRoutes,
  ...functionRoutes,
  ...knowledgeRoutes,
  ...knowledgeGroupRoutes,
  ...knowledgeDuplicateRoutes,
  ...agentRoutes,
  ...attachmentRoutes,
  ...completionRoutes,
  ...dialogueRoutes,
  ...journalRoutes,
  ...versionRoutes,
  ...scanRoutes,
  ...transferRoutes,
]
