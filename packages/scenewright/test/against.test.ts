import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { addEnvironment, deployed, reportOf } from './deployed-bot.ts'
import { type LocalService, localService } from './local-service.ts'
import { bin, folderWith, type Outcome, scenewright } from './run.ts'
import { freePort, scriptedService } from './scripted-service.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8')
  expect(change(before)).not.toBe(before)
  await writeFile(file, change(before))
}

describe('on the local service', () => {
  test('a bot of another language, with answers by webhook', async () => {
    const port = await freePort()
    const { cwd, run } = await deployed('clinic', { webhook_url: `http://127.0.0.1:${port}/` })
    await run('apply', '--yes', '--init')
    const outcome = await run('test', '--against', 'live', '--webhook-port', String(port), '--format', 'json')
    const { summary, against } = reportOf(outcome)
    expect([outcome.code, summary.failed, against.differing]).toEqual([0, 0, 0])

    await edit(join(cwd, 'scenewright.config.yaml'), text =>
      text.replace('primary_language: ru', 'primary_language: kk'),
    )
    const other = await run('test', '--against', 'live', '--name', 'врач')
    expect(other.stderr).toContain('primary_language is "ru", but the config has "kk"')
  })

  test('without a state the deployed version is unknown, and the report says so', async () => {
    const { run } = await deployed('clinic')
    const outcome = await run('test', '--against', 'live', 'tests/results', '--format', 'json')
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('there is no state of this environment')
    expect(reportOf(outcome).against).toMatchObject({ deployed: 'unknown', different: [] })
  })

  test('a wrong key and an unknown bot exit with 3 and a remedy', async () => {
    const { cwd, run } = await deployed('clinic')
    const wrong = { ...service.env, SCENEWRIGHT_API_KEY: 'sk_wrong' }
    const refused = await scenewright(['test', '--against', 'live'], { cwd, env: wrong })
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect(refused.stderr).toMatch(/401[\s\S]*help: check the e-mail and the API key/)
    await edit(join(cwd, 'scenewright.config.yaml'), text =>
      text.replace(/bot: [0-9a-f-]{36}/, 'bot: 11111111-2222-4333-8444-555555555555'),
    )
    const missing = await run('test', '--against', 'live')
    expect(missing).toMatchObject({ code: 3, stdout: '' })
    expect(missing.stderr).toMatch(/404[\s\S]*help: .*"bot" in the config/)
  })
})

const scenario = `title: Opening hours
trigger_description: The customer asks when the shop is open.
examples: [when do you open]
flow: { nodes: { hours: { text: We open at 9., next: done }, done: END } }
`
const tests = `conversations:
  - name: asks twice
    turns:
      - user: when do you open
        expect: { starts: hours, ends: true }
      - user: when do you open
triggers:
  - starts: hours
    messages: [When do you open?]
`
const env = { SCENEWRIGHT_EMAIL: 'team@example.com', SCENEWRIGHT_API_KEY: 'sk_key' }

/** A project of one scenario with two tests, and its environment at an address. */
async function small(url: string, written = tests): Promise<(...args: string[]) => Promise<Outcome>> {
  const cwd = await folderWith({
    'scenarios/hours.scenario.yaml': scenario,
    'scenarios/hours.test.yaml': written,
    'scenewright.config.yaml': 'bot: { primary_language: en }',
  })
  await addEnvironment(cwd, url, 'bot-1')
  return (...args) => scenewright(['test', '--against', 'live', ...args], { cwd, env })
}

