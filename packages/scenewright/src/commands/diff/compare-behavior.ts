import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Project } from '@scenewright/compiler'
import {
  type BehaviorChange,
  type ComparedScenario,
  createComparison,
  groupMovedMessages,
  hasOtherTriggers,
  type LevelSettings,
  type MovedMessages,
  type ScenarioDiff,
} from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import { count } from '@scenewright/model/text'
import type { CompileOptions } from '@scenewright/workspace'
import { botSettings, type PreparedBot, prepareBot, scoresOffline, toSimulated } from '@scenewright/workspace/bot'
import type { Invocation } from '../../shell/command.ts'
import { progressLine } from '../../shell/terminal.ts'
import { readMessages } from '../lab/read-messages.ts'
import { createTimeSlicer } from '../lab/time-slicer.ts'
import { createModels, type Projects, sideProjects } from './compared-bots.ts'
import { startComparisonThreads } from './comparison-threads.ts'
import { createMessageParts, type MessageParts } from './message-parts.ts'
import type { Sides, WholeSides } from './sides.ts'

/** The inputs for a comparison of the behavior of both sides. */
export interface BehaviorQuestion {
  readonly project: Project
  readonly sides: Sides
  /** The known differences between the two sides. */
  readonly scenarios: readonly ScenarioDiff[]
  readonly levels?: LevelSettings
  /** A file of customer messages. */
  readonly messages?: string
}

/**
 * The number of messages per part: an endpoint accepts many at once, but a thread that finishes early should not wait
 * long.
 */
const partSize = { online: 1000, offline: 200 } as const

/** From this many messages on, a further thread saves more time than it needs to create the bots again. */
const threadsFrom = 4000

/** Each has both bots in memory. */
const maxThreads = 4

/** The changes of decisions. */
export interface Behavior {
  /** In the order of the messages. */
  readonly changes: readonly BehaviorChange[]
  /** The project's own messages that start a different scenario, or none. */
  readonly moved: readonly MovedMessages[]
}

/**
 * Sends every example, exclusion and test message of either side, and the messages of the file, to both bots, and
 * returns those with a different answer. Each side decides with its own settings. If no difference can affect a
 * decision, no bot is asked.
 */
export async function compareBehavior(
  invocation: Invocation,
  options: CompileOptions,
  question: BehaviorQuestion,
): Promise<Behavior> {
  const { project, sides, messages } = question
  if (messages !== undefined) requireUse(invocation, sides, messages)
  const projects = sideProjects(project, sides)
  if (sides.whole === undefined || !mayDiffer(sides, projects)) return { changes: [], moved: [] }
  const whole = await sides.whole()
  const changes = await askBoth(invocation, options, { ...question, whole, projects })
  return { changes, moved: groupMoved(changes, whole, question) }
}

function mayDiffer({ base, head }: Sides, projects: Projects): boolean {
  const deciding = ({ config }: Project) => canonicalJson([botSettings(config), config.scorer ?? 'lexical'])
  return hasOtherTriggers(base.scenarios, head.scenarios) || deciding(projects.base) !== deciding(projects.head)
}

function groupMoved(
  changes: readonly BehaviorChange[],
  { base, head, messages }: WholeSides,
  { scenarios, levels = {} }: BehaviorQuestion,
): readonly MovedMessages[] {
  const own = new Set([...[...base, ...head].flatMap(textsOf), ...messages.map(({ text }) => text)])
  const meant = new Set([
    ...head.flatMap(({ key, document }) => (document.scenario.examples ?? []).map(text => meaning(text, key))),
    ...messages.flatMap(({ text, starts }) => (starts === undefined ? [] : [meaning(text, starts)])),
  ])
  const renames = renamesIn(scenarios)
  return groupMovedMessages(changes, {
    now: key => renames.get(key) ?? key,
    isOwn: message => own.has(message),
    isMeant: (message, key) => meant.has(meaning(message, key)),
    levels,
  })
}

