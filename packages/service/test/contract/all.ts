import type { World } from '../support/world.ts'
import { agentContract } from './agents.ts'
import { answerContract } from './answers.ts'
import { attachmentContract } from './attachments.ts'
import { authorizationContract } from './authorization.ts'
import { botContract } from './bots.ts'
import { completionContract } from './completions.ts'
import { errorContract } from './errors.ts'
import { functionContract } from './functions.ts'
import { idempotencyContract } from './idempotency.ts'
import { integrityContract } from './integrity.ts'
import { knowledgeContract } from './knowledge.ts'
import { recordContract } from './records.ts'
import { scenarioContract } from './scenarios.ts'
import { transferContract } from './transfers.ts'
import { webhookContract } from './webhooks.ts'

/** All that a service must answer, whatever database it stands on. */
export function serviceContract(world: () => World): void {
  authorizationContract(world)
  botContract(world)
  scenarioContract(world)
  functionContract(world)
  agentContract(world)
  // Before what adds the longest documents: it scans all that there is.
  integrityContract(world)
  knowledgeContract(world)
  completionContract(world)
  answerContract(world)
  webhookContract(world)
  recordContract(world)
  attachmentContract(world)
  idempotencyContract(world)
  transferContract(world)
  errorContract(world)
}
