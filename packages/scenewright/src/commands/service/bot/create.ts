import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BotFields, createClient, isLoopback, ServiceError } from '@scenewright/client'
import { addEnvironment, type NewEnvironment, type Project } from '@scenewright/compiler'
import { replaceFile } from '@scenewright/compiler/format'
import { OperationError } from '@scenewright/model'
import { environmentDefaults, type Language, languages } from '@scenewright/model/config'
import { apiLimits } from '@scenewright/model/limits'
import { visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import { json } from '../../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../../shell/command.ts'
import { ownCommand } from '../../../shell/installation.ts'
import { requireCredentials } from '../../deploy/environment.ts'
import { defaultPort, defaultUrl } from '../location.ts'

interface Options extends SharedOptions {
  readonly name: string
  readonly url: string
  readonly env?: string
  readonly language?: Language
  readonly provider: string
  readonly webhookUrl?: string
  readonly clarify?: boolean
  readonly clarifyMinConfidence?: number
  readonly clarifyMargin?: number
}

export const serviceBotCreate: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command => {
    const { clarifyConfidence, clarifyMargin } = apiLimits
    command
      .requiredOption('--name <name>', 'the name of the bot')
      .option('--env <name>', 'add the bot to the config as the environment of that name')
      .option('--url <url>', 'the service, without /api/v1', defaultUrl)
      .addOption(
        command
          .createOption('--language <code>', "the customers' language (default: the config's, else ru)")
          .choices(languages),
      )
      .option('--clarify', 'ask the customer to choose a topic when several scenarios match')
      .option('--no-clarify', "never ask (default: the config's setting, else never)")
      .option(
        '--clarify-min-confidence <number>',
        'the minimum confidence of an offered scenario',
        percentOption('--clarify-min-confidence', clarifyConfidence),
      )
      .option(
        '--clarify-margin <number>',
        'the confidence difference below which the decision is ambiguous',
        percentOption('--clarify-margin', clarifyMargin),
      )
      .option('--webhook-url <url>', 'the address to which the service sends answers')
      .addOption(
        command
          .createOption('--provider <name>', 'the language model provider; the local service works without one too')
          .choices(['llm_provider_a', 'llm_provider_b', 'llm_provider_c', 'llm_provider_d'])
          .default('llm_provider_d'),
      )
  },
  examples: [
    ['scenewright service bot create --name "My bot" --env local', 'a bot on the local service, added to the config'],
    ['scenewright service bot create --name "My bot" --language de', 'print the lines to add to the config instead'],
    ['scenewright service bot create --name "My bot" --url http://127.0.0.1:8080', 'on another port'],
  ],
  async run(invocation, _args, options) {
    const { terminal, env, signal } = invocation
    const project = await openConfig(invocation, options)
    const url = options.url.replace(/\/+$/, '')
    // Everything that can fail is checked before the bot is created: a second run would create a second one.
    if (options.env !== undefined) await withEnvironment(project, { name: options.env, url, bot: 'to be created' })
    const credentials = requireCredentials(options.env, env)
    const client = createClient({ url, ...credentials, timeoutMs: environmentDefaults.timeout_ms })
    const fields = botFields(project, options)
    const bot = await client.createBot(fields, { signal }).catch(error => {
      throw explained(error, url)
    })
    const created: Created = { bot: bot.unique_id, botName: fields.name, url, command: ownCommand(env) }
    const added = options.env === undefined ? undefined : await add(project, { ...created, name: options.env })
    if (options.format === 'json') {
      const environment = added === undefined ? {} : { environment: options.env }
      terminal.out(json({ unique_id: bot.unique_id, name: fields.name, url, ...environment }))
    } else if (added === undefined) {
      terminal.err(pasteText(project, created))
      terminal.out(await linesToPaste(project, created))
    } else {
      terminal.err(addedText(added, { ...created, name: options.env ?? '' }))
      terminal.out(`${visible(bot.unique_id)}\n`)
    }
    terminal.err('\nRunning this command again creates another bot.\n')
    return 0
  },
}

/** Parses the value of an option that may have decimals, as the fields of a bot do; anything else is a usage error. */
function percentOption(name: string, { min, max }: { readonly min: number; readonly max: number }) {
  return (text: string): number => {
    const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new OperationError('usage', `${name} must be a number from ${min} to ${max}, not "${text}"`)
  }
}

