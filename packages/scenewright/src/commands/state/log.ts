import { loadState, readJournal } from '@scenewright/deployer'
import type { CommandDefinition } from '../../command.ts'
import { type EnvironmentOptions, environmentOption, openTarget } from '../../deploy.ts'
import { numberOption } from '../../number-option.ts'
import { openConfig } from '../../project.ts'
import { json } from '../../report/json.ts'
import { type DeployedEntry, journalText } from '../../report/state/journal-text.ts'
import { painter } from '../../terminal/paint.ts'

interface Options extends EnvironmentOptions {
  readonly key?: string
  readonly number?: number
}

export const stateLog: CommandDefinition<Options> = {
  formats: ['text', 'json', 'ndjson'],
  options: command =>
    environmentOption(command)
      .option('--key <key>', 'what happened to one scenario')
      .option('-n, --number <number>', 'the newest so many', numberOption('--number', 1)),
  examples: [
    ['scenewright state log --env production -n 20', 'the last twenty events'],
    ['scenewright state log --key billing/refund --format ndjson', 'all of one scenario, an event a line'],
  ],
  async run(invocation, _args, options) {
    const { terminal, signal } = invocation
    const { key, number = Number.POSITIVE_INFINITY, format } = options
    const { store } = await openTarget(invocation, await openConfig(invocation, options), options)
    const state = await loadState(store)
    const paint = painter(terminal.color.out)
    const shown: DeployedEntry[] = []
    const deploys = new Map(state?.deploys?.map(({ run, commit, who, link }) => [run, { commit, who, link }]))
    let left = number
    for await (const entry of state === null ? [] : readJournal(state, store)) {
      if (signal.aborted || left === 0) break
      if (key !== undefined && entry.key !== key && entry.from !== key) continue
      left -= 1
      const deployed = { ...entry, ...deploys.get(entry.run) }
      if (format === 'json') shown.push(deployed)
      else terminal.out(format === 'ndjson' ? `${JSON.stringify(deployed)}\n` : journalText(deployed, paint))
    }
    if (format === 'json') terminal.out(json(shown))
    return 0
  },
}
