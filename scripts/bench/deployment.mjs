import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from '../build/processes.mjs'
import { content } from './content.mjs'
import { writeScenarios, yaml } from './corpus.mjs'
import { runNode } from './run-node.mjs'
import { cachedCall, scenewright } from './scenewright.mjs'
import { temporary } from './temporary.mjs'

/** The number of concurrent requests, as in `apply`. */
const concurrency = 4

const account = { email: 'bench@example.com' }

/** A project of valid scenarios that the service accepts, and a running local service. Created on first use. */
export async function deployment(files) {
  made ??= make(files)
  return made
}

let made

/** The first apply of all scenarios, to an empty bot and without a state. */
export async function firstApply({ folder, url, call }) {
  await newEnvironment({ folder, url, call })
  const { files } = await made
  const program = cachedCall(folder, join(temporary, 'cache-deploy'), 'apply', '--yes', '--init', '--format', 'json')
  const { counts } = JSON.parse(await runNode(program, 'pipe'))
  if (counts.done !== files) throw new Error(`of ${files} scenarios ${JSON.stringify(counts)}`)
}

/** The same requests without anything around them. */
export async function requestsAlone({ folder, call }) {
  const bot = await newBot(call)
  const queue = documents(join(folder, 'build')).values()
  const worker = async () => {
    for (const document of queue) {
      const { unique_id, versions } = await call(`/bots/${bot}/scenarios/import`, document)
      const version = versions[0].unique_id
      await call(`/bots/${bot}/scenarios/${unique_id}/versions/${version}/publish`, { activate: true })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

async function make(files) {
  const folder = join(temporary, 'deploy')
  writeScenarios(folder, files, 'yaml', index => yaml(documented(content(index))))
  const data = join(temporary, 'service')
  const init = ['service', 'init', '--data', data, '--email', account.email, '--format', 'json']
  const { api_key } = JSON.parse(await runNode({ args: [scenewright, ...init], cwd: temporary }, 'pipe'))
  process.env.SCENEWRIGHT_EMAIL = account.email
  process.env.SCENEWRIGHT_API_KEY = api_key
  const url = await started(data)
  const call = caller(url, api_key)
  await newEnvironment({ folder, url, call })
  await runNode(cachedCall(folder, join(temporary, 'cache-deploy'), 'compile'))
  return { folder, url, call, files }
}

/** The service supports only the condition in its contract. */
function documented({ replies, ...rest }) {
  return { ...rest, replies: replies.map(({ shortcut: _, ...reply }) => reply) }
}

async function started(data) {
  const args = [scenewright, 'service', 'start', '--data', data, '--port', '0', '--format', 'json']
  const service = start(process.execPath, args, { cwd: temporary, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: service.stdout })) {
    const event = JSON.parse(line)
    if (event.event === 'ready') return event.url
  }
  throw new Error('the service ended before it was ready')
}

/** One connection per request, as in the toolkit. */
function caller(url, key) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${account.email}:${key}`).toString('base64')}`,
    accept: 'application/json',
    'content-type': 'application/json',
    connection: 'close',
  }
  return async (path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}`)
    return response.json()
  }
}

async function newBot(call) {
  return (await call('/bots', { name: 'Bench', gpt_model: 'llm_provider_d', primary_language: 'en' })).unique_id
}

let environments = 0

/** Each has its own bot and state. */
async function newEnvironment({ folder, url, call }) {
  environments += 1
  const environment = `  bench-${environments}: { url: "${url}", bot: ${await newBot(call)} }\n`
  writeFileSync(join(folder, 'scenewright.config.yaml'), `bot: { primary_language: en }\nenvironments:\n${environment}`)
}

function documents(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter(file => file.endsWith('.json') && file !== 'manifest.json')
    .map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}
