// The whole workflow of a new user with the installed packages: from `init` to the answer that a customer gets.
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { start } from '../build/processes.mjs'
import { apiOf, receiveReplies, startService } from '../local-service.mjs'

const message = 'how long does delivery take'
const bin = join('node_modules', 'scenewright', 'bin', 'scenewright.cjs')

/**
 * Runs the workflow in `folder`, where scenewright is installed and scenewright-service is not yet: `addService`
 * installs it. Rejects if a step fails. `found` is called with the first finding, `say` with each finished step.
 */
export async function walk({ folder, found, addService, say }) {
  await checkSources(folder, found)
  say('init, check, fmt, explain, test, score, simulate')
  await compileSources(folder)
  say('compile, decompile, TypeScript, doctor')
  await compareRevisions(folder)
  say('diff')
  await importModules(folder)
  say('scenewright and scenewright/rule-tester, imported and required')
  await requireService(folder)
  await addService()
  await deployAndAsk(folder)
  say('service init, service start, plan, apply, and a customer answered by webhook')
}

async function checkSources(folder, found) {
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/scenewright/package.json'), 'utf8'))
  await call(folder, ['init'])
  const file = join(folder, 'scenarios/delivery/times.scenario.yaml')
  const source = readFileSync(file, 'utf8')
  const broken = source.replace(/next: (?=[a-z_]+$)/m, 'next: x')
  assert.notEqual(broken, source)
  writeFileSync(file, broken)
  assert.match(await call(folder, ['check'], { code: 1 }), /graph\/unknown-target/)
  found()
  writeFileSync(file, source)
  assert.equal(await call(folder, ['check', '--fail-on', 'info']), '')
  await call(folder, ['fmt', '--check'])
  assert.equal(await call(folder, ['--version']), `${version}\n`)
  assert.match(await call(folder, ['explain', 'graph/trap']), /graph\/trap/)
  const { summary } = JSON.parse(await call(folder, ['test', '--format', 'json']))
  assert.ok(summary.passed > 0 && summary.failed === 0)
  assert.match(await call(folder, ['score', message]), /delivery\/times/)
  assert.match(await call(folder, ['simulate', message, '--format', 'json']), /"outcome": "ended"/)
}

async function compileSources(folder) {
  const { documents } = JSON.parse(await call(folder, ['compile', '--format', 'json']))
  assert.ok(documents.length > 1)
  const yaml = await call(folder, ['decompile', 'build/delivery/times.json'])
  assert.match(yaml, /title: Delivery times/)
  const typescript = await call(folder, ['decompile', 'build/delivery/times.json', '--to', 'ts'])
  const file = join(folder, 'scenarios/delivery/typed.scenario.ts')
  writeFileSync(file, typescript)
  const compiled = await call(folder, ['compile', '--stdout', 'scenarios/delivery/typed.scenario.ts'])
  assert.equal(compiled, readFileSync(join(folder, 'build/delivery/times.json'), 'utf8'))
  rmSync(file)
  assert.match(await call(folder, ['doctor']), /A-01/)
}

async function compareRevisions(folder) {
  await execute('git', ['init', '--quiet'], folder)
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
  await execute('git', ['add', '--all'], folder)
  await commit(folder, 'A first project')
  const file = join(folder, 'scenarios/delivery/times.scenario.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/text: (?=\S)/, 'text: Good day. '))
  const { scenarios } = JSON.parse(await call(folder, ['diff', 'HEAD', '--format', 'json']))
  assert.deepEqual(
    scenarios.map(({ key, change }) => [key, change]),
    [['delivery/times', 'changed']],
  )
}

/** Commits the changes of tracked files. */
async function commit(folder, message) {
  const identity = ['-c', 'user.name=Walk', '-c', 'user.email=walk@example.com']
  await execute('git', [...identity, 'commit', '--quiet', '--all', '--message', message], folder)
}

async function importModules(folder) {
  const rule = `{ scope: 'scenario', id: 'acme/x', level: 'info', summary: 'X.', check() {} }`
  const yaml = readFileSync(join(folder, 'scenarios/delivery/times.scenario.yaml'), 'utf8')
  const use = `const { text } = reply('hello')
testRule(${rule}, { valid: [${JSON.stringify(yaml)}] }).then(() => console.log(text))`
  const modules = {
    'use.mjs': `import { reply } from 'scenewright'\nimport { testRule } from 'scenewright/rule-tester'\n${use}`,
    'use.cjs': `const { reply } = require('scenewright')\nconst { testRule } = require('scenewright/rule-tester')\n${use}`,
  }
  for (const [name, text] of Object.entries(modules)) {
    writeFileSync(join(folder, name), text)
    assert.equal(await execute(process.execPath, [name], folder), 'hello\n')
  }
}

const initArgs = ['service', 'init', '--data', 'data', '--email', 'me@example.com', '--format', 'json']

async function requireService(folder) {
  const { stderr } = await ended(process.execPath, [bin, ...initArgs], folder, { code: 2 })
  assert.match(stderr, /npm install --save-dev scenewright-service@\d/)
}

async function deployAndAsk(folder) {
  const account = JSON.parse(await call(folder, initArgs))
  const args = ['service', 'start', '--data', 'data', '--port', '0', '--allow-loopback-webhooks', '--format', 'json']
  const { url, child } = await startService(process.execPath, [bin, ...args], { cwd: folder })
  const api = apiOf(url, account)
  const replies = await receiveReplies()
  const bot = await api.post('/bots', { name: 'Walk', gpt_model: 'llm_provider_d', webhook_url: replies.url })
  const environment = `\nenvironments:\n  local:\n    url: ${url}\n    bot: ${bot.unique_id}\n`
  appendFileSync(join(folder, 'scenewright.config.yaml'), environment)
  await commit(folder, 'An environment')
  const env = { SCENEWRIGHT_EMAIL: account.email, SCENEWRIGHT_API_KEY: account.api_key }
  const actions = async () => {
    const plan = JSON.parse(await call(folder, ['plan', '--format', 'json'], { env }))
    return new Set(plan.actions.map(({ action }) => action))
  }
  assert.deepEqual(await actions(), new Set(['create']))
  await call(folder, ['apply', '--yes', '--init'], { env })
  assert.deepEqual(await actions(), new Set(['none']))
  const { unique_id } = await api.post(`/bots/${bot.unique_id}/completion`, { prompt: message })
  const { turns } = JSON.parse(await call(folder, ['simulate', message, '--format', 'json']))
  assert.equal(await replies.to(unique_id), turns[0].replies.join('\n\n'))
  replies.server.close()
  const closed = new Promise(resolve => child.once('close', resolve))
  child.kill('SIGTERM')
  assert.equal(await closed, 0)
}

async function call(folder, args, options) {
  return (await ended(process.execPath, [bin, ...args], folder, options)).stdout
}

async function execute(command, args, folder) {
  return (await ended(command, args, folder)).stdout
}

/** Runs a program to its end; resolves with its output, or fails with it if the exit code differs. */
function ended(command, args, folder, { code = 0, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }
    const child = start(command, args, options)
    const printed = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', data => {
        printed[stream] += data
      })
    }
    child.once('error', reject)
    child.once('close', status => {
      const name = [basename(command), ...args].join(' ')
      if (status === code) resolve(printed)
      else reject(new Error(`${name} ended with ${status}, not ${code}\n${printed.stdout}${printed.stderr}`))
    })
  })
}
