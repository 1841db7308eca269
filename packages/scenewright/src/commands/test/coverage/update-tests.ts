import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sourcesAt } from '@scenewright/compiler'
import { renewTests, replaceFile, type TestsToPrint } from '@scenewright/compiler/format'
import { OperationError } from '@scenewright/model'
import type { ConversationTests, TestConversation } from '@scenewright/model/conversation-tests'
import { count, visible } from '@scenewright/model/text'
import { listTestCases, type TestResult } from '@scenewright/simulator/conversation'
import { createCoverageMeter, type GeneratedTests } from '@scenewright/simulator/coverage'
import { type CompileOptions, openTestedSources, type TestedProject } from '@scenewright/workspace'
import { prepareBot, toSimulated } from '@scenewright/workspace/bot'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { runSuite } from '../local/run-suite.ts'
import { generate, generatedMark, generatedTag, unstartedText } from './generate-for-project.ts'

/**
 * Renews the generated tests in place: the expectations of generated conversations, and generated messages that fail.
 * Other tests and comments are kept. New gaps get tests in the first of these files. With `paths`, only the files there.
 */
export async function updateTests(
  invocation: Invocation,
  paths: readonly string[],
  options: CompileOptions,
): Promise<ExitCode> {
  const opened = await openTestedSources(invocation, options)
  const files = await generatedFiles(opened, paths, invocation.cwd)
  const renewed = new Map(files.map(file => [file.name, createChanges()]))
  const first = renewed.values().next().value
  if (first === undefined) throw noGeneratedTests(paths)
  const generated = await regenerate(invocation, options, { opened, files })
  planConversations(files, generated, { renewed, first })
  planMessages(files, generated, { renewed, first })
  for (const file of files) await write(invocation, opened.project.root, { file, changes: renewed.get(file.name) })
  invocation.terminal.err(unstartedText(generated.unstarted))
  return 0
}

/** A file of generated tests; `keys` are the scenarios of its generated conversations, undefined for other ones. */
interface GeneratedFile {
  readonly name: string
  readonly text: string
  readonly tests: ConversationTests
  readonly keys: readonly (string | undefined)[]
}

async function generatedFiles(
  { project, tests }: TestedProject,
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
  const files = await Promise.all(
    tests.map(async (own): Promise<readonly GeneratedFile[]> => {
      const name = fileOf(own)
      if (name === undefined || (wanted !== undefined && !wanted.has(name)) || !/\.ya?ml$/.test(name)) return []
      const text = await readFile(join(project.root, name), 'utf8')
      if (!text.replace(/^\ufeff/, '').startsWith(generatedMark)) return []
      return [{ name, text, tests: own, keys: own.conversations.map(generatedKey) }]
    }),
  )
  return files.flat()
}

function fileOf({ conversations, tables }: ConversationTests): string | undefined {
  return (conversations[0] ?? tables[0])?.place.file
}

/** The scenario of a generated conversation: the name of the conversation says it, and its last turn starts it. */
function generatedKey({ name, turns, tags }: TestConversation): string | undefined {
  const key = /^starts (.+)$/.exec(name)?.[1] ?? /^offers (.+), and starts it when it is picked$/.exec(name)?.[1]
  return tags.length === 0 && turns.at(-1)?.expect?.starts === key ? key : undefined
}

/** Generates the tests again: for the scenarios that have generated ones, and for what no other test covers. */
async function regenerate(
  invocation: Invocation,
  options: CompileOptions,
  { opened, files }: { readonly opened: TestedProject; readonly files: readonly GeneratedFile[] },
): Promise<GeneratedTests & { readonly failed: ReadonlySet<string> }> {
  const prepared = await prepareBot(invocation, options, opened)
  const scenarios = opened.scenarios.map(toSimulated)
  const meter = createCoverageMeter(prepared.bot, scenarios)
  const uncovered = new Map(meter.coverage().scenarios.map(scenario => [scenario.key, scenario]))
  const keys = new Set(files.flatMap(file => file.keys))
  const kept = opened.tests.map(tests => {
    const file = files.find(({ name }) => name === fileOf(tests))
    const conversations = tests.conversations.filter((_, index) => file?.keys[index] === undefined)
    return { ...tests, conversations }
  })
  const failed = new Set<string>()
  await runSuite(invocation, prepared, kept.flatMap(listTestCases), result => {
    meter.add(result)
    if (result.status === 'failed') failed.add(placeName(result))
  })
  const covered = meter.coverage()
  const wanted = covered.scenarios.map(scenario => {
    const none = keys.has(scenario.key) ? uncovered.get(scenario.key) : undefined
    return none === undefined ? scenario : { ...none, outcomes: scenario.outcomes }
  })
  const generated = await generate(invocation, prepared, { opened, wanted: { ...covered, scenarios: wanted } })
  return { ...generated, failed }
}

function placeName({ file, line, name }: Pick<TestResult, 'file' | 'line' | 'name'>): string {
  return JSON.stringify([file, line, name])
}

/** The changes of one file, and the names of the tests that they concern. */
interface Changes {
  readonly replaced: Map<number, GeneratedTests['conversations'][number] | undefined>
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
  files: readonly GeneratedFile[],
  { conversations }: GeneratedTests,
  { renewed, first }: Renewed,
): void {
  const byKey = new Map(conversations.map(each => [each.turns.at(-1)?.expect.starts, each]))
  const there = new Set(files.flatMap(({ keys }) => keys))
  for (const { name, tests, keys } of files) {
    const changes = renewed.get(name)
    keys.forEach((key, index) => {
      const before = tests.conversations[index]
      if (key === undefined || before === undefined) return
      const next = byKey.get(key)
      if (next !== undefined && isSame(before, next)) return
      changes?.replaced.set(index, next)
      changes?.[next === undefined ? 'removed' : 'changed'].push(before.name)
    })
  }
  for (const [key, conversation] of byKey) {
    if (key === undefined || there.has(key)) continue
    first.conversations.push(conversation)
    first.added.push(conversation.name)
  }
}

function isSame({ name, turns }: TestConversation, next: GeneratedTests['conversations'][number]): boolean {
  const plain = turns.map(({ user, expect }) => ({ user, expect }))
  return name === next.name && contentOf(plain) === contentOf(next.turns)
}

/** The content of a value, whatever the order of its fields. */
function contentOf(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function planMessages(
  files: readonly GeneratedFile[],
  { triggers, failed }: Awaited<ReturnType<typeof regenerate>>,
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
