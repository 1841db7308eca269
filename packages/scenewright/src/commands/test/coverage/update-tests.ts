import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sourcesAt } from '@scenewright/compiler'
import { type ConversationToPrint, renewTests, replaceFile, type TestsToPrint } from '@scenewright/compiler/format'
import { OperationError } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { ConversationTests, Expectation, TestConversation, TestTurn } from '@scenewright/model/conversation-tests'
import { count, visible } from '@scenewright/model/text'
import { listTestCases, type TestResult } from '@scenewright/simulator/conversation'
import { createCoverageMeter, expectationOf, type GeneratedTests } from '@scenewright/simulator/coverage'
import { type CompileOptions, openTestedSources, type TestedProject } from '@scenewright/workspace'
import { prepareBot, toSimulated } from '@scenewright/workspace/bot'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { runSuite } from '../local/run-suite.ts'
import { generate, generatedMark, generatedTag, unstartedText } from './generate-for-project.ts'

/**
 * Renews the generated tests that fail, in place: the walk and replies of conversations, and the decision of messages.
 * Everything else is kept. New gaps get tests in the first of these files. With `paths`, only the files there.
 */
export async function updateTests(
  invocation: Invocation,
  paths: readonly string[],
  options: CompileOptions,
): Promise<ExitCode> {
  const sources = await openTestedSources(invocation, options)
  const files = await generatedFiles(sources, paths, invocation.cwd)
  const opened = { ...sources, tests: sources.tests.map(own => followRenames(own, files)) }
  const renewed = new Map(files.map(file => [file.name, createChanges()]))
  const first = renewed.values().next().value
  if (first === undefined) throw noGeneratedTests(paths)
  const generated = await regenerate(invocation, options, { opened, files })
  for (const file of files) planConversations(file, generated, renewed.get(file.name))
  addConversations(files, generated, first)
  planMessages(files, generated, { renewed, first })
  for (const file of files) await write(invocation, opened.project.root, { file, changes: renewed.get(file.name) })
  invocation.terminal.err(unstartedText(generated.unstarted))
  return 0
}

/** A file of generated tests. */
interface GeneratedFile {
  readonly name: string
  readonly text: string
  readonly tests: ConversationTests
  /** By conversation; undefined for those that are not generated. */
  readonly generated: readonly (GeneratedName | undefined)[]
  /** The generated conversations that expected a former key. */
  readonly renamed: ReadonlySet<TestConversation>
}

/** What the name of a generated conversation says. */
interface GeneratedName {
  /** The present key of the scenario that it starts. */
  readonly key: string
  /** The name with this key. */
  readonly name: string
}

async function generatedFiles(
  { project, scenarios, tests }: TestedProject,
  paths: readonly string[],
  cwd: string,
): Promise<readonly GeneratedFile[]> {
  const wanted =
    paths.length === 0
      ? undefined
      : sourcesAt(
          project,
          paths.map(path => resolve(cwd, path)),
        )
  const formerKeys = new Map(scenarios.map(({ key, renamedFrom }) => [key, renamedFrom]))
  const presentKeys = presentKeysOf(scenarios)
  const files = await Promise.all(
    tests.map(async (own): Promise<readonly GeneratedFile[]> => {
      const name = fileOf(own)
      if (name === undefined || (wanted !== undefined && !wanted.has(name)) || !/\.ya?ml$/.test(name)) return []
      const text = await readFile(join(project.root, name), 'utf8')
      if (!text.replace(/^\ufeff/, '').startsWith(generatedMark)) return []
      const conversations = own.conversations.map(each => withPresentKeys(each, presentKeys))
      const generated = conversations.map(each => generatedName(each, formerKeys))
      // A test that is written by hand is left alone.
      const kept = conversations.map((each, index) => (generated[index] && each) ?? own.conversations[index] ?? each)
      const renamed = new Set(kept.filter((each, index) => each !== own.conversations[index]))
      return [{ name, text, tests: { ...own, conversations: kept }, generated, renamed }]
    }),
  )
  return files.flat()
}

