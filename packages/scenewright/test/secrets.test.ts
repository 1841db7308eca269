import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EchoingService, echoingService, type Manner, writingsOf } from './echoing-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

const email = 'team@example.com'
/** Each way to write it is another: quotes and slashes change in JSON, most of it in an address. */
const key = 'sk/Live "4f0c"+\\?key&=ü'

const scenario = (name: string) => `title: ${name}
trigger_description: The customer asks.
examples: [What about ${name}?]
flow:
  nodes:
    wait: { text: A week., next: done }
    done: END
`
const conversation = `conversations:
  - name: asks
    turns:
      - user: What about one?
        expect: { starts: one }
`

let service: EchoingService
let cwd: string
let outputs: Outcome[]

beforeEach(async () => {
  service = await echoingService()
  outputs = []
  const environment = (bot: string) => `{ url: "${service.url}", bot: ${bot}, timeout_ms: 3000, settle_ms: 0 }`
  cwd = await folderWith({
    'scenewright.config.yaml': `bot: { primary_language: en }
environments:
  staging: ${environment('b1')}
  production: ${environment('b2')}
  gone: { url: "http://127.0.0.1:9", bot: b3 }
  open: { url: "http://bots.example.com", bot: b4 }
`,
    'scenarios/one.scenario.yaml': scenario('one'),
    'scenarios/one.test.yaml': conversation,
  })
})

async function run(...args: readonly string[]): Promise<Outcome> {
  const env = { SCENEWRIGHT_EMAIL: email, SCENEWRIGHT_API_KEY: key, SCENEWRIGHT_DEBUG: '1' }
  const outcome = await scenewright(args, { cwd, env })
  outputs.push(outcome)
  return outcome
}

/** Neither what was printed nor any file of the project holds the key. */
function expectNoKey(): void {
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const texts = [
    ...outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]),
    ...files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  ]
  for (const writing of writingsOf(email, key)) {
    for (const text of texts) expect(text).not.toContain(writing)
  }
}

/** Each asks the service for something. */
const asking: readonly (readonly string[])[] = [
  ['apply', '--env', 'staging', '--yes', '--init'],
  ['apply', '--env', 'staging', '--yes', '--format', 'json'],
  ['apply', '--env', 'production', '--yes', '--init', '--format', 'ndjson'],
  ['deactivate', 'one', '--env', 'staging', '--yes', '--format', 'ndjson'],
  ['activate', 'one', '--env', 'staging', '--yes'],
  ['rollback', 'one', '--env', 'staging', '--yes', '--format', 'json'],
  ['promote', '--from', 'staging', '--env', 'production', '--yes'],
  ['doctor', '--env', 'staging'],
  ['doctor', '--env', 'staging', '--format', 'json'],
  ['test', '--against', 'staging'],
  ['test', '--against', 'staging', '--format', 'json'],
]

/** It names the service itself. */
const creating = () => ['service', 'bot', 'create', '--name', 'Shop', '--env', 'new', '--url', service.url]

/** Each tells what the others have left. */
const telling: readonly (readonly string[])[] = [
  ['plan', '--env', 'staging'],
  ['plan', '--env', 'staging', '--format', 'json'],
  ['plan', '--env', 'staging', '--out', 'plan.json'],
  ['status', '--env', 'staging'],
  ['status', '--env', 'production', '--format', 'json'],
  ['diff', '--against', 'deployed:staging'],
  ['state', 'show', '--env', 'staging'],
  ['state', 'log', '--env', 'staging'],
  ['state', 'export', '--env', 'staging'],
  ['resolve', 'one', '--env', 'production', '--not-created'],
]

const manners: readonly Manner[] = ['refuses', 'does not know the account', 'breaks', 'cuts its answer', 'shows a page']

describe('the API key is in no output and in no file', () => {
  test.each(manners)(
    'when the service %s',
    async manner => {
      for (const text of ['one', 'two']) {
        await writeFile(join(cwd, 'scenarios/one.scenario.yaml'), scenario(text))
        expect((await run('apply', '--env', 'staging', '--yes', '--init')).code).toBe(0)
      }
      await writeFile(join(cwd, 'scenarios/one.scenario.yaml'), scenario('three'))
      service.manner = manner
      for (const args of [...asking, ...telling, creating()]) await run(...args)
      expectNoKey()
      expect(outputs.map(({ code }) => code)).not.toContain(70)
    },
    120_000,
  )

  test('on success', async () => {
    // What a bot answers is not asked for: this service has no bot that would.
    for (const args of [...asking.filter(([command]) => command !== 'test'), ...telling, creating()]) await run(...args)
    expectNoKey()
    expect(outputs.map(({ code }) => code)).not.toContain(70)
  })

  test('if the service is unreachable', async () => {
    await run('doctor', '--env', 'gone')
    expect(await run('apply', '--env', 'gone', '--yes', '--init', '--format', 'ndjson')).toMatchObject({ code: 3 })
    expectNoKey()
  })
})

test.each([
  [2, ['apply', '--env', 'open', '--yes']],
  [2, ['test', '--against', 'open']],
  [1, ['doctor', '--env', 'open']],
])('plain http to another machine is rejected with %i by %j', async (refusal, args) => {
  const { code, stdout, stderr } = await run(...args)
  expect(code, stdout + stderr).toBe(refusal)
  expect(stdout + stderr).toContain('is not https')
  expectNoKey()
})
