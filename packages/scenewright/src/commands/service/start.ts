import { resolve } from 'node:path'
import { isLoopback } from '@scenewright/client'
import { readData } from '@scenewright/compiler/data'
import { OperationError } from '@scenewright/model'
import { headerVariable } from '@scenewright/model/header-variable'
import { validate } from '@scenewright/schemas/validate/providers'
import type { ProviderSettings, ProvidersSettings } from '@scenewright/service'
import { restoreEngine, tuneEngine } from '@scenewright/workspace/engine'
import { type CommandDefinition, numberOption, type SharedOptions } from '../../shell/command.ts'
import { readInput } from '../../shell/files.ts'
import { ownCommand } from '../../shell/installation.ts'
import { loadService } from './load-service.ts'
import {
  defaultPort,
  defaultUrl,
  type LocationOptions,
  locationOptions,
  locationWords,
  readLocation,
} from './location.ts'

type Env = Readonly<Record<string, string | undefined>>

interface ProviderEntry extends Omit<ProviderSettings, 'apiKey' | 'allowPrivate' | 'timeoutMs'> {
  readonly api_key_env?: string
  readonly allow_private?: boolean
  readonly timeout_ms?: number
}

/** The help for an invalid file of providers. */
const help =
  'for example: { "llm_provider_d": { "url": "http://127.0.0.1:11434/v1", "version": "small", "allow_private": true } }'

const environmentAndExitCodes = `
Environment:
  SCENEWRIGHT_DATABASE_URL         the PostgreSQL database, if neither --data nor --database-url is given
  SCENEWRIGHT_DATABASE_DIRECT_URL  the same database, if a pooler is in between: without the pooler
  OTEL_EXPORTER_OTLP_ENDPOINT      the collector of traces, and the other standard variables OTEL_…; default: no traces

Exit codes:
  0  stopped by a signal
  2  incorrect usage or configuration
  3  the database is not available, or the port is in use
  5  another process uses the data folder, or the key file is missing or different
  6  the database in the data folder is damaged or lost: restore a backup
  7  the disk of the data folder is full: free some space, and start again
  8  the database in the data folder stopped answering: start again`

interface Options extends SharedOptions, LocationOptions {
  readonly port: number
  readonly host: string
  readonly behindProxy?: boolean
  readonly allowLoopbackWebhooks?: boolean
  readonly ignoreUnknownFields?: boolean
  readonly maskForbidden?: boolean
  readonly credits?: number
  readonly requestsPerMinute?: number
  readonly maxBots?: number
  readonly maxDocuments?: number
  readonly maxStoredMb?: number
  readonly keyFile?: string
  readonly discardHeaderValues?: boolean
  readonly providers?: string
  readonly strictProviders?: boolean
  readonly answerTimeout?: number
  readonly retentionDays?: number
  readonly eraseAfterDays?: number
  readonly dialogueDays?: number
  readonly requestTimeout?: number
  readonly databaseTimeout?: number
  readonly log?: boolean
  readonly metrics?: boolean
  readonly drain?: number
}

