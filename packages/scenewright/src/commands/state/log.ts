import { type Deploy, type JournalEntry, loadState, readJournal, type State } from '@scenewright/deployer/state'
import { nearest, visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import { type CommandDefinition, numberOption } from '../../shell/command.ts'
import { type Paint, painter } from '../../shell/terminal.ts'
import { openTarget } from '../deploy/deploy.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'
import { movedText } from './moved-text.ts'

/** An event, and the known data of its run. */
type DeployedEntry = JournalEntry & Partial<Pick<Deploy, 'commit' | 'who' | 'link'>>

const widest = 'resolved-not-created'.length

interface Options extends EnvironmentOptions {
  readonly key?: string
  readonly number?: number
}

export const stateLog: CommandDefinition<Options> = {
  formats: ['text', 'json', 'ndjson'],
  options: command =>
    environmentOption(command)
      .option('--key <key>', 'show only events of this scenario, also under its former keys')
      .option('-n, --number <number>', 'the maximum number of events, newest first', numberOption('--number', 1)),
  examples: [
    ['scenewright state log --env production -n 20', 'the last twenty events'],
    ['scenewright state log --key billing/refund --format ndjson', 'all events of one scenario, one per line'],
  ],
  async run(invocation, _args, options) {
    const { terminal, signal } = invocation
    const { key, number = Number.POSITIVE_INFINITY, format } = options
    const { store } = await openTarget(invocation, await openConfig(invocation, options), options)
    const state = await loadState(store)
    terminal.err(movedText(state))
    const paint = painter(terminal.color.out)
    const shown: DeployedEntry[] = []
    const deploys = new Map(state?.deploys?.map(({ run, commit, who, link }) => [run, { commit, who, link }]))
    const names = key === undefined ? undefined : namesOf(key, state)
    let left = number
    let isEmpty = true
    for await (const entry of state === null ? [] : readJournal(state, store)) {
      if (signal.aborted || left === 0) break
      if (names !== undefined && !isNamed(entry, names)) continue
      left -= 1
      isEmpty = false
      const deployed = { ...entry, ...deploys.get(entry.run) }
      if (format === 'json') shown.push(deployed)
      else terminal.out(format === 'ndjson' ? `${JSON.stringify(deployed)}\n` : journalText(deployed, paint))
    }
    if (format === 'json') terminal.out(json(shown))
    if (key !== undefined && isEmpty) terminal.err(visible(noEventsText(key, Object.keys(state?.scenarios ?? {}))))
    return 0
  },
}

/** A key, and the present keys of the scenarios that had it before. */
function namesOf(key: string, state: State | null): Set<string> {
  const scenarios = Object.entries(state?.scenarios ?? {})
  if (scenarios.some(([present]) => present === key)) return new Set([key])
  return new Set([
    key,
    ...scenarios.flatMap(([present, { former_keys = [] }]) => (former_keys.includes(key) ? present : [])),
  ])
}

/** Whether an event is of one of the names. To be called for the newest event first: older ones have former keys. */
function isNamed({ key, from }: JournalEntry, names: Set<string>): boolean {
  if (!names.has(key) && (from === undefined || !names.has(from))) return false
  if (from !== undefined) names.add(from)
  return true
}

function noEventsText(key: string, keys: readonly string[]): string {
  const near = keys.includes(key) ? undefined : nearest(key, keys)
  return `There are no events of "${key}"${near === undefined ? '' : `; did you mean "${near}"?`}\n`
}

/** One event of a state, on a line: the time, run, event, scenario, commit and user. */
function journalText(entry: DeployedEntry, paint: Paint): string {
  const { at, run, what, key, from, reason, remote_id, version_id, status, commit, who } = entry
  const more = [
    ...(from === undefined ? [] : [`was ${from}`]),
    ...(reason === undefined ? [] : [reason]),
    ...(version_id === undefined ? [] : [`version ${version_id}`]),
    ...(version_id === undefined && remote_id !== undefined ? [`record ${remote_id}`] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 7)}`]),
    ...(who === undefined ? [] : [`by ${who}`]),
  ]
  const tail = more.length === 0 ? '' : `  ${paint('dim', visible(more.join(', ')))}`
  return `${at}  ${visible(run).padEnd(8)}  ${what.padEnd(widest)}  ${paint('bold', visible(key))}${tail}\n`
}
