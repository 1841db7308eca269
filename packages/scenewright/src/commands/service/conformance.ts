import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '@scenewright/client'
import type { Account, ConformanceOptions, RowResult } from '@scenewright/conformance'
import { OperationError } from '@scenewright/model'
import { headerVariable } from '@scenewright/model/header-variable'
import { count } from '@scenewright/model/text'
import { json } from '../../render/json.ts'
import { type CommandDefinition, type Invocation, numberOption, type SharedOptions } from '../../shell/command.ts'
import { painter, progressLine } from '../../shell/terminal.ts'

interface Options extends SharedOptions {
  readonly format: 'text' | 'json' | 'junit'
  readonly url: string
  readonly email?: string
  readonly apiKeyEnv: string
  readonly only?: readonly string[]
  readonly badInputs?: boolean
  readonly receiverPort?: number
  readonly receiverUrl?: string
  readonly restartCommand?: string
  readonly failSkipped?: boolean
}

type Variables = Invocation['env']

export const serviceConformance: CommandDefinition<Options> = {
  formats: ['text', 'json', 'junit'],
  options: command =>
    command
      .requiredOption('--url <address>', 'the service, without /api/v1')
      .option('--email <address>', 'the account that runs the tests (default: SCENEWRIGHT_EMAIL)')
      .option(
        '--api-key-env <name>',
        'the environment variable with the API key of that account',
        'SCENEWRIGHT_API_KEY',
      )
      .option(
        '--only <rows>',
        'run only these rows: ids (C-042, C-1xx), kinds, or parts of operations, separated by commas',
        listed,
      )
      .option('--bad-inputs', 'send invalid requests instead, generated from its OpenAPI document')
      .option(
        '--receiver-port <number>',
        'listen for webhooks on this port',
        numberOption('--receiver-port', 1, 65_535),
      )
      .option('--receiver-url <address>', 'how the service reaches that port, if it is on another machine')
      .option(
        '--restart-command <command>',
        'a shell command that kills the service and starts it again, for row C-387',
      )
      .option('--fail-skipped', 'exit with 1 also if a row is skipped')
      .addHelpText('after', environmentText),
  examples: [
    [
      'scenewright service conformance --url http://127.0.0.1:4600',
      'run all tests against the service on this machine',
    ],
    [
      'scenewright service conformance --url https://bots.example.com --only C-0xx,auth',
      'run some tests against another service',
    ],
    ['scenewright service conformance --url http://127.0.0.1:4600 --format junit > rows.xml', 'for CI'],
    [
      'scenewright service conformance --url http://127.0.0.1:4600 --bad-inputs',
      'test that it rejects invalid requests',
    ],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const { runBadInputs, runConformance } = await import('@scenewright/conformance')
    const progress = progressLine(terminal)
    let done = 0
    const onRow = () => {
      done += 1
      progress.show(`${count(done, 'row')} checked against ${options.url}`)
    }
    const run = options.badInputs ? runBadInputs : runConformance
    const results = await run({ ...conformanceOptions(invocation, options), onRow }).finally(() => progress.show(''))
    terminal.out(await printReport(results, options, terminal.color.out))
    return results.some(({ verdict: { kind } }) => isFailure(kind, options)) ? 1 : 0
  },
}

const environmentText = `
More accounts enable more tests, which are otherwise skipped:
  SCENEWRIGHT_STRANGER_EMAIL, SCENEWRIGHT_STRANGER_API_KEY  a second account
  SCENEWRIGHT_INACTIVE_EMAIL, SCENEWRIGHT_INACTIVE_API_KEY  an inactive account
  SCENEWRIGHT_UNPAID_EMAIL, SCENEWRIGHT_UNPAID_API_KEY      an account without balance
  SCENEWRIGHT_FORMER_API_KEY                                a key that the first account had before`

function isFailure(kind: RowResult['verdict']['kind'], { failSkipped = false }: Options): boolean {
  return kind === 'fail' || kind === 'error' || (kind === 'skipped' && failSkipped)
}

function listed(text: string): readonly string[] {
  return text.split(',').map(word => word.trim())
}

function conformanceOptions({ env, signal }: Invocation, options: Options): ConformanceOptions {
  const [stranger, inactive, unpaid] = ['STRANGER', 'INACTIVE', 'UNPAID'].map(name => readAccount(env, name))
  const receiver = receiverOptions(options)
  const formerKey = headerVariable(env, ['SCENEWRIGHT_FORMER_API_KEY'], { isEncoded: true })
  const { restartCommand } = options
  return {
    baseUrl: options.url,
    owner: readOwner(env, options),
    ...(stranger !== undefined && { stranger }),
    ...(inactive !== undefined && { inactive }),
    ...(unpaid !== undefined && { unpaid }),
    ...(formerKey && { formerKey }),
    ...(receiver !== undefined && { receiver }),
    ...(restartCommand !== undefined && { restart: () => restartBy(restartCommand, options.url, signal) }),
    ...(options.only !== undefined && { only: options.only }),
    signal,
  }
}

function readOwner(env: Variables, options: Options): Account {
  const { apiKeyEnv, email = headerVariable(env, ['SCENEWRIGHT_EMAIL'], { isEncoded: true }) } = options
  const apiKey = headerVariable(env, [apiKeyEnv], { isEncoded: true })
  if (email && apiKey) return { email, apiKey }
  throw new OperationError('usage', 'no credentials for the service', {
    help: `set SCENEWRIGHT_EMAIL, or --email, and ${apiKeyEnv}; \`scenewright service init\` prints both`,
  })
}

function readAccount(env: Variables, name: string): Account | undefined {
  const read = (what: string) => headerVariable(env, [`SCENEWRIGHT_${name}_${what}`], { isEncoded: true })
  const [email, apiKey] = [read('EMAIL'), read('API_KEY')]
  return email && apiKey ? { email, apiKey } : undefined
}

/** A service on this machine can reach this machine; any other needs an address. */
function receiverOptions({ url, receiverPort, receiverUrl }: Options): ConformanceOptions['receiver'] {
  const isNear = URL.canParse(url) && isLoopback(new URL(url).hostname)
  if (!isNear && receiverUrl === undefined) return undefined
  return {
    ...(receiverPort !== undefined && { port: receiverPort }),
    ...(receiverUrl !== undefined && { url: receiverUrl }),
  }
}

/** How long a restarted service may take until it answers, in milliseconds, and how often it is asked. */
const startTimeMs = 60_000
const pauseMs = 250

/** Runs the command, and waits until the service answers. Its output is discarded: it may keep running as the service. */
async function restartBy(command: string, url: string, signal: AbortSignal): Promise<void> {
  // Imported dynamically: the bundle replaces the static import, which Commander has and never uses.
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(command, { shell: true, stdio: 'ignore', signal })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new OperationError('usage', `the restart command ended with ${String(code)}`)
  const end = Date.now() + startTimeMs
  const answers = () =>
    fetch(`${url.replace(/\/+$/, '')}/api/v1/bots`, { signal }).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    signal.throwIfAborted()
    if (Date.now() > end) throw new OperationError('network', 'the service does not answer after its restart')
    await wait(pauseMs, undefined, { signal })
  }
}

async function printReport(results: readonly RowResult[], { format }: Options, color: boolean): Promise<string> {
  const { conformanceJson, conformanceJunit, conformanceText } = await import('@scenewright/conformance')
  if (format === 'json') return json(conformanceJson(results))
  return format === 'junit' ? conformanceJunit(results) : conformanceText(results, painter(color))
}