describe('on a service that', () => {
  const answered = { status: 'SUCCESS', answer: 'We open at 9.' }

  test('answers late, each test has a separate dialogue, and its messages wait for each other', async () => {
    const { url, asked, dialogues } = await scriptedService({
      journal: (_asked, looks) => (looks === 0 ? null : looks < 4 ? { status: 'PENDING' } : answered),
    })
    const outcome = await (await small(url))('--format', 'json')
    expect([outcome.code, reportOf(outcome).summary.passed]).toEqual([0, 2])
    expect([...dialogues].sort()).toEqual(['test: When do you open?', 'test: asks twice'])
    expect(asked.map(({ mode }) => mode)).toEqual(['SUPPORT', 'SUPPORT', 'SUPPORT'])
    const byDialogue = [1, 2].map(n => asked.filter(({ dialogue }) => dialogue === `dialogue-${n}`).length)
    expect(byDialogue.sort()).toEqual([1, 2])
  })

  test('answers one message of several too late, that test fails and reports it', async () => {
    const { url } = await scriptedService({
      journal: ({ prompt }) => (prompt === 'When do you open?' ? { status: 'PROCESSING' } : answered),
    })
    const outcome = await (await small(url))('--timeout', '1', '--format', 'json')
    expect(outcome.code).toBe(1)
    const [, late] = reportOf(outcome).tests
    expect(late.failures).toMatchObject([
      { about: 'answer', actual: 'no answer within 1 s: the journal says PROCESSING' },
    ])
  })

  test.each([
    ['never answers', () => ({ status: 'PENDING' }), 'the journal says PENDING'],
    ['does not have the request in its journal', () => null, 'it is not in the journal'],
    ['does not show its answers', () => ({ status: 'SUCCESS' }), '--webhook-port'],
  ])('%s, the run ends with 3', async (_name, journal, said) => {
    const { url } = await scriptedService({ journal })
    const outcome = await (await small(url))('--timeout', '1')
    expect(outcome).toMatchObject({ code: 3, stdout: '' })
    expect(outcome.stderr).toContain(said)
  })

  test('fails to answer, or passes on to an operator, the tests say so', async () => {
    const { url } = await scriptedService({
      journal: ({ prompt }) =>
        prompt === 'When do you open?' ? { status: 'ERROR' } : { status: 'OPERATOR', answer: '' },
    })
    const outcome = await (await small(url))('--format', 'json')
    const failures = reportOf(outcome).tests.map(
      (one: { failures: { about: string; actual: string }[] }) => one.failures,
    )
    expect(failures).toMatchObject([
      [{ about: 'starts', actual: 'passes the customer on to an operator' }],
      [{ about: 'answer', actual: 'the service reports ERROR, without an answer' }],
    ])
  })

  test('rejects one message, that test fails, and if it rejects all, the exit code is 3', async () => {
    const one = await scriptedService({
      journal: () => answered,
      refuse: (path, times) => (path.endsWith('/completion') && times === 1 ? 400 : undefined),
    })
    const outcome = await (await small(one.url))('--format', 'json')
    expect([outcome.code, reportOf(outcome).summary.failed]).toEqual([1, 1])
    const all = await scriptedService({
      journal: () => answered,
      refuse: path => (path.endsWith('/completion') ? 400 : undefined),
    })
    const refused = await (await small(all.url))()
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect(refused.stderr).toContain('the bot does not answer: the service refused "ask a bot" (400)')
  })

  test('refuses NUL, the name of a dialogue has none, and only the test whose message has one fails', async () => {
    const { url, dialogues } = await scriptedService({
      journal: () => answered,
      refuse: (path, times) => (path.endsWith('/completion') && times === 1 ? 400 : undefined),
    })
    const run = await small(url, tests.replace('[When', '["\\0", When'))
    const outcome = await run('--format', 'json')
    expect([...dialogues].filter(name => name.includes('\0'))).toEqual([])
    expect([outcome.code, reportOf(outcome).summary.failed]).toEqual([1, 1])
  })

  test('does not run, the run exits with 3 and a remedy', async () => {
    const outcome = await (await small(`http://127.0.0.1:${await freePort()}`))()
    expect(outcome).toMatchObject({ code: 3, stdout: '' })
    expect(outcome.stderr).toMatch(/was not sent[\s\S]*help: check whether the service runs at the "url"/)
  })

  test('has no credits left, the run exits with 3 and a remedy', async () => {
    const { url } = await scriptedService({
      journal: () => answered,
      refuse: path => (path.endsWith('/completion') ? 402 : undefined),
    })
    const outcome = await (await small(url))()
    expect(outcome).toMatchObject({ code: 3, stdout: '' })
    expect(outcome.stderr).toMatch(/402[\s\S]*help: the account has no balance left/)
  })

  test('asks to retry later, and whose journal fails briefly, is retried', async () => {
    const { url } = await scriptedService({
      journal: () => answered,
      refuse: (path, times) => {
        if (path.endsWith('/dialogues')) return times === 1 ? 429 : undefined
        return path.endsWith('/journal') && times < 3 ? 503 : undefined
      },
    })
    const { code, stderr } = await (await small(url))()
    expect([code, stderr.includes('waiting 1 s: the service refused "create a dialogue" (429)')]).toEqual([0, true])
  })

  test('interrupts a message, the test is repeated from its beginning, in a new dialogue', async () => {
    const { url, dialogues, asked } = await scriptedService({
      journal: () => answered,
      refuse: (path, times) => (path.endsWith('/completion') && times === 2 ? 'cut' : undefined),
    })
    expect((await (await small(url))('--name', 'asks twice')).code).toBe(0)
    expect(dialogues).toEqual(['test: asks twice', 'test: asks twice'])
    expect(asked.map(({ dialogue }) => dialogue)).toEqual(['dialogue-1', 'dialogue-2', 'dialogue-2'])
  })

  test('is unreachable, the exit code is 3', async () => {
    const outcome = await (await small(`http://127.0.0.1:${await freePort()}`))()
    expect(outcome).toMatchObject({ code: 3, stdout: '' })
  })

  test('never answers, Ctrl-C ends the run with 130', async () => {
    const { url, asked } = await scriptedService({ journal: () => ({ status: 'PENDING' }) })
    const cwd = await folderWith({ 'scenarios/hours.scenario.yaml': scenario, 'scenarios/hours.test.yaml': tests })
    await writeFile(join(cwd, 'scenewright.config.yaml'), '')
    await addEnvironment(cwd, url, 'bot-1')
    const child = spawn(bin, ['test', '--against', 'live'], { cwd, env: { PATH: process.env.PATH, ...env } })
    const ended = new Promise(resolve => child.once('close', resolve))
    while (asked.length < 2) await new Promise(resolve => setTimeout(resolve, 10))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
  })
})

describe('wrong usage ends with 2', () => {
  test.each([
    [['--against', 'live', '--coverage'], '--coverage'],
    [['--against', 'live', '--watch'], '--watch'],
    [['--against', 'live', '--generate'], '--generate'],
    [['--against', 'elsewhere'], 'no environment "elsewhere"'],
    [['--against', 'live', '--timeout', '0'], '--timeout must be'],
    [['--timeout', '5'], '--timeout requires --against'],
    [['--webhook-port', '5000'], '--webhook-port requires --against'],
  ])('%j', async (args, said) => {
    const cwd = await folderWith({ 'scenarios/hours.scenario.yaml': scenario, 'scenarios/hours.test.yaml': tests })
    await writeFile(join(cwd, 'scenewright.config.yaml'), '')
    await addEnvironment(cwd, 'http://127.0.0.1:9', 'bot-1')
    const outcome = await scenewright(['test', ...args], { cwd, env })
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toContain(said)
  })

  test('a webhook port in use', async () => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { url } = await scriptedService({ journal: () => null })
    const outcome = await (await small(url))('--webhook-port', String(port))
    server.close()
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(`port ${port}`)
  })
})
