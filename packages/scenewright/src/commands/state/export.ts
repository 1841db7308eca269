import { exportState, writeBackup } from '@scenewright/deployer/backup'
import { OperationError } from '@scenewright/model'
import { count, visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition } from '../../shell/command.ts'
import { requireReportFile, writeReport } from '../../shell/files.ts'
import { openTarget } from '../deploy/deploy.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'
import { missingText } from './missing-text.ts'
import { movedText } from './moved-text.ts'

interface Options extends EnvironmentOptions {
  readonly out?: string
}

export const stateExport: CommandDefinition<Options> = {
  formats: ['json'],
  options: command => environmentOption(command).option('--out <file>', 'write it to a file'),
  examples: [['scenewright state export --env production --out production.json', 'a backup for `state restore`']],
  async run(invocation, _args, options) {
    const { terminal, cwd } = invocation
    if (options.out !== undefined) requireReportFile(cwd, options.out)
    const { store, environment } = await openTarget(invocation, await openConfig(invocation, options), options)
    const exported = await exportState(store)
    if (exported === null) {
      throw new OperationError('state', `there is no state of "${environment.name}" in ${store.name}`, {
        help: 'create one with `scenewright state init`',
      })
    }
    const { backup, missing } = exported
    const text = writeBackup(backup)
    if (options.out === undefined) terminal.out(text)
    else await writeReport(cwd, options.out, text)
    terminal.err(movedText(backup.state))
    terminal.err(visible(missingText(backup.state, missing)))
    if (options.out !== undefined) {
      terminal.err(
        `Exported the state with serial ${backup.state.serial} and ${count(backup.payloads.size, 'payload')} to ${options.out}.\n`,
      )
    }
    return 0
  },
}