/** The fields for creating the bot: those of the config, unless an option overrides them. */
function botFields({ config }: Project, options: Options): BotFields {
  const { name, provider, language, webhookUrl, clarify, clarifyMinConfidence, clarifyMargin } = options
  return {
    name,
    gpt_model: provider,
    ...config.bot,
    ...(language !== undefined && { primary_language: language }),
    ...(clarify !== undefined && { scenario_clarify_enabled: clarify }),
    ...(clarifyMinConfidence !== undefined && { scenario_clarify_min_confidence: clarifyMinConfidence }),
    ...(clarifyMargin !== undefined && { scenario_clarify_margin: clarifyMargin }),
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
  }
}

/** The text of the project's config with one more environment. An OperationError if it cannot be added. */
async function withEnvironment({ root, config, configFile }: Project, environment: NewEnvironment): Promise<string> {
  const { name } = environment
  if (!/^[A-Za-z0-9][\w-]*$/.test(name)) {
    throw new OperationError('usage', `"${name}" cannot be the name of an environment`, {
      help: 'use letters, digits, - and _, such as "local"',
    })
  }
  if (configFile === null) {
    throw new OperationError('config', 'there is no scenewright.config.yaml here or in a parent folder', {
      help: '`scenewright init` creates a project; or omit --env to print the lines to add',
    })
  }
  if (Object.hasOwn(config.environments ?? {}, name)) {
    throw new OperationError('config', `${configFile} already has an environment "${name}"`, {
      help: 'choose another name, or remove that environment first; or omit --env to print the lines to add',
    })
  }
  const text = await addEnvironment(await readFile(join(root, configFile), 'utf8'), environment)
  if (text !== undefined) return text
  throw new OperationError('config', `${configFile} has no place for a new environment`, {
    help: 'omit --env to print the lines to add',
  })
}

interface Created {
  readonly bot: string
  readonly botName: string
  readonly url: string
  /** The command that runs the toolkit. */
  readonly command: string
}

/** Writes the environment into the config and returns the file's name. The bot exists: an error names its id. */
async function add(project: Project, created: Created & { readonly name: string }): Promise<string> {
  const { root, configFile } = project
  const { name, url, bot } = created
  try {
    const text = await withEnvironment(project, { name, url, bot })
    const file = configFile ?? ''
    await replaceFile(join(root, file), text)
    return file
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('config', `the bot ${bot} was created, but not added to the config: ${why}`, {
      cause,
      help: `add it by hand: under "environments", "${name}" with url: ${url} and bot: ${bot}`,
    })
  }
}

/** The error of a service that did not create the bot, with what to do about it. */
function explained(error: unknown, url: string): unknown {
  if (!(error instanceof ServiceError)) return error
  const { message, outcome, status } = error
  const { hostname, port } = new URL(url)
  if (outcome === 'not-sent' && isLoopback(hostname) && message.includes('ECONNREFUSED')) {
    const option = port === String(defaultPort) ? '' : ` --port ${port || 80}`
    return new OperationError('network', `the service is not running: nothing answers at ${url}`, {
      cause: error,
      help: `Start it: scenewright service start --data DIR${option}`,
    })
  }
  // The values that the service rejects came from the command line or the config.
  if (status === 400) return new OperationError('usage', message, { cause: error })
  if (outcome === 'not-sent' || outcome === 'rejected') return error
  return new OperationError(error.code, message, {
    cause: error,
    help: 'the bot may exist: list the bots of the account before you run this again, or there may be two',
  })
}

function pasteText({ configFile, config }: Project, created: Created): string {
  const where = config.environments === undefined ? 'to' : 'under "environments" in'
  return `${createdText(created)}Add this ${where} ${configFile ?? 'scenewright.config.yaml'}:\n\n`
}

/** The environment as in a config: with its own heading, unless the config already has it. */
async function linesToPaste({ config }: Project, { url, bot }: Created): Promise<string> {
  const name = isLoopback(new URL(url).hostname) ? 'local' : 'production'
  const lines = (await addEnvironment('', { name, url, bot })) ?? ''
  return visible(config.environments === undefined ? lines : lines.slice(lines.indexOf('\n') + 1))
}

function addedText(file: string, created: Created & { readonly name: string }): string {
  const { command, name } = created
  return `${createdText(created)}${file} contains it as the environment "${name}". Next:

  ${command} plan --env ${name}
  ${command} apply --env ${name} --init

`
}

function createdText({ bot, botName }: Created): string {
  return visible(`Created the bot "${botName}": ${bot}\n`)
}
