import type { CreatedObjects } from '../subject/created-objects.ts'

/** An operation of the contract, and a valid request of it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** In the contract's notation. */
  readonly path: string
  /** Creates a valid request about its own objects, which are created on demand. */
  request(objects: CreatedObjects): Promise<{ readonly path: string; readonly body?: object }>
}

/** All operations of the contract, in its order. */
export const operations: readonly Operation[] = [
  { method: 'GET', path: '/bots', request: async () => ({ path: '/bots' }) },
  { method: 'POST', path: '/bots', request: async objects => ({ path: '/bots', body: objects.bodies.bot() }) },
  {
    method: 'PATCH',
    path: '/bots/{uniqueId}',
    request: async objects => ({ path: `/bots/${await objects.bot()}`, body: {} }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/scenarios',
    request: async objects => ({ path: `/bots/${await objects.bot()}/scenarios`, body: objects.bodies.scenario() }),
  },
  {
    method: 'PATCH',
    path: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
    request: async objects => ({ path: (await objects.scenario()).path, body: {} }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/scenarios/import',
    request: async objects => ({
      path: `/bots/${await objects.bot()}/scenarios/import`,
      body: objects.bodies.document(),
    }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/versions/{versionUniqueId}/publish',
    request: async objects => ({ path: (await objects.scenario()).publishPath, body: { activate: false } }),
  },
  {
    method: 'PATCH',
    path: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/active',
    request: async objects => ({ path: `${(await objects.scenario()).path}/active`, body: { is_active: false } }),
  },
  {
    method: 'POST',
    path: '/bot-tools',
    request: async objects => ({ path: '/bot-tools', body: objects.bodies.function(await objects.bot()) }),
  },
  {
    method: 'GET',
    path: '/bot-tools',
    request: async objects => ({ path: `/bot-tools?bot_unique_id=${await objects.bot()}` }),
  },
  {
    method: 'POST',
    path: '/knowledges',
    request: async objects => ({
      path: '/knowledges',
      body: objects.bodies.knowledge(await objects.bot(), await objects.group()),
    }),
  },
  {
    method: 'POST',
    path: '/knowledge-integrity/semantic-duplicates/preflight',
    request: async objects => ({
      path: '/knowledge-integrity/semantic-duplicates/preflight',
      body: objects.bodies.preflight(await objects.bot()),
    }),
  },
  {
    method: 'GET',
    path: '/knowledge-integrity/semantic-duplicates/journal/{scanId}',
    request: async objects => ({ path: (await objects.scan()).path }),
  },
  {
    method: 'GET',
    path: '/knowledge-integrity/bots/{botUniqueId}/journal/{scanId}',
    request: async objects => ({ path: (await objects.scan()).botPath }),
  },
  {
    method: 'GET',
    path: '/knowledge-transfer',
    request: async objects => ({ path: `/knowledge-transfer?bot_unique_id=${await objects.bot()}` }),
  },
  {
    method: 'GET',
    path: '/knowledge-transfer/{transferId}',
    request: async objects => ({ path: `/knowledge-transfer/${(await objects.transfer()).id}` }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/completion',
    request: async objects => ({ path: `/bots/${await objects.bot()}/completion`, body: objects.bodies.completion() }),
  },
  {
    method: 'POST',
    path: '/bots/{botUniqueId}/dialogues',
    request: async objects => ({ path: `/bots/${await objects.bot()}/dialogues`, body: objects.bodies.dialogue() }),
  },
  {
    method: 'GET',
    path: '/completion-log/journal',
    request: async objects => ({ path: `/completion-log/journal?bot_unique_id=${await objects.bot()}` }),
  },
  {
    method: 'GET',
    path: '/bot-agents',
    request: async objects => ({ path: `/bot-agents?bot_unique_id=${await objects.bot()}` }),
  },
  {
    method: 'GET',
    path: '/bot-agents/{uniqueId}',
    request: async objects => ({ path: `/bot-agents/${await objects.agent()}` }),
  },
]
