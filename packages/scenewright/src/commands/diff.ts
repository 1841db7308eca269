import { diffScenarios } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { CommandDefinition, Invocation, SharedOptions } from '../command.ts'
import { failLevels, failsOn } from '../diff/failing.ts'
import { levelSettings } from '../diff/level-settings.ts'
import type { Sides } from '../diff/sides.ts'
import { openConfig } from '../project.ts'
import { type DiffFormatName, diffFormatNames } from '../report/diff/index.ts'
import { printDiff } from '../report/diff/print-diff.ts'

interface Options extends SharedOptions {
  readonly format: DiffFormatName
  readonly against?: string
  readonly exitCode?: boolean
  readonly failOn?: (typeof failLevels)[number]
  readonly mergeBase: boolean
}

export const diff: CommandDefinition<Options> = {
  arguments: '[what...]',
  compiles: true,
  formats: diffFormatNames,
  options: command =>
    command
      .option('--against <what>', 'compare the sources with what is deployed: deployed:<environment>')
      .option('--no-merge-base', 'compare with the base itself, and not with where the work left it')
      .option('--exit-code', 'exit with 1 where anything differs')
      .addOption(
        command
          .createOption('--fail-on <level>', 'exit with 1 for changes of this level and above')
          .choices([...failLevels]),
      ),
  examples: [
    ['scenewright diff', 'what the work at hand changes, since it left the default branch'],
    ['scenewright diff origin/main..HEAD --format markdown', 'what a pull request changes, for a comment'],
    ['scenewright diff --against deployed:production', 'what a deploy would change for the customer'],
    ['scenewright diff old.json new.scenario.yaml', 'two files; or two folders'],
    ['scenewright diff --fail-on breaking', 'in CI: end with 1 where something breaks'],
  ],
  async run(invocation, what, options) {
    const project = await openConfig(invocation, options)
    const levels = levelSettings(project)
    const { base, head } = await sidesOf(invocation, what, options)
    const scenarios = diffScenarios(base.scenarios, head.scenarios, levels)
    const report = { base: base.name, head: head.name, scenarios, behaviour: [] }
    await printDiff(invocation, { report, format: options.format, root: project.root })
    const fails = options.failOn !== undefined && failsOn(scenarios, options.failOn)
    return fails || (options.exitCode === true && scenarios.length > 0) ? 1 : 0
  },
}

async function sidesOf(invocation: Invocation, what: readonly string[], options: Options): Promise<Sides> {
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
  return gitSides(invocation, await openConfig(invocation, options), revisionsIn(first, options))
}

/** `base..head`; three dots say what is done anyway. */
function revisionsIn(what: string | undefined, { mergeBase }: Options) {
  const [base, head] = what?.split(/\.{2,3}/, 2) ?? []
  return { isExact: !mergeBase, ...(base && { base }), ...(head && { head }) }
}

function environmentIn(against: string): { readonly env?: string } {
  const [, name] = /^deployed(?::(.+))?$/.exec(against) ?? [undefined, undefined]
  if (!/^deployed(?::.+)?$/.test(against)) {
    throw new OperationError('usage', `--against takes deployed:<environment>, not "${against}"`, {
      help: 'revisions stand by themselves: scenewright diff main',
    })
  }
  return name === undefined ? {} : { env: name }
}
