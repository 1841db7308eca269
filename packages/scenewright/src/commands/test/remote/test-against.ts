import { type BotRecord, type Client, createClient, ServiceError } from '@scenewright/client'
import { botDefaults, type ProjectConfig } from '@scenewright/model/config'
import { count, visible } from '@scenewright/model/text'
import type { SimulatedScenario } from '@scenewright/simulator'
import { createTestJudge, type ObservedTest, type TestCase } from '@scenewright/simulator/conversation'
import { openTestedSources, type TestedProject } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import { repositoryFolder } from '../../../render/repository-folder.ts'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { waitToRetry } from '../../../shell/pause.ts'
import { painter, progressLine } from '../../../shell/terminal.ts'
import { openTarget, type Target } from '../../deploy/deploy.ts'
import { requireCredentials } from '../../deploy/environment.ts'
import { testFormats } from '../formats/index.ts'
import { chosenTests } from '../local/chosen-tests.ts'
import type { TestOptions } from '../local/create-test-run.ts'
import { type AgainstOptions, defaultTimeout } from './against-options.ts'
import { type AnswerSource, journalAnswers } from './answer-source.ts'
import { compareWithState, type Deployed } from './compare-with-state.ts'
import { runRemoteTests } from './run-remote-tests.ts'
import { summarize } from './summarize.ts'
import { webhookAnswers } from './webhook-answers.ts'

/** The maximum number of listed scenarios. */
const maxNamed = 5

/** The options for running tests against the bot of an environment. */
export type LiveTestOptions = Pick<TestOptions, 'config' | 'cache' | 'tag' | 'skipTag' | 'name' | 'format'> &
  Omit<AgainstOptions, 'against'> & { readonly against: string }

/**
 * Runs the selected tests against the bot of an environment, and prints the results next to the simulated answers:
 * resolves with 1 if a test has failed. A different decision of the bot is reported, but is not a failure.
 */
export async function testAgainst(
  invocation: Invocation,
  paths: readonly string[],
  options: LiveTestOptions,
): Promise<ExitCode> {
  const { terminal, cwd, env } = invocation
  const opened = await openTestedSources(invocation, options)
  const tests = chosenTests(opened, { ...options, paths, cwd })
  const target = await openTarget(invocation, opened.project, { ...options, env: options.against })
  const prepared = await prepareBot(invocation, options, opened)
  const { results, deployed } = await hold(invocation, options, { opened, tests, target, prepared })
  const { tell, render } = await testFormats[options.format]()
  const folder = repositoryFolder(opened.project.root, env)
  const context = { color: terminal.color.out, folder, scoredBy: prepared.scoredBy }
  const reportedTests = results.map(result => ({
    file: result.file,
    status: result.status,
    text: tell(result, context),
  }))
  const against = { ...summarize(results), deployed, environment: target.environment }
  for (const piece of render({ tests: reportedTests, against }, context)) terminal.out(piece)
  return results.every(({ status }) => status === 'passed') ? 0 : 1
}

interface Work {
  readonly opened: TestedProject
  readonly tests: readonly TestCase[]
  readonly target: Target
  readonly prepared: PreparedBot
}

async function hold(
  invocation: Invocation,
  options: LiveTestOptions,
  { opened, tests, target, prepared }: Work,
): Promise<{ readonly results: readonly ObservedTest[]; readonly deployed: Deployed }> {
  const { terminal, signal } = invocation
  const { name, url, bot, timeoutMs } = target.environment
  const { email, apiKey } = requireCredentials(name, invocation.env)
  const client = createClient({ url, email, apiKey, timeoutMs })
  const settings = await compareSettings(client, bot, { config: opened.project.config, signal })
  const deployed = await compareWithState(opened, target)
  const paint = painter(terminal.color.err)
  for (const note of writeNotes(name, deployed, settings)) terminal.err(`${paint('yellow', 'note')}: ${note}\n`)
  await prepared.ready(tests.flatMap(({ turns }) => turns.map(({ user }) => user)))
  const judge = await createTestJudge(prepared.bot, tests, deployedScenarios(deployed))
  const answers = await openAnswers(options, { client, bot })
  const progress = progressLine(terminal)
  try {
    const answered = await runRemoteTests({ client, bot, answers }, tests, {
      signal,
      wait(ms, error, ending) {
        progress.show('')
        return waitToRetry({ ...invocation, signal: ending }, ms, error)
      },
      onHeld: done => progress.show(`${done} of ${count(tests.length, 'test')} held ...`),
    })
    return { results: tests.map((test, at) => judge(test, answered[at] ?? [])), deployed }
  } finally {
    progress.show('')
    await answers.close()
  }
}

