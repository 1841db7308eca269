import { shownDocument } from '@scenewright/deployer'
import type { ReadAdoption } from '@scenewright/deployer/adopt'
import { lostState, presentState, readRecords, rebuiltState, restoreState } from '@scenewright/deployer/backup'
import { noteSeen, readReceipts } from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { count, visible } from '@scenewright/model/text'
import { isNothingFound, openConfig, openSoundSources } from '@scenewright/workspace'
import type { CommandDefinition } from '../../shell/command.ts'
import { readInput } from '../../shell/files.ts'
import { version } from '../../shell/installation.ts'
import { newRunId, openReading, openTarget } from '../deploy/deploy.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'

interface Options extends EnvironmentOptions {
  readonly receipts: readonly string[]
}

export const stateRebuild: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text'],
  options: command =>
    environmentOption(command).requiredOption(
      '--receipts <file...>',
      'the receipts of its deploys, from every machine',
    ),
  examples: [
    [
      'scenewright state rebuild --env production --receipts .scenewright/receipts/production.ndjson',
      'if the state is lost and there is no backup',
    ],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const project = await openConfig(invocation, options)
    const target = await openTarget(invocation, project, options)
    const { environment, store, seenFile } = target
    const reading = await openReading(invocation, target)
    const texts = await Promise.all(options.receipts.map(path => readInput(invocation.cwd, path)))
    const lost = lostState(texts.flatMap(readReceipts), environment)
    const present = await presentState(store)
    if (present.state !== null) throw isThere(store.name)
    const ids = lost.records.map(({ id }) => id)
    const records = await readRecords(ids, reading).finally(reading.end)
    const scenarios = await openSoundSources(invocation, options).then(sources => sources.scenarios, noSources)
    const adoptions = lost.records.flatMap(({ key, id }, index): readonly ReadAdoption[] => {
      const record = records[index]
      if (record === undefined) return []
      return [{ key, id, record, document: findDocument(key, scenarios) ?? shownDocument(record) }]
    })
    const known = { ...lost, serial: lost.serial + unseen }
    const rebuilt = rebuiltState(known, adoptions, { environment, run: newRunId(), tool: version, now: Date.now() })
    const { lineage, serial } = await restoreState(store, present, rebuilt)
    await noteSeen(seenFile, { lineage, serial })
    terminal.err(
      visible(`The state in ${store.name} has ${count(adoptions.length, 'scenario')} again, with serial ${serial}.\n`),
    )
    const gone = lost.records.filter((_, index) => records[index] === undefined).map(({ key }) => `"${key}"`)
    if (gone.length > 0) terminal.err(visible(`The service no longer has the records of: ${gone.join(', ')}.\n`))
    terminal.err(`Receipts contain neither holds nor renames. Review \`scenewright plan\`:
- A scenario that it would create is missing in the receipts: adopt it instead. If it was renamed, add renamed_from.
- A scenario that it would activate may have been held: deactivate it with --hold first.
`)
    return 0
  },
}

/**
 * The possible number of writes after the last receipt: a machine that has seen them rejects a state with a lower
 * serial.
 */
const unseen = 1000

function isThere(name: string): OperationError {
  return new OperationError('state', `a state already exists in ${name}`, {
    help: 'rebuild is only for a lost state; restore a backup with `scenewright state restore`',
  })
}

function noSources(error: unknown): readonly ScenarioModel[] {
  if (isNothingFound(error)) return []
  throw error
}

function findDocument(key: string, scenarios: readonly ScenarioModel[]) {
  return scenarios.find(scenario => scenario.key === key || scenario.renamedFrom === key)?.document
}
