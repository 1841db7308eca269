import { documentFormat, documentVersion } from '@scenewright/model'
import { startService } from '@scenewright/service'
import { expect, onTestFinished, test } from 'vitest'
import { newOwnedPlace } from '../../service/test/support/databases.ts'
import { createClient } from '../src/index.ts'

const definition = {
  start_node_id: 'a',
  nodes: [
    { id: 'a', type: 'FIXED_REPLY', title: 'a', text: 'Hello' },
    { id: 'b', type: 'END', title: 'b' },
  ],
  edges: [{ id: 'a--b', source: 'a', target: 'b', priority: 1, condition: { type: 'ALWAYS' } }],
}

test('the local service reads the contract as the client does', async () => {
  const { accounts, ...place } = await newOwnedPlace()
  const service = await startService(place)
  onTestFinished(() => service.close())
  const { email, api_key } = accounts.owner
  const client = createClient({ url: service.url, email, apiKey: api_key, timeoutMs: 10_000 })

  const { unique_id: bot } = await client.createBot({ name: 'Shop', gpt_model: 'llm_provider_a' })
  expect((await client.listBots({ search: 'Shop' })).data.map(({ unique_id }) => unique_id)).toEqual([bot])
  await expect(client.changeBot(bot, { webhook_url: 'http://x' })).rejects.toMatchObject({ outcome: 'rejected' })

  const scenario = { title: 'Hello', trigger_description: 'Says hello.', definition }
  const document = { format: documentFormat, schema_version: documentVersion, scenario } as const
  const imported = await client.importScenario(bot, document)
  expect(imported.versions).toMatchObject([{ status: 'DRAFT', definition }])
  const created = await client.createScenario(bot, scenario)
  expect(created.unique_id).not.toBe(imported.unique_id)
  const changed = await client.updateScenario(bot, imported.unique_id, { title: 'Hi' })
  expect(changed).toMatchObject({ unique_id: imported.unique_id, title: 'Hi' })
  const version = imported.versions[0]?.unique_id ?? ''
  const published = await client.publishVersion({ bot, scenario: imported.unique_id, version }, false)
  expect(published.is_active).toBe(false)
  expect((await client.switchScenario(bot, imported.unique_id, true)).is_active).toBe(true)

  const fields = {
    bot_unique_id: bot,
    name: 'find_order',
    description: 'Finds an order.',
    request_method: 'GET',
    request_url: 'https://shop.example.com/orders',
    input_schema_json: { type: 'object' },
  } as const
  const tool = await client.createFunction(fields)
  const functions = await client.listFunctions({ bot_unique_id: bot })
  expect(functions).toMatchObject({ data: [tool], meta: { total: 1 } })
  expect(tool).toMatchObject({ name: 'find_order', is_enabled: true })

  const dialogue = await client.createDialogue(bot, { name: 'D', message_limit: 3 })
  expect(dialogue.unique_id).toEqual(expect.any(String))
  const ticket = await client.complete(bot, { prompt: 'Hello' })
  const journal = await client.readJournal({ unique_id: ticket.unique_id })
  expect(journal).toMatchObject({ data: [{ unique_id: ticket.unique_id }], meta: { total: 1 } })
})