/** The tests of a file, with the present keys if it has generated ones. */
function followRenames(own: ConversationTests, files: readonly GeneratedFile[]): ConversationTests {
  const name = fileOf(own)
  return files.find(file => file.name === name)?.tests ?? own
}

/** The present keys by former ones, except those that are in use again or that two scenarios have. */
function presentKeysOf(scenarios: TestedProject['scenarios']): ReadonlyMap<string, string> {
  const used = new Set(scenarios.map(({ key }) => key))
  const [found, shared] = [new Map<string, string>(), new Set<string>()]
  for (const { key, renamedFrom: former } of scenarios) {
    if (former === undefined || used.has(former)) continue
    if (found.has(former)) shared.add(former)
    found.set(former, key)
  }
  for (const former of shared) found.delete(former)
  return found
}

/** The same conversation if it expects no former key. */
function withPresentKeys(conversation: TestConversation, presentKeys: ReadonlyMap<string, string>): TestConversation {
  const now = (key: string) => presentKeys.get(key) ?? key
  const turns = conversation.turns.map((turn): TestTurn => {
    const { starts, clarifies } = turn.expect ?? {}
    if (![starts ?? '', ...(clarifies ?? [])].some(key => presentKeys.has(key))) return turn
    const expect = { ...turn.expect, ...(starts && { starts: now(starts) }) }
    return { ...turn, expect: { ...expect, ...(clarifies && { clarifies: clarifies.map(now) }) } }
  })
  return turns.every((turn, index) => turn === conversation.turns[index]) ? conversation : { ...conversation, turns }
}

function fileOf({ conversations, tables }: ConversationTests): string | undefined {
  return (conversations[0] ?? tables[0])?.place.file
}

/**
 * The name of a generated conversation contains the key of the scenario that its last turn starts, or the former key, if
 * only the expectation was changed when the scenario was renamed.
 */
function generatedName(
  { name, turns, tags }: TestConversation,
  formerKeys: ReadonlyMap<string, string | undefined>,
): GeneratedName | undefined {
  const key = turns.at(-1)?.expect?.starts
  const names = (each: string) => [`starts ${each}`, `offers ${each}, and starts it when it is picked`]
  if (key === undefined || tags.length > 0) return undefined
  const found = [key, formerKeys.get(key) ?? key].map(each => names(each).indexOf(name)).find(index => index >= 0)
  return found === undefined ? undefined : { key, name: names(key)[found] ?? name }
}

/** New tests, and the present ones that fail. */
interface Regenerated extends GeneratedTests {
  /** The messages that fail. */
  readonly failed: ReadonlySet<string>
  /** The generated conversations that fail, with the present results; undefined if they start another scenario now. */
  readonly stale: ReadonlyMap<TestConversation, TestConversation | undefined>
}

/** Generates tests again: for the scenarios whose generated conversations fail, and for what no passing test covers. */
async function regenerate(
  invocation: Invocation,
  options: CompileOptions,
  { opened, files }: { readonly opened: TestedProject; readonly files: readonly GeneratedFile[] },
): Promise<Regenerated> {
  const prepared = await prepareBot(invocation, options, opened)
  const meter = createCoverageMeter(prepared.bot, opened.scenarios.map(toSimulated))
  const uncovered = new Map(meter.coverage().scenarios.map(scenario => [scenario.key, scenario]))
  const conversations = new Map(files.flatMap(listGenerated))
  const keys = new Set<string | undefined>()
  const failed = new Set<string>()
  const stale = new Map<TestConversation, TestConversation | undefined>()
  await runSuite(invocation, prepared, opened.tests.flatMap(listTestCases), result => {
    meter.add(result)
    const name = placeName(result)
    const conversation = conversations.get(name)
    if (result.status === 'passed') return
    if (conversation === undefined) failed.add(name)
    else {
      keys.add(startedBy(conversation))
      stale.set(conversation, withPresentResults(conversation, result))
    }
  })
  const covered = meter.coverage()
  const wanted = covered.scenarios.map(scenario => {
    const none = keys.has(scenario.key) ? uncovered.get(scenario.key) : undefined
    return none === undefined ? scenario : { ...none, outcomes: scenario.outcomes }
  })
  const generated = await generate(invocation, prepared, { opened, wanted: { ...covered, scenarios: wanted } })
  return { ...generated, failed, stale }
}

