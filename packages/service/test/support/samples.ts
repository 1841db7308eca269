import type { Api, Reply } from './api.ts'

export const unknownId = '11111111-2222-4333-8444-555555555555'

/** A flow of replies, one after the other. */
export function flow(...texts: string[]) {
  const replies = texts.map((text, index) => ({ id: `n${index}`, type: 'FIXED_REPLY', title: `Reply ${index}`, text }))
  return {
    start_node_id: replies[0]?.id ?? 'end',
    nodes: [...replies, { id: 'end', type: 'END', title: 'End' }],
    edges: replies.map(({ id }, index) => ({
      id: `e${index}`,
      source: id,
      target: replies[index + 1]?.id ?? 'end',
      priority: 1,
      condition: { type: 'ALWAYS' },
    })),
  }
}

/** The fields of a scenario about refunds. */
export const refund = {
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  examples: ['Where is my refund?', 'When do I get my money back'],
  definition: flow('A refund takes 3 days.', 'Write to us after that.'),
}

/** The fields of a scenario about delivery. */
export const delivery = {
  title: 'Delivery time',
  trigger_description: 'The customer asks how long the delivery of an order takes.',
  examples: ['How long does delivery take?', 'When will my parcel arrive'],
  definition: flow('Two days.'),
}

export function documentOf(scenario: object, rest: object = {}) {
  return { format: 'service.bot-scenario', schema_version: 2, scenario, ...rest }
}

export async function createBot(api: Api, fields: object = {}): Promise<string> {
  const { body } = await api('POST', '/bots', {
    name: 'Shop',
    gpt_model: 'llm_provider_a',
    primary_language: 'en',
    ...fields,
  })
  return body.unique_id
}

/** Imports and publishes a scenario; its record. */
export async function publishScenario(api: Api, bot: string, scenario: object): Promise<Reply['body']> {
  const { body } = await api('POST', `/bots/${bot}/scenarios/import`, documentOf(scenario))
  const published = await api('POST', publishPath(bot, body))
  return published.body
}

export function publishPath(bot: string, scenario: Reply['body'], version = scenario.versions[0]): string {
  return `/bots/${bot}/scenarios/${scenario.unique_id}/versions/${version.unique_id}/publish`
}
