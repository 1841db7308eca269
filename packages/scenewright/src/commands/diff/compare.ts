import type { Project } from '@scenewright/compiler'
import { diffScenarios, diffSettings, type LevelSettings } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import { openConfig } from '@scenewright/workspace'
import type { Invocation, SharedOptions } from '../../shell/command.ts'
import type { AcceptOptions } from './acceptances/acceptances.ts'
import { applyAcceptances } from './acceptances/apply-acceptances.ts'
import type { Behavior, BehaviorQuestion } from './compare-behavior.ts'
import type { ComparedBots } from './compared-bots.ts'
import type { failLevels } from './failing-changes.ts'
import { type DiffReport, groupChanges } from './formats/format.ts'
import type { RevisionAdvice } from './git-sides.ts'
import { baseLevels } from './level-settings.ts'
import type { Sides } from './sides.ts'
import { configNameOf } from './touched-sources.ts'

/** The options of a comparison. */
export interface CompareOptions extends SharedOptions, AcceptOptions {
  readonly against?: string
  readonly failOn?: (typeof failLevels)[number]
  readonly mergeBase: boolean
  readonly behaviour: boolean
  readonly interactive?: boolean
  readonly messages?: string
  /** By default, advice for the command line. */
  readonly advice?: RevisionAdvice
}

/** The comparison of two sides, and notes on omissions. */
interface Compared {
  readonly report: DiffReport & Required<Pick<DiffReport, 'accepted'>>
  /** The base folder of places, absolute. */
  readonly root: string
  /** Notes for the user, one line each. */
  readonly notes: readonly string[]
}

/** Compares the given revisions, files or folders, or the sources with the deployed scenarios. */
export async function compare(
  invocation: Invocation,
  what: readonly string[],
  options: CompareOptions,
): Promise<Compared> {
  const project = await openConfig(invocation, options)
  const sides = await openSides(invocation, project, what, options)
  const { base, head } = sides
  const levels = baseLevels(base.settings, project)
  const scenarios = diffScenarios(base.scenarios, head.scenarios, levels)
  const { changes: behavior, moved } = options.behaviour
    ? await compareMessages(invocation, options, { project, sides, scenarios, levels })
    : noBehavior
  const configFile = configNameOf(project)
  const found = { configFile, settings: compareSettings(sides, configFile, levels), scenarios, moved }
  const { counting, added, notes } = await applyAcceptances(invocation, options, {
    project,
    sides,
    groups: groupChanges(found),
    isUnasked: kind => kind === 'messages-moved' && !options.behaviour,
    minLevel: options.failOn ?? 'risky',
    now: Date.now(),
  })
  const compared = { base: base.scenarios, head: head.scenarios }
  const names = { base: base.name, head: head.name }
  const bots = options.interactive === true ? await readBots(project, sides) : undefined
  const report = {
    ...names,
    ...found,
    behavior,
    compared,
    accepted: counting,
    acceptedHere: added,
    ...(bots && { bots }),
  }
  return { report, root: project.root, notes: [...(sides.notes ?? []), ...notes] }
}

/** Loads the scorer. */
async function readBots(project: Project, sides: Sides): Promise<ComparedBots> {
  return (await import('./compared-bots.ts')).readComparedBots(project, sides)
}

const noBehavior: Behavior = { changes: [], moved: [] }

function compareSettings({ base, head }: Sides, file: string, levels: LevelSettings) {
  return base.settings && head.settings ? diffSettings(file, base.settings, head.settings, levels) : []
}

async function compareMessages(
  invocation: Invocation,
  options: CompareOptions,
  question: BehaviorQuestion,
): Promise<Behavior> {
  // Loads the scorer, which many changes do not need.
  const { compareBehavior } = await import('./compare-behavior.ts')
  const { messages } = options
  return compareBehavior(invocation, options, { ...question, ...(messages !== undefined && { messages }) })
}

async function openSides(
  invocation: Invocation,
  project: Project,
  what: readonly string[],
  options: CompareOptions,
): Promise<Sides> {
  const { against } = options
  const [first, second, ...others] = what
  if (others.length > 0 || (against !== undefined && first !== undefined)) {
    throw new OperationError('usage', 'diff compares two things, but more were given', {
      help: 'give revisions as one argument, main..work; or two files or folders; or only --against deployed:<environment>',
    })
  }
  if (against !== undefined) {
    const { deployedSides } = await import('./deployed-sides.ts')
    return deployedSides(invocation, { ...options, ...environmentIn(against) })
  }
  if (first !== undefined && second !== undefined) {
    const { pathSides } = await import('./path-sides.ts')
    return pathSides(invocation, first, second)
  }
  const { gitSides } = await import('./git-sides.ts')
  return gitSides(invocation, options, project, revisionsIn(first, options))
}

/** `base..head`; three dots have the same meaning. */
function revisionsIn(what: string | undefined, { mergeBase, advice }: CompareOptions) {
  const [, base = what, head] = /^(.*?)\.{2,3}(.*)$/s.exec(what ?? '') ?? []
  return { isExact: !mergeBase, ...(base && { base }), ...(head && { head }), ...(advice && { advice }) }
}

function environmentIn(against: string): { readonly env?: string } {
  const found = /^deployed(?::(.+))?$/.exec(against)
  if (found === null) {
    throw new OperationError('usage', `--against requires deployed:<environment>, not "${against}"`, {
      help: 'revisions need no option: scenewright diff main',
    })
  }
  const [, env] = found
  return env === undefined ? {} : { env }
}
