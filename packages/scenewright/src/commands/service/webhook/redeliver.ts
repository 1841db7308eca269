import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { json } from '../../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../../shell/command.ts'
import { ownCommand } from '../../../shell/installation.ts'
import { loadService } from '../load-service.ts'
import { type LocationOptions, locationOptions, locationWords, readLocation } from '../location.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly completion?: string
  readonly since?: string
  readonly until?: string
  readonly bot?: string
}

const dayMs = 24 * 60 * 60 * 1000

export const serviceWebhookRedeliver: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command =>
    locationOptions(command)
      .option('--completion <id>', 'the result of this completion')
      .option('--since <date>', 'the results of completions requested on this day or later, as YYYY-MM-DD in UTC')
      .option('--until <date>', 'with --since: the last day')
      .option('--bot <id>', 'with --since: only the results of this bot'),
  examples: [
    [
      'scenewright service webhook redeliver --data ./service-data --since 2026-11-01 --until 2026-11-03',
      'after a receiver had rejected the results of three days',
    ],
    ['scenewright service webhook redeliver --data ./service-data --completion <id>', 'a single result'],
  ],
  async run({ terminal, cwd, env }, _args, options) {
    const location = readLocation(options, { cwd, env })
    const which = resultsOf(options)
    const { deliveries } = await loadService({ cwd }).redeliver({ ...location, ...which })
    if (options.format === 'json') terminal.out(json({ deliveries }))
    else
      terminal.err(`${count(deliveries, 'result')} will be sent again${sender(options, deliveries, ownCommand(env))}\n`)
    return 0
  },
}

/** On the embedded database, this command runs only while the service is stopped. */
function sender(options: LocationOptions, deliveries: number, command: string): string {
  if (options.data === undefined) return ' by the running service.'
  return deliveries === 0 ? '.' : ` when the service runs; start it: ${command} service start${locationWords(options)}`
}

function resultsOf({ completion, since, until, bot }: Options) {
  if (completion !== undefined && since === undefined && until === undefined && bot === undefined) return { completion }
  if (completion === undefined && since !== undefined) {
    const from = dayOf('--since', since)
    const last = until === undefined ? undefined : dayOf('--until', until)
    if (last !== undefined && last < from) throw new OperationError('usage', '--until is before --since')
    return {
      from,
      ...(last !== undefined && { before: new Date(last.getTime() + dayMs) }),
      ...(bot !== undefined && { bot }),
    }
  }
  throw new OperationError('usage', 'exactly one of --completion and --since is needed', {
    help: 'for example: scenewright service webhook redeliver --data ./service-data --since 2026-11-01',
  })
}

function dayOf(option: string, text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)) return day
  throw new OperationError('usage', `${option} must be a day such as 2026-11-01, not "${text}"`)
}