function meaning(message: string, key: string): string {
  return JSON.stringify([message, key])
}

function renamesIn(scenarios: readonly ScenarioDiff[]): ReadonlyMap<string, string> {
  return new Map(scenarios.flatMap(({ key, was }) => (was === undefined ? [] : [[was, key]])))
}

interface Question extends BehaviorQuestion {
  readonly whole: WholeSides
  readonly projects: Projects
}

async function askBoth(
  invocation: Invocation,
  options: CompileOptions,
  { projects, whole, scenarios, messages }: Question,
): Promise<readonly BehaviorChange[]> {
  const asked = await collectMessages(invocation, whole, messages)
  const [base, head] = createModels(whole)
  const renames = renamesIn(scenarios)
  const isOffline = scoresOffline(projects.base.config) && scoresOffline(projects.head.config)
  const parts = createMessageParts(asked, isOffline ? partSize.offline : partSize.online)
  const settings = { base: botSettings(projects.base.config), head: botSettings(projects.head.config) }
  const bots = { base: base.map(toSimulated), head: head.map(toSimulated), settings, renames }
  const threads = isOffline ? threadsFor(asked.length) : 0
  const progress = progressLine(invocation.terminal)
  const help = threads > 0 ? startComparisonThreads(bots, parts, { threads, signal: invocation.signal }) : undefined
  try {
    const before = await prepareBot(invocation, options, { project: projects.base, scenarios: base })
    const after = await prepareBot(invocation, options, { project: projects.head, scenarios: head }, before)
    await askAll(invocation.signal, [before, after], { parts, renames, show: progress.show })
    await help?.done
  } finally {
    progress.show('')
    await help?.stop()
  }
  return parts.changes()
}

/** A missing file must be reported even if nothing differs. */
function requireUse({ cwd }: Invocation, { whole }: Sides, file: string): void {
  if (whole === undefined) {
    throw new OperationError(
      'usage',
      `the compared files are not complete bots, so the messages of "${file}" cannot be answered`,
      {
        help: 'compare two folders or revisions, or omit --messages',
      },
    )
  }
  if (file === '-' || existsSync(resolve(cwd, file))) return
  throw new OperationError('usage', `cannot read "${file}": there is no such file`)
}

/** The number of additional threads. */
function threadsFor(messages: number): number {
  return messages < threadsFrom ? 0 : Math.min(maxThreads, availableParallelism()) - 1
}

interface Asking {
  readonly parts: MessageParts
  readonly renames: ReadonlyMap<string, string>
  show(progress: string): void
}

/** Processes parts until none is left. */
async function askAll(
  signal: AbortSignal,
  [before, after]: readonly [PreparedBot, PreparedBot],
  { parts, renames, show }: Asking,
): Promise<void> {
  const compare = createComparison(before.bot, after.bot, renames)
  const pauseIfDue = createTimeSlicer(signal, () => show(`${parts.done} of ${count(parts.all, 'message')} asked …`))
  for (let part = parts.take(); part !== undefined; part = parts.take()) {
    await Promise.all([before.readyOnce(part.messages), after.readyOnce(part.messages)])
    const changes: BehaviorChange[] = []
    for (const message of part.messages) {
      const change = compare(message)
      if (change !== undefined) changes.push(change)
      await pauseIfDue()
    }
    parts.give(part.place, changes)
  }
}

/** All messages, each once: those of both sides, and those in a file of messages. */
async function collectMessages(
  { cwd, stdin }: Invocation,
  { base, head, messages }: WholeSides,
  file: string | undefined,
): Promise<readonly string[]> {
  const asked = new Set([...[...base, ...head].flatMap(textsOf), ...messages.map(({ text }) => text)])
  if (file !== undefined) for await (const { text } of readMessages({ cwd, file, stdin })) asked.add(text)
  return [...asked]
}

function textsOf({ document }: ComparedScenario): readonly string[] {
  const { examples = [], exclusions = [] } = document.scenario
  return [...examples, ...exclusions]
}