/** The deployed scenarios that differ from the sources. */
function deployedScenarios(deployed: Deployed): readonly SimulatedScenario[] {
  if (deployed.kind !== 'different') return []
  return deployed.scenarios.flatMap(({ key, deployed: document }) =>
    document === undefined ? [] : [{ key, isActive: true, scenario: document.scenario }],
  )
}

function openAnswers(
  { timeout = defaultTimeout, webhookPort }: LiveTestOptions,
  { client, bot }: { readonly client: ReturnType<typeof createClient>; readonly bot: string },
): AnswerSource | Promise<AnswerSource> {
  const timeoutMs = timeout * 1000
  if (webhookPort !== undefined) return webhookAnswers(webhookPort, timeoutMs)
  return journalAnswers({ client, bot, timeoutMs, now: () => performance.now() })
}

/** Notes to read before the differences, one line each. */
function writeNotes(environment: string, deployed: Deployed, settings: readonly OtherSetting[]): readonly string[] {
  return [
    ...deployedNote(environment, deployed),
    ...settings.map(
      ({ field, config, service }) =>
        `the bot's ${field} is ${visible(JSON.stringify(service))}, but the config has ${JSON.stringify(config)}: expect differences`,
    ),
  ]
}

function deployedNote(environment: string, deployed: Deployed): readonly string[] {
  switch (deployed.kind) {
    case 'same':
      return []
    case 'unknown':
      return [`whether "${environment}" matches the sources is unknown: ${visible(deployed.reason)}`]
    case 'different': {
      const { scenarios } = deployed
      const named = scenarios.slice(0, maxNamed).map(({ key, action }) => `${visible(key)} (${action})`)
      const others = scenarios.length - named.length
      const list = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
      return [
        `"${environment}" does not match the sources: ${count(scenarios.length, 'scenario')} would be deployed, ${list}; expect differences`,
      ]
    }
  }
}

/** A setting of the bot that affects scenario matching and differs from the config. */
interface OtherSetting {
  readonly field: string
  readonly config: unknown
  readonly service: unknown
}

/** The maximum number of bots to search. */
const page = 100
const maxPages = 10

/**
 * The settings of the bot on the service that differ from the config; empty if the list of bots does not contain it, or
 * the service refuses to list its bots.
 */
async function compareSettings(
  client: Client,
  bot: string,
  { config, signal }: { readonly config: ProjectConfig; readonly signal: AbortSignal },
): Promise<readonly OtherSetting[]> {
  const record = await findBot(client, bot, signal)
  if (record === undefined) return []
  return Object.entries({ ...botDefaults, ...config.bot }).flatMap(([field, value]) => {
    const there = record[field]
    return there === undefined || there === value ? [] : [{ field, config: value, service: there }]
  })
}

async function findBot(client: Client, bot: string, signal: AbortSignal): Promise<BotRecord | undefined> {
  try {
    for (let skip = 0; skip < page * maxPages; skip += page) {
      const { data, meta } = await client.listBots({ skip, take: page }, { signal })
      const found = data.find(({ unique_id }) => unique_id === bot)
      if (found !== undefined || skip + page >= meta.total) return found
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError) || error.status === 401) throw error
  }
  return undefined
}