export const serviceStart: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  endsBySignal: true,
  options: command =>
    locationOptions(command)
      .option(
        '--port <number>',
        'the port to listen on; 0 picks a free port',
        numberOption('--port', 0, 65_535),
        defaultPort,
      )
      .option('--host <address>', 'the address to listen on', '127.0.0.1')
      .option('--behind-proxy', 'a proxy in front handles TLS (required for any address except this machine)')
      .option(
        '--allow-loopback-webhooks',
        'send results also to webhooks on this machine, as receivers in development need',
      )
      .option('--ignore-unknown-fields', 'ignore unknown fields of requests instead of rejecting them')
      .option('--mask-forbidden', "report another account's objects as not found instead of forbidden")
      .option(
        '--credits <number>',
        'the maximum number of completions per account; default: unlimited',
        numberOption('--credits', 0),
      )
      .option(
        '--requests-per-minute <number>',
        'the maximum number of requests per account and minute; default: 120,000; 0: unlimited',
        numberOption('--requests-per-minute', 0),
      )
      .option(
        '--max-bots <number>',
        'the maximum number of bots per account; default: 10,000',
        numberOption('--max-bots', 0),
      )
      .option(
        '--max-documents <number>',
        'the maximum number of documents per account; default: 100,000',
        numberOption('--max-documents', 0),
      )
      .option(
        '--max-stored-mb <number>',
        'the maximum size of documents, scenarios and attachments per account, in megabytes; default: 10,000',
        numberOption('--max-stored-mb', 0),
      )
      .option(
        '--key-file <file>',
        'the file with the key that encrypts header values; by default in the folder of --data',
      )
      .option('--discard-header-values', 'discard header values that the key does not decrypt')
      .option('--providers <file>', 'the language models, as JSON; without them bots answer offline')
      .option('--strict-providers', 'reject completions of a bot whose provider is not configured')
      .option(
        '--answer-timeout <seconds>',
        'end a completion with ERROR after this long; default: 300, or more if a provider may take longer',
        numberOption('--answer-timeout', 1, 86_400),
      )
      .option(
        '--retention-days <number>',
        'delete journal entries after this many days; default: 30',
        numberOption('--retention-days', 1, 36_500),
      )
      .option(
        '--erase-after-days <number>',
        'erase the content of deleted objects after this many days; default: 7',
        numberOption('--erase-after-days', 0, 36_500),
      )
      .option(
        '--dialogue-days <number>',
        'delete a dialogue this many days after its last message; default: never',
        numberOption('--dialogue-days', 1, 36_500),
      )
      .option(
        '--request-timeout <seconds>',
        'answer a request with 503 if it takes longer; default: 60',
        numberOption('--request-timeout', 1, 3600),
      )
      .option(
        '--database-timeout <seconds>',
        'cancel a statement in PostgreSQL after this long, and answer its request with 503; default: 30',
        numberOption('--database-timeout', 1, 86_400),
      )
      .option('--metrics', 'serve /metrics to other machines, too')
      .option(
        '--drain <seconds>',
        'report at /readyz for this long that the service is stopping, then stop',
        numberOption('--drain', 0, 600),
      )
      .option('--log', 'print a log to standard error, one JSON object per line')
      .addHelpText('after', environmentAndExitCodes),
  examples: [
    ['scenewright service start --data ./service-data', `start on http://127.0.0.1:${defaultPort}; stop with Ctrl-C`],
    ['scenewright service start --database-url postgres://localhost/bots', 'use PostgreSQL'],
    ['scenewright service start --data ./service-data --providers providers.json', 'answer with language models'],
  ],
  async run({ terminal, cwd, env, signal }, _args, options) {
    const {
      port,
      host,
      behindProxy,
      ignoreUnknownFields,
      maskForbidden,
      credits,
      keyFile,
      providers,
      strictProviders,
    } = options
    const location = readLocation(options, { cwd, env })
    const service = await loadService({ cwd }).startService({
      ...location,
      port,
      host,
      ...(behindProxy && { behindProxy }),
      ...(options.allowLoopbackWebhooks && { allowLoopbackWebhooks: true }),
      ...(ignoreUnknownFields && { ignoreUnknownFields }),
      ...(maskForbidden && { maskForbidden }),
      ...(credits !== undefined && { credits }),
      ...(options.requestsPerMinute !== undefined && { requestsPerMinute: options.requestsPerMinute }),
      quotas: quotasOf(options),
      ...(keyFile !== undefined && { keyFile: resolve(cwd, keyFile) }),
      ...(options.discardHeaderValues && { discardHeaderValues: true }),
      ...(providers !== undefined && { providers: await readProviders(providers, { cwd, env }) }),
      ...(strictProviders && { strictProviders }),
      ...(options.answerTimeout !== undefined && { answerTimeoutMs: options.answerTimeout * 1000 }),
      ...(options.retentionDays !== undefined && { retentionDays: options.retentionDays }),
      ...(options.eraseAfterDays !== undefined && { eraseAfterDays: options.eraseAfterDays }),
      ...(options.dialogueDays !== undefined && { dialogueDays: options.dialogueDays }),
      ...(options.requestTimeout !== undefined && { handlerTimeoutMs: options.requestTimeout * 1000 }),
      ...(options.databaseTimeout !== undefined && { databaseLimits: { statementMs: options.databaseTimeout * 1000 } }),
      ...(options.metrics && { metrics: true }),
      ...(options.drain !== undefined && { drainMs: options.drain * 1000 }),
      ...(options.log && { log: process.stderr }),
      environment: env,
    })
    tuneEngine('service')
    if (options.format === 'json') terminal.out(`${JSON.stringify({ event: 'ready', url: service.url })}\n`)
    // Programs read the log, which has the address too.
    else if (!options.log) terminal.err(readyText(service, options, ownCommand(env)))
    const failure = await Promise.race([aborted(signal), service.failed]).finally(() => service.close())
    restoreEngine()
    if (failure !== undefined) throw failure
    return 0
  },
}

