import type { Made } from '../subject/made.ts'

/** An operation of the contract, and a valid request of it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** In the contract's notation. */
  readonly path: string
  /** Creates a valid request about its own objects, which are created on demand. */
  request(made: Made): Promise<{ readonly path: string; readonly body?: object }>
}

/** All operations of the contract, in its order. */
export const operations: readonly Operation[] = [
  { method: 'GET', path: '/bots', request: async () => ({ path: '/bots' }) },
  { method: 'POST', path: '/bots', request: async made => ({ path: '/bots', body: made.bodies.bot() }) },
  {
    method: 'PATCH',
    path: '/bots/{uniqueId}',
    request: async made => ({ path: `/bots/${await made.bot()}`, body: {} }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/scenarios',
    request: async made => ({ path: `/bots/${await made.bot()}/scenarios`, body: made.bodies.scenario() }),
  },
  {
    method: 'PATCH',
    path: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
    request: async made => ({ path: (await made.scenario()).path, body: {} }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/scenarios/import',
    request: async made => ({ path: `/bots/${await made.bot()}/scenarios/import`, body: made.bodies.document() }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/versions/{versionUniqueId}/publish',
    request: async made => ({ path: (await made.scenario()).publishPath, body: { activate: false } }),
  },
  {
    method: 'PATCH',
    path: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/active',
    request: async made => ({ path: `${(await made.scenario()).path}/active`, body: { is_active: false } }),
  },
  {
    method: 'POST',
    path: '/bot-tools',
    request: async made => ({ path: '/bot-tools', body: made.bodies.function(await made.bot()) }),
  },
  {
    method: 'GET',
    path: '/bot-tools',
    request: async made => ({ path: `/bot-tools?bot_unique_id=${await made.bot()}` }),
  },
  {
    method: 'POST',
    path: '/knowledges',
    request: async made => ({ path: '/knowledges', body: made.bodies.knowledge(await made.bot(), await made.group()) }),
  },
  {
    method: 'POST',
    path: '/knowledge-integrity/semantic-duplicates/preflight',
    request: async made => ({
      path: '/knowledge-integrity/semantic-duplicates/preflight',
      body: made.bodies.preflight(await made.bot()),
    }),
  },
  {
    method: 'GET',
    path: '/knowledge-integrity/semantic-duplicates/journal/{scanId}',
    request: async made => ({ path: (await made.scan()).path }),
  },
  {
    method: 'GET',
    path: '/knowledge-integrity/bots/{botUniqueId}/journal/{scanId}',
    request: async made => ({ path: (await made.scan()).botPath }),
  },
  {
    method: 'GET',
    path: '/knowledge-transfer',
    request: async made => ({ path: `/knowledge-transfer?bot_unique_id=${await made.bot()}` }),
  },
  {
    method: 'GET',
    path: '/knowledge-transfer/{transferId}',
    request: async made => ({ path: `/knowledge-transfer/${(await made.transfer()).id}` }),
  },
  {
    method: 'POST',
    path: '/bots/{uniqueId}/completion',
    request: async made => ({ path: `/bots/${await made.bot()}/completion`, body: made.bodies.completion() }),
  },
  {
    method: 'POST',
    path: '/bots/{botUniqueId}/dialogues',
    request: async made => ({ path: `/bots/${await made.bot()}/dialogues`, body: made.bodies.dialogue() }),
  },
  {
    method: 'GET',
    path: '/completion-log/journal',
    request: async made => ({ path: `/completion-log/journal?bot_unique_id=${await made.bot()}` }),
  },
  {
    method: 'GET',
    path: '/bot-agents',
    request: async made => ({ path: `/bot-agents?bot_unique_id=${await made.bot()}` }),
  },
  {
    method: 'GET',
    path: '/bot-agents/{uniqueId}',
    request: async made => ({ path: `/bot-agents/${await made.agent()}` }),
  },
]
