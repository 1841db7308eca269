import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderWith, type Outcome, scenewright } from '../run.ts'
import { type EchoingService, echoingService, type Manner, writingsOf } from './echoing-service.ts'
import { type CallValues, serviceCalls, serviceCommands } from './service-calls.ts'

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
    'lost.config.yaml': `bot: { primary_language: en }
environments:
  staging: { url: "${service.url}", bot: b1, state: { type: file, path: lost.json } }
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

/** Deploys two versions, so that there is one to roll back to. */
async function deployTwice(): Promise<void> {
  for (const text of ['one', 'two']) {
    await writeFile(join(cwd, 'scenarios/one.scenario.yaml'), scenario(text))
    expect((await run('apply', '--env', 'staging', '--yes', '--init')).code).toBe(0)
  }
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

/** Further arguments of some commands; all others are called with their required ones. */
const variants: CallValues['variants'] = {
  diff: [['--against', 'deployed:staging']],
  test: [['--against', 'staging']],
  plan: [[], ['--refresh'], ['--out', 'plan.json']],
  apply: [['--init'], ['--init', '--env', 'production']],
  harvest: [['--since', '2026-01-01', '--out', 'messages.csv', '--force']],
  promote: [['--init', '--from', 'staging', '--env', 'production']],
  adopt: [['one', '--id', 'record-1']],
  deactivate: [['--hold', 'Under test.']],
  rollback: [['one']],
  status: [[], ['--env', 'production']],
  resolve: [['--not-created'], ['--not-created', '--env', 'production']],
  'state export': [[], ['--out', 'state.json']],
  'state move': [['--to', 'file', '--path', 'moved.json']],
  'state rebuild': [['--config', 'lost.config.yaml', '--receipts', '.scenewright/receipts/staging.ndjson']],
  'state restore': [['--force']],
  'service bot create': [['--name', 'Shop', '--env', 'new']],
  'service conformance': [['--only', 'C-042']],
}

const found = await serviceCommands()

const calls = (chooseFormats: CallValues['chooseFormats']) =>
  serviceCalls(found, {
    chooseFormats,
    environment: 'staging',
    url: service.url,
    arguments: { key: 'one', keys: 'one', file: 'state.json' },
    variants,
  })

const manners: readonly Manner[] = ['refuses', 'does not know the account', 'breaks', 'cuts its answer', 'shows a page']

test('every variant is of a command that names a service', () => {
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(variants)))
})

describe('the API key is in no output and in no file', () => {
  test.each(manners)('when the service %s', async manner => {
    await deployTwice()
    await writeFile(join(cwd, 'scenarios/one.scenario.yaml'), scenario('three'))
    service.manner = manner
    // Together, the tests call each command in each of its formats.
    const index = manners.indexOf(manner)
    const calledInOne = calls(formats => formats.filter((_, at) => at === index % formats.length))
    for (const args of calledInOne) await run(...args)
    expectNoKey()
    expect(outputs.map(({ code }) => code)).not.toContain(70)
  })

  test('on success', async () => {
    await deployTwice()
    // This service has no bot that answers.
    const answered = calls(formats => formats).filter(([command]) => command !== 'test')
    for (const args of answered) {
      const { code, stderr } = await run(...args)
      // There is no open request to resolve, and a bot's environment is added once. All other calls are valid.
      if (args[0] !== 'resolve' && args[0] !== 'service') expect(code, `${args.join(' ')}\n${stderr}`).not.toBe(2)
    }
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