/** The generated conversations of a file, by their places. */
function listGenerated({ name: file, tests, generated }: GeneratedFile): readonly [string, TestConversation][] {
  return tests.conversations.flatMap((conversation, index): readonly [string, TestConversation][] => {
    const { name, place } = conversation
    return generated[index] === undefined
      ? []
      : [[placeName({ file, line: place.range.start.line, name }), conversation]]
  })
}

/** The scenario that the last message of a conversation must start. */
function startedBy({ turns }: ConversationToPrint): string | undefined {
  return turns.at(-1)?.expect?.starts
}

/**
 * The same conversation, but the fields that `--generate` writes and that fail have their present values. What a person
 * has changed or added stays, also if it fails. Undefined if the messages no longer lead to the scenario.
 */
function withPresentResults(conversation: TestConversation, result: TestResult): TestConversation | undefined {
  const turns = conversation.turns.map((turn, index): TestTurn | undefined => {
    const taken = result.turns[index]
    if (taken === undefined || turn.expect === undefined) return turn
    const present = expectationOf(taken)
    const fields = result.failures.filter(failure => failure.turn === index).map(({ about }) => about)
    const isLast = index === conversation.turns.length - 1
    if (isLast ? fields.includes('starts') : fields.includes('clarifies') && !present.clarifies) return undefined
    // A new reply fails no list of others, but the walk to it fails.
    const isLonger = fields.includes('walk') && isPartOf(turn.expect.replies, present.replies)
    const renewed = generatedFields
      .filter(field => fields.includes(field) || (field === 'replies' && isLonger))
      .map(field => [field, present[field]])
    return { ...turn, expect: { ...turn.expect, ...Object.fromEntries(renewed) } }
  })
  return turns.includes(undefined) ? undefined : { ...conversation, turns: turns.filter(turn => turn !== undefined) }
}

/** Whether replies are as `--generate` writes them, with others between them now. */
function isPartOf(before: Expectation['replies'], present: Expectation['replies'] = []): boolean {
  if (before === undefined) return false
  const left = before.map(reply => canonicalJson(reply))
  for (const reply of present) if (canonicalJson(reply) === left[0]) left.shift()
  return left.length === 0
}

const generatedFields = ['clarifies', 'walk', 'replies', 'ends'] as const

function placeName({ file, line, name }: Pick<TestResult, 'file' | 'line' | 'name'>): string {
  return JSON.stringify([file, line, name])
}

/** The changes of one file, and the names of the tests that they concern. */
interface Changes {
  readonly replaced: Map<number, ConversationToPrint | undefined>
  readonly removedMessages: Set<string>
  readonly conversations: GeneratedTests['conversations'][number][]
  readonly triggers: NonNullable<TestsToPrint['triggers']>[number][]
  readonly added: string[]
  readonly changed: string[]
  readonly removed: string[]
}

function createChanges(): Changes {
  return {
    replaced: new Map(),
    removedMessages: new Set(),
    conversations: [],
    triggers: [],
    added: [],
    changed: [],
    removed: [],
  }
}

interface Renewed {
  readonly renewed: ReadonlyMap<string, Changes>
  /** The changes of the file that gets new tests. */
  readonly first: Changes
}

