// The whole workflow with real programs: check, test, simulate, plan, apply and answer, with the local service on this
// machine.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, stopAll } from './build/processes.mjs'
import { makeReady } from './build/ready.mjs'
import { apiOf, receiveReplies, startService } from './local-service.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const scenewright = join(root, 'node_modules/.bin/scenewright')
const message = 'How long is the warranty?'
const question = 'Where can I park my car at the showroom?'
const document = `The showroom is open from Monday to Saturday, from ten in the morning to seven in the evening.
Visitors park free of charge for two hours in the yard behind the showroom.
Large furniture is shown on the first floor; a lift takes you there.`

const folder = await mkdtemp(join(tmpdir(), 'scenewright-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
// Data that the toolkit would store for this user is deleted with the rest.
process.env.XDG_STATE_HOME = join(folder, 'state')
const replies = await receiveReplies()
try {
  await makeReady()
  const reply = await demonstrate()
  // The last line, and a single line, for any reply.
  console.log(`\nreply from the service: ${reply.replace(/\s*\n\s*/g, ' ')}`)
} catch (error) {
  console.error(`The demo failed: ${error.message}`)
  process.exitCode = 1
} finally {
  replies.server.close()
  await stopAll()
  await rm(folder, { recursive: true, force: true })
}

async function demonstrate() {
  step('a project: scenarios/shop')
  const project = join(folder, 'shop')
  // Only the sources: build results and states of other people are not copied.
  const isSource = path => !['.scenewright', 'build'].includes(basename(path))
  await cp(join(root, 'scenarios/shop'), project, { recursive: true, filter: isSource })
  await command(project, ['check'])
  await command(project, ['test', '--coverage'])
  await command(project, ['simulate', message])

  step('the local service, on a free port')
  const data = join(folder, 'data')
  const { email, api_key } = JSON.parse(
    await captured(['service', 'init', '--data', data, '--email', 'demo@example.com', '--format', 'json']),
  )
  const args = ['service', 'start', '--data', data, '--port', '0', '--allow-loopback-webhooks', '--format', 'json']
  const { url } = await startService(scenewright, args, { cwd: folder })
  const api = apiOf(url, { email, api_key })
  const bot = await api.post('/bots', {
    name: 'Shop',
    gpt_model: 'llm_provider_d',
    primary_language: 'en',
    scenario_clarify_enabled: true,
    webhook_url: replies.url,
  })
  console.log(`  ${url}, bot ${bot.unique_id}`)

  step('plan and apply: import and publish over HTTP')
  await addEnvironment(project, url, bot.unique_id)
  const env = { ...process.env, SCENEWRIGHT_EMAIL: email, SCENEWRIGHT_API_KEY: api_key }
  await command(project, ['plan'], env)
  await command(project, ['apply', '--yes', '--init'], env)

  step(`a customer writes: ${message}`)
  const request = await api.post(`/bots/${bot.unique_id}/completion`, {
    prompt: message,
    mode: 'SUPPORT',
    meta: { demo: randomUUID() },
  })
  const reply = await replyTo(request.unique_id)

  step(`another asks what no scenario answers: ${question}`)
  const { data: groups } = await api.get(`/knowledge-groups?bot_unique_id=${bot.unique_id}`)
  await api.post('/knowledges', {
    bot_unique_id: bot.unique_id,
    knowledge_group_unique_id: groups[0].unique_id,
    name: 'Our showroom',
    type: 'TEXT',
    content: document,
  })
  const asked = await api.post(`/bots/${bot.unique_id}/completion`, { prompt: question })
  console.log(`  from the knowledge base: ${await replyTo(asked.unique_id)}`)

  step('plan again: nothing is left to do')
  await command(project, ['plan'], env)
  return reply
}

function step(title) {
  console.log(`\n── ${title}`)
}

async function command(cwd, args, env = process.env) {
  console.log(`$ scenewright ${args.map(arg => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')}`)
  await run(scenewright, args, { cwd, env })
}

function captured(args) {
  return run(scenewright, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function addEnvironment(project, url, bot) {
  const config = join(project, 'scenewright.config.yaml')
  const environment = `\nenvironments:\n  demo:\n    url: ${url}\n    bot: ${bot}\n`
  await writeFile(config, (await readFile(config, 'utf8')) + environment)
}

/** A person waits for this reply, so a service that sends none is reported. */
function replyTo(id) {
  return new Promise((resolve, reject) => {
    replies.to(id).then(resolve)
    setTimeout(() => reject(new Error('no reply came within 30 seconds')), 30_000).unref()
  })
}
