import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sourcesAt } from '@scenewright/compiler'
import { printTests } from '@scenewright/compiler/format'
import { OperationError } from '@scenewright/model'
import { count, visible } from '@scenewright/model/text'
import { listTestCases, type TestCase } from '@scenewright/simulator/conversation'
import {
  type Coverage,
  createCoverageMeter,
  type GeneratedTests,
  generateTests,
  listCandidateMessages,
} from '@scenewright/simulator/coverage'
import { type CompileOptions, openTestedSources, type TestedProject } from '@scenewright/workspace'
import { type PreparedBot, prepareBot, toSimulated } from '@scenewright/workspace/bot'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { isSameFile, writeNew } from '../../../shell/files.ts'
import { endedBySignals } from '../../../shell/signals.ts'
import { progressLine } from '../../../shell/terminal.ts'
import { scenariosNamed } from '../local/chosen-tests.ts'
import { runSuite } from '../local/run-suite.ts'

/**
 * Prints or writes the smallest set of tests for the parts that no passing test of the project covers. With `paths`
 * (keys, files or folders), only for those scenarios.
 */
export async function generateForProject(
  invocation: Invocation,
  paths: readonly string[],
  options: CompileOptions & GenerateOptions,
): Promise<ExitCode> {
  const { terminal, cwd } = invocation
  const opened = await openTestedSources(invocation, options)
  const prepared = await prepareBot(invocation, options, opened)
  const replaced = options.out === undefined ? [] : testsIn(opened, resolve(cwd, options.out))
  const covered = await coveredBefore(invocation, prepared, { opened, replaced, isAll: options.all === true })
  const wanted = { ...covered, scenarios: covered.scenarios.filter(chosenScenarios(opened, paths, cwd)) }
  const generated = await generate(invocation, prepared, { opened, wanted })
  terminal.err(unstartedText(generated.unstarted))
  await put(invocation, options, { generated, replaced, project: opened.project })
  return 0
}

/** The tests in the file that is written: they are replaced, so they cover nothing. */
function testsIn({ project, tests }: TestedProject, path: string): readonly TestCase[] {
  if (!existsSync(path)) return []
  const files = sourcesAt(project, [path])
  return tests.flatMap(listTestCases).filter(({ place }) => files.has(place.file))
}

interface Before {
  readonly opened: TestedProject
  readonly replaced: readonly TestCase[]
  readonly isAll: boolean
}

async function coveredBefore(
  invocation: Invocation,
  prepared: PreparedBot,
  { opened, replaced, isAll }: Before,
): Promise<Coverage> {
  const meter = createCoverageMeter(prepared.bot, opened.scenarios.map(toSimulated))
  if (isAll) return meter.coverage()
  const files = new Set(replaced.map(({ place }) => place.file))
  const tests = opened.tests.flatMap(listTestCases).filter(({ place }) => !files.has(place.file))
  const failed = await runSuite(invocation, prepared, tests, result => meter.add(result))
  if (failed > 0)
    invocation.terminal.err(
      `${count(failed, 'test')} failed: parts that only failing tests visit do not count as covered\n`,
    )
  return meter.coverage()
}

export async function generate(
  { terminal }: Invocation,
  { bot, ready }: PreparedBot,
  { opened, wanted }: { readonly opened: TestedProject; readonly wanted: Coverage },
): Promise<GeneratedTests> {
  const scenarios = opened.scenarios.map(toSimulated)
  await ready(listCandidateMessages(scenarios))
  const progress = progressLine(terminal)
  progress.show('messages tried ...')
  const generated = endedBySignals(process, () => generateTests(bot, scenarios, wanted))
  progress.show('')
  return generated
}

interface Written extends Pick<TestedProject, 'project'> {
  readonly generated: GeneratedTests
  readonly replaced: readonly TestCase[]
}

async function put(
  { terminal, cwd }: Invocation,
  { out, force }: GenerateOptions,
  { generated, replaced, project }: Written,
): Promise<void> {
  const { conversations, triggers } = generated
  const messages = triggers.reduce((sum, table) => sum + table.messages.length, 0)
  const what = `${count(conversations.length, 'conversation')} and ${count(messages, 'message')}`
  if (conversations.length + messages === 0) terminal.err('there are no further tests to generate\n')
  else if (out === undefined) terminal.out(generatedText(generated))
  else {
    const path = resolve(cwd, out)
    await writeNew(path, generatedText(generated), force === true)
    terminal.err(`${what} written to ${out}\n${lostText(generated, replaced)}${outsideText(project, path)}`)
  }
}

function outsideText(project: TestedProject['project'], path: string): string {
  const isSource = [...sourcesAt(project, [])].some(file => isSameFile(path, join(project.root, file)))
  return isSource ? '' : 'warning: the file is not below a sources folder, so `scenewright test` does not run it\n'
}

