import { requestName } from '@scenewright/deployer'
import { nothingDeployed, requireEntries } from '@scenewright/deployer/goals'
import { loadState, type ScenarioState, type State } from '@scenewright/deployer/state'
import { compareText, count, visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition } from '../../shell/command.ts'
import { painter } from '../../shell/terminal.ts'
import { openTarget } from '../deploy/deploy.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'
import { movedText } from './moved-text.ts'

interface Version {
  readonly payload_hash: string
  readonly version_id?: string
  readonly at: string
  readonly commit?: string
}

export const stateShow: CommandDefinition<EnvironmentOptions> = {
  arguments: '[key]',
  formats: ['text', 'json'],
  options: environmentOption,
  examples: [
    ['scenewright state show --env production', 'all scenarios in the state'],
    ['scenewright state show billing/refund --format json', 'all details of one scenario'],
  ],
  async run(invocation, [key], options) {
    const { terminal } = invocation
    const { store, environment } = await openTarget(invocation, await openConfig(invocation, options), options)
    const state = await loadState(store)
    terminal.err(movedText(state))
    if (key !== undefined) {
      if (state === null) throw nothingDeployed(environment.name)
      for (const [present, entry] of requireEntries(state, [key])) {
        const color = terminal.color.out
        terminal.out(options.format === 'json' ? json({ key: present, ...entry }) : entryText(present, entry, color))
      }
    } else if (options.format === 'json') terminal.out(json(state))
    else
      terminal.out(
        state === null ? `nothing applied yet: ${store.name}\n` : stateText(state, store.name, terminal.color.out),
      )
    return 0
  },
}

/** The content of a state, one line per scenario. `name` is its location. */
function stateText(state: State, name: string, color: boolean): string {
  const paint = painter(color)
  const { environment, lineage, serial, tool, lease, scenarios } = state
  const entries = Object.entries(scenarios).sort(([a], [b]) => compareText(a, b))
  const width = Math.max(0, ...entries.map(([key]) => visible(key).length))
  const lines = [
    `${paint('bold', visible(environment.name))} (bot ${environment.bot}, ${environment.url})`,
    `state     ${name}`,
    `lineage   ${lineage}`,
    `serial    ${serial}, written by ${tool}`,
    ...(lease === undefined
      ? []
      : [`running   run ${lease.run} since ${lease.acquired}, last heartbeat ${lease.heartbeat}`]),
    '',
    ...entries.map(([key, entry]) => `${paint('bold', visible(key).padEnd(width))}  ${visible(summary(entry))}`),
    ...(entries.length === 0 ? [] : ['']),
    count(entries.length, 'scenario'),
  ]
  return `${lines.join('\n')}\n`
}

/** Everything that a state contains about one scenario. */
function entryText(key: string, entry: ScenarioState, color: boolean): string {
  const paint = painter(color)
  const { created, draft, published, history, intent, tombstone, replaced = [], former_keys = [] } = entry
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ['record', entry.remote_id],
    ['active', activity(entry)],
    ['created', created && `${created.at} by run ${created.run}${created.commit ? `, commit ${created.commit}` : ''}`],
    ['draft', draft && version(draft)],
    ['published', published && version(published)],
    ...history.map(one => ['before', version(one)] as const),
    ['open', intent && `${requestName(intent)}, ${intent.phase}, since ${intent.prepared_at} by run ${intent.run}`],
    ['removed', tombstone && `${tombstone.at} by run ${tombstone.run}`],
    ...replaced.map(one => ['replaced', `${one.remote_id}, ${one.is_active ? 'on' : 'off'}`] as const),
    ...former_keys.map(one => ['was', one] as const),
  ]
  const lines = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)}${visible(value)}`]))
  return `${[paint('bold', visible(key)), ...lines].join('\n')}\n`
}

function summary(entry: ScenarioState): string {
  const { remote_id, published, draft, history, intent, tombstone } = entry
  return [
    activity(entry),
    published === undefined ? 'not published' : `published ${published.at} (${published.payload_hash.slice(0, 12)})`,
    ...(history.length === 0 ? [] : [`${count(history.length, 'version')} before`]),
    ...(draft === undefined ? [] : [`a draft of ${draft.at}`]),
    ...(intent === undefined ? [] : [`${requestName(intent)} open since ${intent.prepared_at}`]),
    ...(tombstone === undefined ? [] : [`source removed ${tombstone.at}`]),
    remote_id ?? 'no known record',
  ].join('; ')
}

function activity({ is_active }: ScenarioState): string {
  if (is_active === null) return 'active or not: unknown'
  return is_active ? 'on' : 'off'
}

function version({ at, version_id, payload_hash, commit }: Version): string {
  const parts = [at, version_id === undefined ? 'no known version' : `version ${version_id}`, payload_hash.slice(0, 12)]
  return [...parts, ...(commit === undefined ? [] : [`commit ${commit}`])].join(', ')
}
