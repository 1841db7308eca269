import type { Project } from '@scenewright/compiler'
import { diffScenarios, diffSettings, type LevelSettings } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { Command } from 'commander'
import { type AcceptOptions, acceptOptions } from '../accepted/accept-options.ts'
import { unaccepted } from '../accepted/accepted.ts'
import { useAccepted } from '../accepted/use-accepted.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../command.ts'
import type { Behaviour, BehaviourQuestion } from '../diff/compare-behaviour.ts'
import { failing, failingText, failLevels } from '../diff/failing.ts'
import { baseLevels } from '../diff/level-settings.ts'
import type { Sides } from '../diff/sides.ts'
import { configNameOf } from '../diff/touched-sources.ts'
import { openConfig } from '../project.ts'
import { groupsOf } from '../report/diff/format.ts'
import { type DiffFormatName, diffFormatNames } from '../report/diff/index.ts'
import { printDiff } from '../report/diff/print-diff.ts'
import { visible } from '../terminal/paint.ts'

interface Options extends SharedOptions, AcceptOptions {
  readonly format: DiffFormatName
  readonly against?: string
  readonly exitCode?: boolean
  readonly failOn?: (typeof failLevels)[number]
  readonly mergeBase: boolean
  readonly behaviour: boolean
  readonly messages?: string
  readonly gitDriver?: boolean
}

export const diff: CommandDefinition<Options> = {
  arguments: '[what...]',
  compiles: true,
  formats: diffFormatNames,
  options: command => acceptOptions(ownOptions(command)),
  examples: [
    ['scenewright diff', 'what the work at hand changes, since it left the default branch'],
    ['scenewright diff origin/main..HEAD --format markdown', 'what a pull request changes, for a comment'],
    ['scenewright diff --format html > diff.html', 'a page with both flows side by side'],
    ['scenewright diff --against deployed:production', 'what a deploy would change for the customer'],
    ['scenewright diff old.json new.scenario.yaml', 'two files; or two folders'],
    ['scenewright diff --fail-on breaking', 'in CI: end with 1 where something breaks'],
    ['scenewright diff --accept 1a2b3c4d --reason "The phone line closes"', 'what is meant fails no more'],
  ],
  async run(invocation, what, options) {
    if (options.messages !== undefined && !options.behaviour) throw unasked()
    if (options.gitDriver) {
      const { gitDriverText } = await import('../diff/git-driver.ts')
      invocation.terminal.out(await gitDriverText(invocation, what))
      return 0
    }
    const { report, root, notes } = await compare(invocation, what, options)
    await printDiff(invocation, { report, format: options.format, root })
    invocation.terminal.err(notes.map(note => `${visible(note)}\n`).join(''))
    const groups = groupsOf(report)
    const fails = options.failOn === undefined ? [] : failing(unaccepted(groups, report.accepted), options.failOn)
    if (fails.length > 0) invocation.terminal.err(failingText(fails))
    const differs = groups.length + report.behaviour.length > 0
    return fails.length > 0 || (options.exitCode === true && differs) ? 1 : 0
  },
}

/** What there is to report, and what a person should know of it, a line each. */
async function compare(invocation: Invocation, what: readonly string[], options: Options) {
  const project = await openConfig(invocation, options)
  const sides = await sidesOf(invocation, project, what, options)
  const { base, head } = sides
  const levels = baseLevels(base.settings, project)
  const scenarios = diffScenarios(base.scenarios, head.scenarios, levels)
  const { changes: behaviour, moved } = options.behaviour
    ? await behaviourOf(invocation, options, { project, sides, scenarios, levels })
    : nobodyAsked
  const configFile = configNameOf(project)
  const found = { configFile, settings: settingsOf(sides, configFile, levels), scenarios, moved }
  const { counting, added, notes } = await useAccepted(invocation, options, {
    project,
    sides,
    groups: groupsOf(found),
    isUnasked: kind => kind === 'messages-moved' && !options.behaviour,
    least: options.failOn ?? 'risky',
    now: Date.now(),
  })
  const compared = { base: base.scenarios, head: head.scenarios }
  const names = { base: base.name, head: head.name }
  const report = { ...names, ...found, behaviour, compared, accepted: counting, acceptedHere: added }
  return { report, root: project.root, notes: [...(sides.notes ?? []), ...notes] }
}

const nobodyAsked: Behaviour = { changes: [], moved: [] }

function settingsOf({ base, head }: Sides, file: string, levels: LevelSettings) {
  return base.settings && head.settings ? diffSettings(file, base.settings, head.settings, levels) : []
}

function ownOptions(command: Command): Command {
  return command
    .option('--against <what>', 'compare the sources with what is deployed: deployed:<environment>')
    .option('--no-merge-base', 'compare with the base itself, and not with where the work left it')
    .option('--no-behaviour', 'do not ask both sides what messages lead to')
    .option(
      '--messages <file>',
      'messages of customers to ask both sides about, beside examples and tests; - is standard input',
    )
    .option('--exit-code', 'exit with 1 where anything differs')
    .option('--git-driver', 'compare the one file that git names when it calls an external diff driver')
    .addOption(
      command
        .createOption('--fail-on <level>', 'exit with 1 for changes of this level and above that nobody has accepted')
        .choices([...failLevels]),
    )
}

async function behaviourOf(invocation: Invocation, options: Options, question: BehaviourQuestion): Promise<Behaviour> {
  // Loads what scores messages, which many changes have nothing to do with.
  const { compareBehaviour } = await import('../diff/compare-behaviour.ts')
  const { messages } = options
  return compareBehaviour(invocation, options, { ...question, ...(messages !== undefined && { messages }) })
}

function unasked(): OperationError {
  return new OperationError('usage', '--messages names what is asked, and --no-behaviour says that nothing is', {
    help: 'leave one of the two out',
  })
}

async function sidesOf(
  invocation: Invocation,
  project: Project,
  what: readonly string[],
  options: Options,
): Promise<Sides> {
  const { against } = options
  const [first, second, ...others] = what
  if (others.length > 0 || (against !== undefined && first !== undefined)) {
    throw new OperationError('usage', 'diff compares two things, and more were named', {
      help: 'name revisions as one word, main..work; or two files or folders; or --against deployed:<environment> alone',
    })
  }
  if (against !== undefined) {
    const { deployedSides } = await import('../diff/deployed-sides.ts')
    return deployedSides(invocation, { ...options, ...environmentIn(against) })
  }
  if (first !== undefined && second !== undefined) {
    const { pathSides } = await import('../diff/path-sides.ts')
    return pathSides(invocation, first, second)
  }
  const { gitSides } = await import('../diff/git-sides.ts')
  return gitSides(invocation, options, project, revisionsIn(first, options))
}

/** `base..head`; three dots say what is done anyway. */
function revisionsIn(what: string | undefined, { mergeBase }: Options) {
  const [, base = what, head] = /^(.*?)\.{2,3}(.*)$/s.exec(what ?? '') ?? []
  return { isExact: !mergeBase, ...(base && { base }), ...(head && { head }) }
}

function environmentIn(against: string): { readonly env?: string } {
  const found = /^deployed(?::(.+))?$/.exec(against)
  if (found === null) {
    throw new OperationError('usage', `--against takes deployed:<environment>, not "${against}"`, {
      help: 'revisions stand by themselves: scenewright diff main',
    })
  }
  const [, env] = found
  return env === undefined ? {} : { env }
}