/** The number of lost tests that are named. */
const maxNamed = 10

/** Which tests the file no longer has, and whether it has fewer than before. */
function lostText({ conversations, triggers }: GeneratedTests, replaced: readonly TestCase[]): string {
  const messages = triggers.flatMap(table => table.messages)
  const fewer = replaced.length - conversations.length - messages.length
  const names = new Set([...conversations.map(({ name }) => name), ...messages])
  const lost = replaced.filter(({ name }) => !names.has(name))
  if (lost.length === 0 && fewer <= 0) return ''
  const named = lost.slice(0, maxNamed).map(({ name }) => `"${visible(name)}"`)
  const others = lost.length > maxNamed ? `, and ${lost.length - maxNamed} others` : ''
  const size = fewer > 0 ? [`it has ${count(fewer, 'test')} fewer than before.`] : []
  const removed = lost.length > 0 ? [`Removed: ${named.join(', ')}${others}`] : []
  return `warning: ${[...size, ...removed].join(' ')}\n`
}

/**
 * Returns the scenarios that `paths` select: keys, and files or folders relative to `cwd`. By default, all scenarios.
 * Anything else is an OperationError.
 */
function chosenScenarios(
  opened: TestedProject,
  paths: readonly string[],
  cwd: string,
): (scenario: { readonly key: string }) => boolean {
  if (paths.length === 0) return () => true
  const keys = new Set<string>()
  const files = new Set<string>()
  for (const path of paths) {
    const named = scenariosNamed(opened, path, cwd)
    for (const { key } of named.scenarios) keys.add(key)
    for (const file of named.files) files.add(file)
  }
  for (const { key, file } of opened.scenarios) if (files.has(file)) keys.add(key)
  return ({ key }) => keys.has(key)
}

/** The options for generating tests. */
export interface GenerateOptions {
  /** Whether they are generated at all. */
  readonly generate?: boolean
  /** Whether to include parts that tests already cover. */
  readonly all?: boolean
  readonly out?: string
  readonly force?: boolean
  /** Whether to renew the generated tests of the project. */
  readonly update?: boolean
}

/** Rejects conflicting options, as an OperationError. */
export function requireSense(options: GenerateOptions & { readonly format: string }): void {
  const { generate, update, format, out, force } = options
  if (update === true && format !== 'text') {
    throw new OperationError('usage', `--update writes YAML, not ${format}`, { help: 'omit --format' })
  }
  if (generate !== true) rejectGenerateOptions(options)
  else if (format !== 'text') {
    throw new OperationError('usage', `--generate prints YAML, not ${format}`, { help: 'omit --format' })
  } else if (out === undefined && force === true) {
    throw new OperationError('usage', '--force requires --out', { help: 'name the file to replace' })
  } else if (out !== undefined && !/\.test\.ya?ml$/.test(out)) {
    throw new OperationError('usage', `"${out}" would not be a test file`, {
      help: 'name a test file <name>.test.yaml, below a sources folder',
    })
  }
}

function rejectGenerateOptions({ all, out, force }: GenerateOptions): void {
  const [name] = Object.entries({ all, out, force }).flatMap(([option, value]) => (value === undefined ? [] : [option]))
  if (name === undefined) return
  throw new OperationError('usage', `--${name} requires --generate`, {
    help: 'for example: scenewright test --generate --out scenarios/generated.test.yaml; to save a report, use > tests.xml',
  })
}

/** The first line of a file of generated tests. */
export const generatedMark = '# Written by scenewright test --generate'

/** The tag of a table that `--generate` writes: `--update` renews its messages. */
export const generatedTag = 'generated'

/** The file of tests, already formatted. */
function generatedText({ conversations, triggers }: GeneratedTests): string {
  const tagged = triggers.map(table => ({ ...table, tags: [generatedTag] }))
  return `${generatedMark}: what the bot answers now.\n\n${printTests({ conversations, triggers: tagged })}`
}

/** Reports the scenarios without a test, and why: one line each. */
export function unstartedText(unstarted: GeneratedTests['unstarted']): string {
  return unstarted.map(one => `no test for "${visible(one.scenario)}": ${reason(one)}\n`).join('')
}

function reason({ tried }: GeneratedTests['unstarted'][number]): string {
  if (tried === undefined) return 'it has neither examples nor other texts to test'
  const { message, decision } = tried
  return `none of its examples starts it; "${visible(message)}" ${leadsTo(decision)}`
}

function leadsTo(decision: NonNullable<GeneratedTests['unstarted'][number]['tried']>['decision']): string {
  switch (decision.kind) {
    case 'start':
      return `starts "${visible(decision.scenario)}"`
    case 'clarify':
      return `causes a clarification between ${decision.candidates.map(key => `"${visible(key)}"`).join(', ')}`
    case 'none':
      return 'starts nothing'
  }
}
