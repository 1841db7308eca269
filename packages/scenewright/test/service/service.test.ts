import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { shortLived } from '../../../../test/short-lived.ts'
import { sharedCluster, withoutPostgres } from '../../../service/test/support/postgres-cluster.ts'
import { locationWords } from '../../src/commands/service/location.ts'
import { ended, startLocalService } from '../local-service.ts'
import { bin, folderWith, scenewright, scenewrightProcess } from '../run.ts'

test('following the output of init literally leads to a bot with scenarios', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  const made = await scenewright(['service', 'init', '--data', './my data', '--email', 'me@example.com'], { cwd })
  const variables = [...made.stdout.matchAll(/^export (\w+)='(.+)'$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const env: Record<string, string> = Object.fromEntries(variables)
  expect(Object.keys(env)).toEqual(['SCENEWRIGHT_EMAIL', 'SCENEWRIGHT_API_KEY'])
  const [start = [], create = [], apply = []] = [...made.stderr.matchAll(/^ {2}(?:npx )?scenewright (.*)$/gm)].map(
    ([, call]) => wordsOf(call ?? ''),
  )
  expect(start).toEqual(['service', 'start', '--data', './my data'])

  const { url, said, process } = await startedAsText(start, cwd)
  const [, printed = ''] = /another terminal: (?:npx )?scenewright (.*)$/m.exec(said) ?? []
  expect(wordsOf(printed)).toEqual([...create, '--url', url])
  expect(await scenewright(wordsOf(printed), { cwd, env })).toMatchObject({ code: 0 })
  expect(await scenewright([...apply, '--yes'], { cwd, env })).toMatchObject({ code: 0 })
  const bots = await fetch(`${url}/api/v1/bots`, { headers: { authorization: basic(env) } })
  expect(await bots.json()).toMatchObject({ data: [{ name: 'My bot', primary_language: 'en' }] })
  process.kill('SIGTERM')
  expect(await ended(process)).toBe(0)
})

test('the printed command reaches a service that listens on all addresses', async () => {
  const cwd = await folderWith({ 'scenewright.config.yaml': '' })
  const place = await newDatabase()
  const made = await scenewright(['service', 'init', ...place, '--email', 'me@example.com'], { cwd })
  const [, key = ''] = /API_KEY='(.+)'/.exec(made.stdout) ?? []
  const start = ['service', 'start', ...place, '--key-file', 'header.key', '--host', '0.0.0.0', '--behind-proxy']
  const { said } = await startedAsText(start, cwd)
  const [, printed = ''] = /another terminal: (?:npx )?scenewright (.*)$/m.exec(said) ?? []
  const env = { SCENEWRIGHT_EMAIL: 'me@example.com', SCENEWRIGHT_API_KEY: key }
  expect(await scenewright(wordsOf(printed), { cwd, env })).toMatchObject({ code: 0 })
})

test('without an account, start says how to create one, and account list that there is none', async () => {
  const cwd = await folderWith({})
  const place = await newDatabase()
  const { said, process } = await startedAsText(['service', 'start', ...place, '--key-file', 'header.key'], cwd)
  expect(said).toMatch(
    /^No account yet: stop the service, and run .*service init --da.* --email <your e-mail address>$/m,
  )
  const end = ended(process)
  process.kill('SIGTERM')
  await end
  const { code, stdout, stderr } = await scenewright(['service', 'account', 'list', ...place], { cwd })
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toMatch(/^There are no accounts\. Create one with .*service init/)
})

/** The options of a new database: on PostgreSQL where there is one, which takes less processor time. */
async function newDatabase(): Promise<readonly string[]> {
  return withoutPostgres ? ['--data', 'data'] : ['--database-url', await (await sharedCluster()).newDatabase()]
}

/** Starts the service on a free port, without reading its standard output. */
function startForPeople(args: readonly string[], cwd: string) {
  const process = spawn(bin, [...args, '--port', '0'], {
    cwd,
    env: { ...globalThis.process.env, ...shortLived },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void process.kill('SIGKILL'))
  return process
}

/** Starts the service, and reads what it says to people. */
async function startedAsText(args: readonly string[], cwd: string) {
  const process = startForPeople(args, cwd)
  let said = ''
  for await (const line of createInterface({ input: process.stderr })) {
    said += `${line}\n`
    if (/^No (?:bot|account) yet/.test(line)) break
  }
  return { url: /running at (\S+);/.exec(said)?.[1] ?? '', said, process }
}

/** The words of a line for a shell. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}

function basic({ SCENEWRIGHT_EMAIL, SCENEWRIGHT_API_KEY }: Readonly<Record<string, string>>): string {
  return `Basic ${Buffer.from(`${SCENEWRIGHT_EMAIL}:${SCENEWRIGHT_API_KEY}`).toString('base64')}`
}

test('with --log, each line on standard error is a JSON object, and the first one has the address', async () => {
  const args = ['service', 'start', ...(await newDatabase()), '--key-file', 'header.key', '--log']
  const process = startForPeople(args, await folderWith({}))
  const end = ended(process)
  const lines: string[] = []
  for await (const line of createInterface({ input: process.stderr })) {
    if (lines.push(line) === 1) process.kill('SIGTERM')
  }
  expect(await end).toBe(0)
  const entries = lines.map(line => JSON.parse(line))
  expect(entries[0].msg).toContain('http://127.0.0.1:')
})

test('init repeats no password of a PostgreSQL: its variable is named', async () => {
  expect(locationWords({ databaseUrl: 'postgres://me:secret@db/bots' })).toBe(
    ' --database-url "$SCENEWRIGHT_DATABASE_URL"',
  )
  expect(locationWords({})).toBe('')
})

test('a data folder belongs to one service, and a killed service starts again on it', async () => {
  const data = await folderWith({})
  const first = await startLocalService({ data })
  const bot = await first.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  const second = await scenewright(['service', 'start', '--data', data, '--port', '0'], { cwd: data })
  expect(second.code).toBe(5)
  expect(second.stderr).toContain(String(first.process.pid))
  first.process.kill('SIGKILL')
  await ended(first.process)
  const third = await startLocalService({ data, account: first.account })
  const answer = await third.post(`/bots/${bot.unique_id}/scenarios`, { title: 'A', trigger_description: 'B' })
  expect(answer).toMatchObject({ title: 'A' })
})

test('a damaged database has an exit code and a message of its own, and the process ends', async () => {
  const data = await folderWith({ 'pgdata/PG_VERSION': '12\n' })
  const { code, stderr } = await scenewrightProcess(['service', 'start', '--data', data, '--port', '0'], { cwd: data })
  expect(code).toBe(6)
  expect(stderr).toMatch(
    /^error: The database in ".*" is damaged, or of another version: .*\nhelp: .* service restore /,
  )
  expect(stderr).not.toMatch(/\n\s+at /)
})

test.each([
  [['service', 'start']],
  [['service', 'start', '--data', 'here', '--database-url', 'postgres://localhost/x']],
  [['service', 'init', '--data', 'here', '--email', 'nobody']],
  [['service', 'start', '--data', 'here', '--host', '0.0.0.0']],
  [['service', 'strat']],
])('%j is a usage error', async args => {
  const { code, stderr } = await scenewright(args, { cwd: await folderWith({}) })
  expect(code).toBe(2)
  expect(stderr).not.toMatch(/\n\s+at /)
})

test('an empty address of PostgreSQL in the environment counts as unset', async () => {
  const cwd = await folderWith({})
  const env = { SCENEWRIGHT_DATABASE_URL: '' }
  const { code, stderr } = await scenewright(['service', 'account', 'list'], { cwd, env })
  expect(code).toBe(2)
  expect(stderr).toContain('exactly one of --data and --database-url')
})

test('the limits of accounts are options of the start', async () => {
  const limits = ['--max-bots', '1', '--max-documents', '0', '--max-stored-mb', '1', '--requests-per-minute', '5']
  const times = ['--erase-after-days', '0', '--dialogue-days', '30']
  const { url, env, post, process: child } = await startLocalService({ options: [...limits, ...times] })
  const bot = await post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d' })
  expect(bot).toMatchObject({ name: 'Shop' })
  const messageOf = async (path: string, body: object) => (await post(path, body)).message
  expect(await messageOf('/bots', { name: 'Second', gpt_model: 'llm_provider_d' })).toContain('limit of 1 bots')
  const groups = await fetch(`${url}/api/v1/knowledge-groups?bot_unique_id=${bot.unique_id}`, {
    headers: { authorization: basic(env) },
  })
  const document = {
    bot_unique_id: bot.unique_id,
    knowledge_group_unique_id: JSON.parse(await groups.text()).data[0].unique_id,
    name: 'D',
    type: 'TEXT',
    content: 'C',
  }
  expect(await messageOf('/knowledges', document)).toContain('limit of 0 documents')
  expect(await messageOf('/attachments', { name: 'a', content: 'x'.repeat(1_000_000) })).toContain('limit of 1 MB')
  // However slow the machine is.
  let messages: unknown[] = []
  while (!messages.join().includes('Too many requests of this account')) {
    messages = await Promise.all(Array.from({ length: 5 }, () => messageOf('/bots', {})))
  }
  child.kill('SIGTERM')
})
