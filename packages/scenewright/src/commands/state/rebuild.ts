import { createClient } from '@scenewright/client'
import {
  lostState,
  noteSeen,
  presentState,
  type ReadAdoption,
  readReceipts,
  readRecords,
  rebuiltState,
  restoreState,
  shownDocument,
} from '@scenewright/deployer'
import { OperationError, type ScenarioModel } from '@scenewright/model'
import type { CommandDefinition } from '../../command.ts'
import { type EnvironmentOptions, environmentOption, newRunId, openTarget } from '../../deploy.ts'
import { requireCredentials } from '../../environment.ts'
import { isNothingFound, openConfig, openSoundSources } from '../../project.ts'
import { readInput } from '../../read-input.ts'
import { count } from '../../report/count.ts'
import { visible } from '../../terminal/paint.ts'
import { progressLine } from '../../terminal/progress.ts'
import { version } from '../../version.ts'

interface Options extends EnvironmentOptions {
  readonly receipts: readonly string[]
}

export const stateRebuild: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text'],
  options: command =>
    environmentOption(command).requiredOption('--receipts <file...>', 'the receipts of its deploys, of every machine'),
  examples: [
    [
      'scenewright state rebuild --env production --receipts .scenewright/receipts/production.ndjson',
      'where the state is lost and there is no backup',
    ],
  ],
  async run(invocation, _args, options) {
    const { terminal, signal } = invocation
    const project = await openConfig(invocation, options)
    const { environment, store, seenFile } = await openTarget(invocation, project, options)
    const { email, apiKey } = requireCredentials(environment.name, invocation.env)
    const texts = await Promise.all(options.receipts.map(path => readInput(invocation.cwd, path)))
    const lost = lostState(texts.flatMap(readReceipts), environment)
    const present = await presentState(store)
    if (present.state !== null) throw isThere(store.name)
    const { url, timeoutMs } = environment
    const client = createClient({ url, email, apiKey, timeoutMs })
    const progress = progressLine(terminal)
    const onRead = (done: number) => progress.show(`${done} of ${count(lost.records.length, 'record')} read …`)
    const records = await readRecords(lost.records, { client, environment, signal, onRead }).finally(() =>
      progress.show(''),
    )
    const scenarios = await openSoundSources(invocation, options).then(sources => sources.scenarios, noSources)
    const adoptions = lost.records.flatMap(({ key, id }, index): readonly ReadAdoption[] => {
      const record = records[index]
      if (record === undefined) return []
      return [{ key, id, record, document: documentOf(key, scenarios) ?? shownDocument(record) }]
    })
    const rebuilt = rebuiltState(lost, adoptions, { environment, run: newRunId(), tool: version, now: Date.now() })
    const { lineage, serial } = await restoreState(store, present, rebuilt)
    await noteSeen(seenFile, { lineage, serial })
    terminal.err(
      visible(
        `The state in ${store.name} has ${count(adoptions.length, 'scenario')} again, and the serial ${serial}.\n`,
      ),
    )
    terminal.err(
      'Review `scenewright plan`: a scenario that it would create was in none of the receipts; adopt it instead.\n',
    )
    return 0
  },
}

function isThere(name: string): OperationError {
  return new OperationError('state', `there is a state in ${name}`, {
    help: 'rebuild is for one that is lost; `scenewright state restore` puts a backup back',
  })
}

function noSources(error: unknown): readonly ScenarioModel[] {
  if (isNothingFound(error)) return []
  throw error
}

function documentOf(key: string, scenarios: readonly ScenarioModel[]) {
  return scenarios.find(scenario => scenario.key === key || scenario.renamedFrom === key)?.document
}
