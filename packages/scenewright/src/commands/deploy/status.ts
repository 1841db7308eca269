import {
  checkTarget,
  requestName,
  type ScenarioStatus,
  type Status,
  status as statusOf,
  type TargetEnvironment,
} from '@scenewright/deployer'
import { loadState } from '@scenewright/deployer/state'
import { visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition } from '../../shell/command.ts'
import { type Paint, painter } from '../../shell/terminal.ts'
import { checkSeen, openTarget } from './deploy.ts'
import { type EnvironmentOptions, environmentOption } from './deploy-options.ts'

const waits = {
  person: 'a person: scenewright resolve',
  time: 'the settle window',
  apply: 'the next apply or the same command again',
} as const

export const status: CommandDefinition<EnvironmentOptions> = {
  formats: ['text', 'json'],
  options: environmentOption,
  examples: [['scenewright status --env production', 'what is deployed, since when, and what is open']],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const target = await openTarget(invocation, await openConfig(invocation, options), options)
    const { environment } = target
    const state = await loadState(target.store)
    // In an incident, a state that is missing, was moved, is old or of another bot would tell what is not deployed.
    checkTarget(state, environment)
    if (state !== null) await checkSeen(state, target)
    const found = state && statusOf(state, Date.now())
    terminal.out(
      options.format === 'json' ? statusJson(found, environment) : statusText(found, environment, terminal.color.out),
    )
    return found?.scenarios.some(({ open }) => open !== undefined) ? 4 : 0
  },
}

/** The status of an environment, one line per scenario. Null: nothing was ever deployed. */
function statusText(status: Status | null, { name, bot, url }: TargetEnvironment, color: boolean): string {
  const paint = painter(color)
  const head = `${paint('bold', name)} (bot ${bot}, ${url})`
  if (status === null) return `${head}   nothing applied yet\n`
  const width = Math.max(0, ...status.scenarios.map(({ key }) => key.length))
  const lease = status.lease?.isLive ? `run ${status.lease.run} has been running since ${status.lease.acquired}\n` : ''
  const rows = status.scenarios.map(row => rowText(row, width, paint)).join('')
  const state = `state serial ${status.serial}, lineage ${status.lineage}`
  return `${head}   ${state}\n${lease}\n${rows || 'nothing applied yet\n'}`
}

function rowText(
  { key, remoteId, isActive, published, draft, open, removedAt, hold, stillOn }: ScenarioStatus,
  width: number,
  paint: Paint,
): string {
  const activity =
    isActive === null ? paint('red', 'active or not: unknown') : isActive ? paint('green', 'on ') : paint('dim', 'off')
  const parts = [
    published === undefined ? 'not published' : `published ${published.at}${ofCommit(published.commit)}`,
    draft === undefined ? undefined : `a draft since ${draft.at}`,
    open === undefined
      ? undefined
      : paint('red', `${requestName(open)} open since ${open.prepared_at}, waits for ${waits[open.waitsFor]}`),
    removedAt === undefined ? undefined : `source removed ${removedAt}`,
    hold === undefined
      ? undefined
      : paint('red', `held since ${hold.at}${hold.who === undefined ? '' : ` by ${hold.who}`}: ${hold.reason}`),
    stillOn === undefined ? undefined : paint('red', `replaced and still active: ${stillOn.join(', ')}`),
    remoteId === undefined ? undefined : paint('dim', remoteId),
  ]
  return `${activity}  ${key.padEnd(width)}  ${parts.filter(part => part !== undefined).join('; ')}\n`
}

function ofCommit(commit: string | undefined): string {
  return commit === undefined ? '' : ` (commit ${visible(commit.slice(0, 7))})`
}

/** The same for programs. */
function statusJson(status: Status | null, { name, bot, url }: TargetEnvironment): string {
  return json({
    environment: { name, url, bot },
    serial: status?.serial ?? 0,
    lineage: status?.lineage ?? null,
    scenarios: (status?.scenarios ?? []).map(
      ({ key, remoteId, isActive, published, draft, open, removedAt, hold, stillOn }) => {
        const rest = { removed_at: removedAt, hold, replaced_and_on: stillOn }
        return { key, remote_id: remoteId, is_active: isActive, published, draft, open, ...rest }
      },
    ),
  })
}
