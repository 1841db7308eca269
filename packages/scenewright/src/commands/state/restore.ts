import { resolve } from 'node:path'
import {
  exportState,
  hasPayloads,
  type PresentState,
  presentState,
  readBackup,
  restoredState,
  restoreState,
  writeBackup,
} from '@scenewright/deployer/backup'
import { noteSeen, readSeen, type StateStore, seenPath } from '@scenewright/deployer/state'
import { count, visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation } from '../../shell/command.ts'
import { readInput, writeReport } from '../../shell/files.ts'
import { ask } from '../../shell/terminal.ts'
import { openTarget } from '../deploy/deploy.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'

interface Options extends EnvironmentOptions {
  readonly force?: boolean
  readonly yes?: boolean
}

export const stateRestore: CommandDefinition<Options> = {
  arguments: '<file>',
  formats: ['text', 'json'],
  options: command =>
    environmentOption(command)
      .option('--force', 'restore it even if it is older, or belongs to another environment')
      .option('--yes', 'do not ask for confirmation (the default without a terminal)'),
  examples: [
    [
      'scenewright state restore production.json --env production',
      'the current state is first copied to .scenewright/backups',
    ],
  ],
  async run(invocation, [file = ''], options) {
    const { terminal, cwd } = invocation
    const project = await openConfig(invocation, options)
    const { store, environment } = await openTarget(invocation, project, options)
    const backup = readBackup(await readInput(cwd, file), file)
    const present = await presentState(store)
    const force = options.force === true
    const seenFile = seenPath(project.root, environment.name)
    const seen = await readSeen(seenFile)
    const state = await restoredState({
      present: present.state,
      backup: backup.state,
      isComplete: () => hasPayloads(store, backup),
      environment,
      seen,
      force,
    })
    if (state === undefined) {
      report(invocation, options, { restored: false }, 'The state already equals the backup: nothing to do.')
      return 0
    }
    const question = `Restore the state with serial ${backup.state.serial} and ${count(Object.keys(state.scenarios).length, 'scenario')} in ${store.name}?`
    if (!options.yes && terminal.isInteractive() && !(await ask(invocation, visible(question)))) return 1
    const folder = resolve(project.root, '.scenewright/backups')
    const kept = await keepPresent(store, present, `${folder}/${fileName(environment.name)}`)
    const { lineage, serial } = await restoreState(store, present, { ...backup, state })
    await noteSeen(seenFile, { lineage, serial })
    const before = kept === undefined ? 'There was no state before.' : `The previous state was saved to ${kept}.`
    report(
      invocation,
      options,
      { restored: true, serial, ...(kept !== undefined && { backup: kept }) },
      `Restored the state, with serial ${serial}. ${before} \`scenewright plan\` shows the differences.`,
    )
    return 0
  },
}

/** Saves the state that a restore is about to replace to a file, even if it is damaged; undefined if there is none. */
async function keepPresent(
  store: StateStore,
  { stored, state }: PresentState,
  path: string,
): Promise<string | undefined> {
  if (stored === null || stored === 'gone') return undefined
  const exported = state === 'damaged' ? null : await exportState(store)
  const file = `${path}-${new Date().toISOString().replaceAll(':', '')}.json`
  await writeReport('/', file, exported === null ? stored.text : writeBackup(exported.backup))
  return file
}

function fileName(environment: string): string {
  return environment.replace(/[^A-Za-z0-9_-]/gu, '_')
}

function report({ terminal }: Invocation, { format }: Options, result: object, text: string): void {
  if (format === 'json') terminal.out(json(result))
  else terminal.err(`${visible(text)}\n`)
}
