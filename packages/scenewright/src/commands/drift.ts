import { type ComparedScenario, diffScenarios, type ScenarioDiff } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { CommandDefinition } from '../command.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy.ts'
import { deployedSide, withoutLayout } from '../diff/deployed-sides.ts'
import { levelSettings } from '../diff/level-settings.ts'
import { type Exported, matchExports } from '../diff/match-exports.ts'
import { readExports } from '../diff/read-documents.ts'
import { openConfig } from '../project.ts'
import { type DiffFormatName, diffFormatNames } from '../report/diff/index.ts'
import { printDiff } from '../report/diff/print-diff.ts'
import { visible } from '../terminal/paint.ts'

interface Options extends EnvironmentOptions {
  readonly format: DiffFormatName
  readonly fromExport?: readonly string[]
  readonly key?: string
}

export const drift: CommandDefinition<Options> = {
  formats: diffFormatNames,
  options: command =>
    environmentOption(command)
      .option(
        '--from-export <path...>',
        'documents that were exported in the editor of the service, or folders of them',
      )
      .option('--key <key>', 'the scenario that the one document is of; else its name or its title tells'),
  examples: [
    [
      'scenewright drift --from-export refund.json --key billing/refund',
      'was it edited by hand since the last deploy?',
    ],
    ['scenewright drift --env production --from-export exports/', 'the same for a folder of them'],
  ],
  async run(invocation, _args, options) {
    const { fromExport = [], key } = options
    if (fromExport.length === 0) {
      throw new OperationError('usage', 'drift needs what the service holds, and the service cannot be read', {
        help: 'export the scenarios in its editor, and name the files: scenewright drift --from-export <file>',
      })
    }
    const project = await openConfig(invocation, options)
    const levels = levelSettings(project)
    const exports = await readExports(invocation.cwd, fromExport)
    const deployed = await deployedSide(invocation, project, options)
    const { base, head } = matchExports(deployed.scenarios.map(withoutLayout), exports, key)
    const compared = { base, head: head.map(withoutLayout) }
    const scenarios = diffScenarios(compared.base, compared.head, levels)
    const report = { base: deployed.name, head: 'the export', scenarios, behaviour: [], compared }
    await printDiff(invocation, { report, format: options.format, root: project.root })
    invocation.terminal.err(helpText(scenarios, head, new Set(base.map(one => one.key))))
    return scenarios.length > 0 ? 1 : 0
  },
}

/** How what was edited by hand is taken into the sources. */
function helpText(
  scenarios: readonly ScenarioDiff[],
  exports: readonly (ComparedScenario & Exported)[],
  deployed: ReadonlySet<string>,
): string {
  const changed = new Set(scenarios.map(({ key }) => key))
  const shown = exports.filter(({ key }) => changed.has(key))
  const known = shown.filter(({ key }) => deployed.has(key))
  const unknown = shown.filter(({ key }) => !deployed.has(key))
  const edits = known.map(
    ({ key, path }) => `  scenewright decompile ${path} --out scenarios/${key}.scenario.yaml --force\n`,
  )
  const adoptions = unknown.map(
    ({ key, path }) => `  scenewright adopt ${key} --id <its unique_id> --document ${path}\n`,
  )
  return visible(
    [
      ...(edits.length > 0
        ? ['The next deploy undoes this. To keep it, take it into the sources, and review it there:\n', ...edits]
        : []),
      ...(adoptions.length > 0
        ? [
            'No deploy made this. A new source would create it a second time; take over the record that exists:\n',
            ...adoptions,
          ]
        : []),
    ].join(''),
  )
}