function quotasOf({ maxBots, maxDocuments, maxStoredMb }: Options) {
  return {
    ...(maxBots !== undefined && { bots: maxBots }),
    ...(maxDocuments !== undefined && { documents: maxDocuments }),
    ...(maxStoredMb !== undefined && { storedMb: maxStoredMb }),
  }
}

function readyText(
  { url, hasAccount }: { readonly url: string; readonly hasAccount: boolean },
  location: LocationOptions,
  command: string,
): string {
  // Clients do not connect to "all addresses", and they send credentials over plain HTTP to this machine only.
  const local = url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:')
  const create = `${command} service bot create --name "My bot" --env local${local === defaultUrl ? '' : ` --url ${local}`}`
  const account = `${command} service init${locationWords(location)} --email <your e-mail address>`
  const bot = isLoopback(new URL(local).hostname) ? `No bot yet? In another terminal: ${create}\n` : ''
  const hint = hasAccount ? bot : `No account yet: stop the service, and run ${account}\n`
  return `The service is running at ${url}; stop it with Ctrl-C.\nAPI description: ${local}/openapi.json\n${hint}`
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/**
 * Reads the file of providers, with their keys from the environment. An invalid file or a missing key is an
 * OperationError `usage`.
 */
export async function readProviders(
  path: string,
  { cwd, env }: { readonly cwd: string; readonly env: Env },
): Promise<ProvidersSettings> {
  const text = await readInput(cwd, path)
  const value = parse(text, path)
  if (!validate(value)) throw misfit(path)
  await rejectRepeatedKeys(text, path)
  // It has just been checked against the schema.
  const entries = Object.entries(value as Readonly<Record<string, ProviderEntry>>)
  return Object.fromEntries(entries.map(([id, entry]) => [id, readSettings(id, entry, env)]))
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OperationError('usage', `"${path}" is not JSON: ${cause instanceof Error ? cause.message : cause}`, {
      help,
    })
  }
}

/** `JSON.parse` keeps the last one without a word. JSON is YAML, whose parser finds them. */
async function rejectRepeatedKeys(text: string, path: string): Promise<void> {
  const read = await readData(path, text)
  if ('fault' in read) throw new OperationError('usage', `${path}:${read.line}: ${read.fault}`, { help })
}

function misfit(path: string): OperationError {
  const [error] = validate.errors ?? []
  const place =
    (error?.instancePath ?? '') === '' ? path : `${path}, ${error?.instancePath.slice(1).replaceAll('/', '.')}`
  const unknown = error?.params.additionalProperty
  const what = typeof unknown === 'string' ? `there is no "${unknown}"` : error?.message
  return new OperationError('usage', `${place}: ${what}`, { help })
}

function readSettings(
  id: string,
  { api_key_env, allow_private, timeout_ms, ...entry }: ProviderEntry,
  env: Env,
): ProviderSettings {
  const apiKey = api_key_env === undefined ? undefined : headerVariable(env, [api_key_env])
  if (api_key_env !== undefined && apiKey === undefined) {
    throw new OperationError('usage', `The key of the provider "${id}" is not set.`, {
      help: `set the environment variable ${api_key_env}, or remove "api_key_env" if no key is needed`,
    })
  }
  return {
    ...entry,
    ...(apiKey !== undefined && { apiKey }),
    ...(allow_private !== undefined && { allowPrivate: allow_private }),
    ...(timeout_ms !== undefined && { timeoutMs: timeout_ms }),
  }
}