function planConversations(
  { tests, generated, renamed }: GeneratedFile,
  { conversations, stale }: Regenerated,
  changes: Changes | undefined,
): void {
  for (const [index, before] of tests.conversations.entries()) {
    const own = generated[index]
    if (own === undefined || (!stale.has(before) && !renamed.has(before) && before.name === own.name)) continue
    const kept = stale.has(before) ? stale.get(before) : before
    const next = kept ? { name: own.name, turns: kept.turns } : conversations.find(each => startedBy(each) === own.key)
    changes?.replaced.set(index, next)
    changes?.[next === undefined ? 'removed' : 'changed'].push(before.name)
  }
}

/** Adds the conversations of scenarios that no generated one starts. */
function addConversations(files: readonly GeneratedFile[], { conversations }: Regenerated, first: Changes): void {
  const there = new Set(files.flatMap(({ generated }) => generated.map(own => own?.key)))
  for (const conversation of conversations) {
    if (there.has(startedBy(conversation))) continue
    first.conversations.push(conversation)
    first.added.push(conversation.name)
  }
}

function planMessages(
  files: readonly GeneratedFile[],
  { triggers, failed }: Regenerated,
  { renewed, first }: Renewed,
): void {
  const renewable = new Map<string, Changes>()
  for (const { name, tests } of files) {
    const changes = renewed.get(name)
    for (const [table, { tags, messages }] of tests.tables.entries()) {
      if (!tags.includes(generatedTag)) continue
      for (const [index, { text, place }] of messages.entries()) {
        if (!failed.has(placeName({ file: name, line: place.range.start.line, name: text }))) continue
        changes?.removedMessages.add(messageName(table, index))
        if (changes !== undefined) renewable.set(text, changes)
      }
    }
  }
  for (const { messages, ...decision } of triggers) {
    for (const changes of renewed.values()) {
      const own = messages.filter(message => (renewable.get(message) ?? first) === changes)
      if (own.length > 0) changes.triggers.push({ ...decision, tags: [generatedTag], messages: own })
      for (const message of own) changes[renewable.has(message) ? 'changed' : 'added'].push(message)
    }
    for (const message of messages) renewable.delete(message)
  }
  for (const [message, changes] of renewable) changes.removed.push(message)
}

function messageName(table: number, message: number): string {
  return `${table} ${message}`
}

async function write(
  { terminal }: Invocation,
  root: string,
  { file, changes }: { readonly file: GeneratedFile; readonly changes: Changes | undefined },
): Promise<void> {
  if (changes === undefined) return
  const { added, changed, removed } = changes
  if (added.length + changed.length + removed.length === 0) {
    terminal.err(`${visible(file.name)}: unchanged\n`)
    return
  }
  const renewal = {
    replaced: changes.replaced,
    isRemoved: (table: number, message: number) => changes.removedMessages.has(messageName(table, message)),
    added: { conversations: changes.conversations, triggers: changes.triggers },
  }
  const formatting = await renewTests(file.name, file.text, renewal)
  if (formatting === undefined) {
    terminal.err(`${visible(file.name)}: no test remains, so delete the file\n`)
    return
  }
  if (!formatting.ok) throw new OperationError('sources', `"${file.name}" is no valid file of tests`)
  await replaceFile(join(root, file.name), formatting.text)
  terminal.err(`${visible(file.name)}: ${added.length} added, ${changed.length} changed, ${removed.length} removed\n`)
  for (const [what, names] of Object.entries({ added, changed, removed })) terminal.err(listText(what, names))
}

/** The number of tests that are named. */
const maxNamed = 20

function listText(what: string, names: readonly string[]): string {
  const lines = names.slice(0, maxNamed).map(name => `  ${what}: ${visible(name)}\n`)
  return names.length > maxNamed
    ? `${lines.join('')}  and ${count(names.length - maxNamed, 'other')}\n`
    : lines.join('')
}

function noGeneratedTests(paths: readonly string[]): OperationError {
  return new OperationError('usage', paths.length === 0 ? 'there are no generated tests' : 'no generated tests there', {
    help: `a file of generated tests begins with "${generatedMark}": scenewright test --generate --out scenarios/generated.test.yaml`,
  })
}
