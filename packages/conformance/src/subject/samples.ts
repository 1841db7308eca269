import { apiLimits } from '@scenewright/model/limits'

/** An id that no record has. */
export const unknownId = '11111111-2222-4333-8444-555555555555'

/** A flow that sends one text after another. */
export function flow(...texts: readonly string[]) {
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

/** The question that starts the scenario below, equal to one of its examples. */
export const question = 'Where is my refund?'

/** Bodies of requests that create something; each call returns a new one. */
export function createBodies(nameOf: (what: string) => string) {
  const scenario = () => ({
    title: 'Refund status',
    trigger_description: 'The customer asks when a refund will arrive.',
    examples: [question, 'When do I get my money back'],
    min_confidence: apiLimits.minConfidence.min,
    definition: flow('A refund takes 3 days.', 'Write to us after that.'),
  })
  return {
    bot: () => ({ name: nameOf('bot'), gpt_model: 'llm_provider_a', primary_language: 'en' }),
    scenario,
    document: () => ({ format: 'service.bot-scenario', schema_version: 2, scenario: scenario() }),
    function: (bot: string) => ({
      bot_unique_id: bot,
      name: 'find_order',
      description: 'Finds an order by its number.',
      request_method: 'POST',
      request_url: 'https://shop.example.com/orders/{number}',
      input_schema_json: { type: 'object', properties: { number: { type: 'string' } } },
      headers: [{ header_name: 'X-Shop' }],
    }),
    knowledge: (bot: string, group: string) => ({
      bot_unique_id: bot,
      knowledge_group_unique_id: group,
      name: nameOf('document'),
      type: 'TEXT',
      content: `Parcels are delivered within two days. They come by bicycle. ${nameOf('content')}`,
    }),
    preflight: (bot: string) => ({ bot_unique_id: bot, name: nameOf('document'), content: 'Bicycles need air.' }),
    completion: () => ({ prompt: question }),
    dialogue: () => ({ name: nameOf('dialogue'), message_limit: 5 }),
  } as const
}

export type Bodies = ReturnType<typeof createBodies>
