import { expect } from 'vitest'
import type { Api, Reply } from './api.ts'

/** Adds a document to the bot's default group; its record. */
export async function addKnowledge(api: Api, bot: string, fields: object): Promise<Reply['body']> {
  const { body: groups } = await api('GET', `/knowledge-groups?bot_unique_id=${bot}`)
  const [group] = groups.data
  const { status, body } = await api('POST', '/knowledges', {
    bot_unique_id: bot,
    knowledge_group_unique_id: group.unique_id,
    type: 'TEXT',
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
