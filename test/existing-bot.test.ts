import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Reader } from './walkthrough/reader.ts'

const path = fileURLToPath(new URL('../docs/existing-bot.md', import.meta.url))
const page = readFileSync(path, 'utf8')
const email = 'me@example.com'

/** What the web interface of the service exports: two scenarios, as import documents. */
const exports = [
  {
    title: 'Payment methods',
    trigger_description: 'The customer asks how to pay.',
    clarification_label: 'How to pay',
    examples: ['How can I pay?', 'Do you take credit cards?', 'Is PayPal possible?'],
    definition: replying('You can pay by card, by PayPal or by invoice.'),
  },
  {
    title: 'Refund status',
    trigger_description: 'The customer asks when a refund will arrive.',
    examples: ['Where is my refund?', 'My refund has not arrived yet', 'How long does a refund take?'],
    definition: replying('A refund takes 3 to 5 business days.'),
  },
].map(scenario => ({
  format: 'service.bot-scenario',
  schema_version: 2,
  scenario: { ...scenario, min_confidence: 78, priority: 100, allow_repeat_in_dialogue: false },
}))
/** How the page writes the ids of their records. */
const ids = ['11aa22bb-…', '33cc44dd-…']
const titles = exports.map(({ scenario }) => scenario.title)

/** What npx would run. */
const installed: readonly [string, string] = ['npx scenewright', 'node_modules/.bin/scenewright']
const reader = new Reader({
  project: 'my-bot',
  serviceOfPage: 'https://bots.example.com',
  substitutions: [installed],
})
afterAll(() => reader.close())

// Where a command prints something else than before, `vitest -u` writes it into the page. Then read the page.
test('docs/existing-bot.md shows the output of each command, and no record is created twice', async () => {
  reader.write('package.json', '{ "name": "my-bot", "private": true }\n')
  reader.write('.gitignore', 'node_modules/\n.scenewright/\n')
  reader.link('scenewright', 'scenewright-service')
  await reader.run('cd my-bot && git init --quiet --initial-branch main')
  const ask = await startService()
  const made = { name: 'The bot', gpt_model: 'llm_provider_d', primary_language: 'en', scenario_clarify_enabled: true }
  const { unique_id: bot } = await ask('POST', '/bots', made)
  reader.know('4f0c2d0e-…', bot)
  for (const [index, document] of exports.entries()) {
    const name = document.scenario.title.toLowerCase().replace(' ', '-')
    reader.write(`exports/${name}.json`, JSON.stringify(document, null, 2))
    const { unique_id, versions } = await ask('POST', `/bots/${bot}/scenarios/import`, document)
    await ask('POST', `/bots/${bot}/scenarios/${unique_id}/versions/${versions[0].unique_id}/publish`, {})
    reader.know(ids[index] ?? '', unique_id)
  }

  const followed = await reader.follow(page)
  const { data } = await ask('GET', `/bots/${bot}/scenarios`)
  expect(data.map(({ title }: { readonly title: string }) => title).sort()).toEqual(titles)
  await expect(followed).toMatchFileSnapshot(path)
})

function replying(text: string): object {
  return {
    start_node_id: 'reply',
    nodes: [
      { id: 'reply', type: 'FIXED_REPLY', title: 'Reply', text },
      { id: 'end', type: 'END', title: 'End' },
    ],
    edges: [{ id: 'reply--end', source: 'reply', target: 'end', priority: 1, condition: { type: 'ALWAYS' } }],
  }
}

/** A service with an account that the reader's commands know. Gives what asks it. */
async function startService() {
  const made = await reader.run(
    `node_modules/.bin/scenewright service init --data ../data --email ${email} --format json --quiet`,
  )
  const { api_key } = JSON.parse(made)
  await reader.run(`export SCENEWRIGHT_EMAIL=${email} SCENEWRIGHT_API_KEY=${api_key}`)
  const url = await reader.serve('cd my-bot && node_modules/.bin/scenewright service start --data ../data --port 0')
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  return async (method: string, address: string, body?: object) => {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}/api/v1${address}`, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
}
